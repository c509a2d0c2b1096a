import type { ZodMiniType } from 'zod/mini'
import { type Endpoint, Failure } from '../endpoint.ts'
import { defaultLanguage, languages } from '../languages.ts'
import { type RefusalCode, refusals } from '../refusals.ts'
import { type JsonSchema, type Notes, namesOf, SchemaWriter } from './schema.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'header' | 'path'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

/** An API of the contract, with what its document says about it. */
export interface DescribedApi {
  readonly title: string
  readonly calls: readonly Endpoint[]
  /** The exports that give calls and components their names. */
  readonly modules: Readonly<Record<string, unknown>>
  readonly notes: Notes
  readonly componentNotes: Readonly<Record<string, string>>
  /** The refusals that any call can return, in addition to its own. */
  readonly commonRefusals: readonly RefusalCode[]
  readonly canRefuse: (call: Endpoint, code: RefusalCode) => boolean
  /** What a status means here, where that is not the same in every API. */
  readonly statusNotes: Readonly<Partial<Record<Status, string>>>
  readonly securityOf: (call: Endpoint) => readonly Readonly<Record<string, readonly string[]>>[]
  readonly securitySchemes: Readonly<Record<string, object>>
  readonly headersOf: (call: Endpoint) => readonly Parameter[]
  /** Who may make the call, in words. */
  readonly describe: (call: Endpoint) => string | null
  /** Files, which are no calls of the contract. */
  readonly files: Readonly<Record<string, FileCall>>
  /** What is sent to the caller, by its name. */
  readonly webhooks: Readonly<Record<string, { readonly summary: string; readonly body: ZodMiniType }>>
}

interface FileCall {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly contents: readonly string[]
  readonly refusals: readonly RefusalCode[]
}

export interface Place {
  readonly version: string
  /** Where the calls are, with the API base. */
  readonly serverUrl: string
}

const optionalHeader = (name: string, description: string, schema: JsonSchema): Parameter => {
  return { name, in: 'header', required: false, description, schema }
}
export const languageHeader = optionalHeader('x-language', 'Language of the texts in the response.', {
  type: 'string',
  enum: languages,
  default: defaultLanguage,
})
export const idempotencyHeader = optionalHeader(
  'Idempotency-Key',
  'Repeating the same key and body returns the first response. A different body is refused.',
  { type: 'string', minLength: 1, maxLength: 255 },
)

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
type Content = ReturnType<typeof json>
interface Answer {
  readonly description: string
  readonly headers?: object
  readonly content: Content
}
const header = (description: string, type: string) => ({ description, schema: { type } })

type Status = (typeof refusals)[RefusalCode]['status']
const failures: Readonly<Record<Status, { description: string; headers?: object }>> = {
  400: { description: 'The request is malformed.' },
  401: { description: 'No valid session.' },
  403: { description: 'Not allowed.' },
  404: { description: 'Not found.' },
  405: { description: 'This method is not allowed.', headers: { Allow: header('Allowed methods.', 'string') } },
  409: { description: 'Conflict with an earlier request.' },
  413: { description: 'The body is too large.' },
  415: { description: 'The body is not JSON.' },
  416: { description: 'The file is shorter than the range.' },
  422: { description: 'The request has invalid fields, or can not be carried out.' },
  429: { description: 'Too many attempts.', headers: { 'Retry-After': header('Seconds to wait.', 'integer') } },
  500: { description: 'Server error.' },
  503: { description: 'The server is busy. Try again in a moment.' },
}

function failuresOf(api: DescribedApi, codes: readonly RefusalCode[]): Record<string, Answer> {
  const byStatus = Object.groupBy(new Set(codes), (code) => refusals[code].status)
  const answers = Object.entries(byStatus).map(([status, refused]) => {
    const { description, headers } = failures[Number(status) as Status]
    const said = api.statusNotes[Number(status) as Status] ?? description
    const answer = {
      description: `${said} Codes: ${refused.map((code) => `\`${code}\``).join(', ')}.`,
      ...(headers && { headers }),
      content: json({ $ref: '#/components/schemas/Failure', properties: { code: { enum: refused } } }),
    }
    return [status, answer] as const
  })
  return Object.fromEntries(answers)
}

const replayedHeader = { 'Idempotency-Replayed': header('`true` if this response was sent before.', 'string') }

function successOf(call: Endpoint, name: string, schemas: SchemaWriter) {
  const properties = { payload: schemas.write(call.output, 'output', name) }
  return {
    description: 'Success.',
    ...(call.idempotent && { headers: replayedHeader }),
    content: json({ type: 'object', properties, required: ['payload'] }),
  }
}

const pathNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The path with its fields in braces, as OpenAPI writes it. */
const templateOf = ({ path }: Pick<Endpoint, 'path'>) => path.replaceAll(/:(\w+)/g, '{$1}')

const parametersOf = ({ properties = {}, required = [] }: JsonSchema, inPath: readonly string[]): Parameter[] =>
  Object.entries(properties).map(([name, { description = '', ...schema }]) => {
    const isInPath = inPath.includes(name)
    return { name, in: isInPath ? 'path' : 'query', required: isInPath || required.includes(name), description, schema }
  })

/** What is left for the body when the path has taken its fields. */
function withoutFields(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema
  const { properties, required, oneOf, ...rest } = schema
  const isLeft = (name: string) => !names.includes(name)
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isLeft(name))) }),
    ...(required && { required: required.filter(isLeft) }),
    ...(oneOf && { oneOf: oneOf.map((option) => withoutFields(option, names)) }),
  }
}

function bodyOf(schema: JsonSchema, inPath: readonly string[], schemas: SchemaWriter) {
  const rest = withoutFields(schema, inPath)
  const { required = [], oneOf } = (rest.$ref && schemas.components[rest.$ref.split('/').at(-1) ?? '']) || rest
  return { required: required.length > 0 || oneOf !== undefined, content: json(rest) }
}

const tagOf = ({ path }: Pick<Endpoint, 'path'>) => path.split('/')[1] ?? ''

export type Operation = ReturnType<typeof operationOf>

function operationOf(api: DescribedApi, name: string, call: Endpoint, schemas: SchemaWriter) {
  const inPath = pathNames(call.path)
  const input = schemas.write(call.input, 'input', name)
  // The fields in the path are the same in every form of a body.
  const own = parametersOf(input.oneOf?.[0] ?? input, inPath).filter(
    (one) => call.method === 'GET' || one.in === 'path',
  )
  const description = [api.describe(call), call.duringMaintenance && 'Also available during maintenance.']
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')
  const codes = [...api.commonRefusals.filter((code) => api.canRefuse(call, code)), ...call.refusals]
  return {
    operationId: name,
    summary: call.summary,
    ...(description !== '' && { description }),
    tags: [tagOf(call)],
    security: api.securityOf(call),
    parameters: [...own, ...api.headersOf(call)],
    ...(call.method === 'POST' && { requestBody: bodyOf(input, inPath, schemas) }),
    responses: {
      '200': successOf(call, name, schemas),
      ...failuresOf(api, codes),
    } as Readonly<Record<string, Answer>>,
  }
}

function fileOf(
  api: DescribedApi,
  path: string,
  { operationId, summary, parameters, contents, refusals: own }: FileCall,
) {
  const content = Object.fromEntries(contents.map((type) => [type, { schema: { type: 'string' } }]))
  return {
    operationId,
    summary,
    tags: [path.split('/')[1] ?? ''],
    security: Object.keys(api.securitySchemes).length > 0 ? [allOf(api.securitySchemes)] : [],
    parameters,
    responses: { '200': { description: 'The file.', content }, ...failuresOf(api, [...api.commonRefusals, ...own]) },
  }
}

export const allOf = (schemes: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.keys(schemes).map((name): [string, readonly string[]] => [name, []]))

function webhookOf(summary: string, body: JsonSchema, type: string) {
  return {
    post: {
      operationId: type,
      summary,
      requestBody: { required: true, content: json(body) },
      responses: { '2XX': { description: 'Received.' }, default: { description: 'Sent again later.' } },
    },
  }
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>

/** An API of the contract as an OpenAPI 3.1 document, without its files. */
export function openApiDocument(api: DescribedApi, { version, serverUrl }: Place) {
  const schemas = new SchemaWriter(namesOf(api.modules, api.componentNotes), api.notes)
  const names = new Map(Object.entries(api.modules).map(([name, value]): [unknown, string] => [value, name]))
  schemas.write(Failure, 'output', 'Failure')
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {}
  for (const call of api.calls) {
    const name = names.get(call)
    if (name === undefined) throw new Error(`${call.path} is not exported by a module that its document reads`)
    const method = call.method === 'GET' ? 'get' : 'post'
    const path = templateOf(call)
    paths[path] = { ...paths[path], [method]: operationOf(api, name, call, schemas) }
  }
  const webhooks = Object.entries(api.webhooks).map(
    ([type, { summary, body }]) => [type, webhookOf(summary, schemas.write(body, 'output', type), type)] as const,
  )
  return {
    openapi: '3.1.1',
    info: { title: api.title, version },
    servers: [{ url: serverUrl }],
    tags: [...new Set(api.calls.map(tagOf))].map((name) => ({ name })),
    paths,
    ...(webhooks.length > 0 && { webhooks: Object.fromEntries(webhooks) }),
    components: { schemas: schemas.components, securitySchemes: api.securitySchemes },
  }
}

/** The document for programs, with the files that are no calls of the contract. */
export const withFiles = (document: OpenApiDocument, api: DescribedApi) => ({
  ...document,
  paths: {
    ...document.paths,
    ...Object.fromEntries(Object.entries(api.files).map(([path, file]) => [path, { get: fileOf(api, path, file) }])),
  },
})
