import type { ZodMiniType } from 'zod/mini'
import { type Endpoint, Failure, type FileType, fileTypes, Nothing } from '../endpoint.ts'
import { defaultLanguage, languages } from '../languages.ts'
import { type RefusalCode, refusals } from '../refusals.ts'
import { type JsonSchema, type Notes, type Samples, SchemaWriter } from './schema.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'header' | 'path'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

/** `answer`: what we read of the response; without it only the status counts. */
interface SentRequest {
  readonly summary: string
  readonly body: ZodMiniType
  readonly answer?: ZodMiniType
}

/** An API of the contract, with what its document says about it. */
export interface DescribedApi {
  readonly title: string
  readonly calls: readonly Endpoint[]
  /** The exports that give calls and components their names. */
  readonly modules: Readonly<Record<string, unknown>>
  readonly notes: Notes
  /** The refusals that any call can return, in addition to its own. */
  readonly commonRefusals: readonly RefusalCode[]
  readonly canRefuse: (call: Endpoint, code: RefusalCode) => boolean
  /** What a status means here, where that is not the same in every API. */
  readonly statusNotes: Readonly<Partial<Record<Status, string>>>
  readonly securityOf: (call: Endpoint) => readonly Readonly<Record<string, readonly string[]>>[]
  readonly securitySchemes: Readonly<Record<string, object>>
  readonly headersOf: (call: Endpoint) => readonly Parameter[]
  /** The headers of every answer with this status. */
  readonly answerHeaders?: (status: number) => object
  /** Who may make the call, in words. */
  readonly describe?: (call: Endpoint) => string
  /** What is sent to the caller, by its name. */
  readonly webhooks?: Readonly<Record<string, SentRequest>>
}

export const header = (name: string, description: string, schema: JsonSchema = { type: 'string' }): Parameter => {
  return { name, in: 'header', required: false, description, schema }
}
export const languageHeader = header('x-language', 'Language of the texts in the response.', {
  type: 'string',
  enum: languages,
  default: defaultLanguage,
})

/** Refusals that any call of any API can return. */
export const everyRefusal = [
  'malformed_request',
  'body_not_utf8',
  'method_not_allowed',
  'too_large',
  'unsupported_media_type',
  'invalid_fields',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly RefusalCode[]

export const everyNote: Notes = {
  AmountInput: 'Amount above 0 and below 10^12 with at most two decimals, as a string or a number.',
  AmountOrZeroInput: 'Amount from 0 and below 10^12 with at most two decimals, as a string or a number.',
  Money: {
    description: 'Amount as a decimal string. Today it always has two decimals; a later currency may have others.',
    pattern: '^-?\\d+(\\.\\d+)?$',
  },
  Nothing: 'An empty object.',
  Failure: 'The body of every error response.',
  'Failure.message': 'Text for people, in the language of the request.',
  'Failure.errors': 'Texts for people, per field.',
  'Failure.fields': 'For programs: the code of the first reason, per field.',
  'Failure.code': 'Error code for programs. The same in every language.',
  limit: { description: 'Maximum number of items.', minimum: 1, maximum: 100 },
  cursor: '`next_cursor` of the previous page. Default: start with the newest.',
  next_cursor: 'Null on the last page.',
}

/** By media type. */
type Content = Record<string, { schema: JsonSchema; example?: unknown }>
const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } })
interface Answer {
  readonly description: string
  readonly headers?: object
  readonly content: Content
}
export const answerHeader = (name: string, description: string, type: string) => ({
  [name]: { description, schema: { type } },
})

type Status = (typeof refusals)[RefusalCode]['status']
const failures: Readonly<Record<Status, string>> = {
  400: 'The request is malformed.',
  401: 'No valid session.',
  403: 'Not allowed.',
  404: 'Not found.',
  405: 'This method is not allowed.',
  409: 'Conflict with an earlier request.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The request has invalid fields, or can not be carried out.',
  429: 'Too many attempts.',
  500: 'Server error.',
  503: 'The server is busy. Try again in a moment.',
}
const failureHeaders: Readonly<Record<string, object>> = {
  415: answerHeader('Accept', 'What the body has to be: `application/json`.', 'string'),
  429: answerHeader('Retry-After', 'Seconds to wait.', 'integer'),
}

/** Of fields, in any call. */
export const everyFieldRefusal = ['required', 'invalid', 'too_long', 'unknown_field'] as const

const ofABody = new Set<RefusalCode>(['body_not_utf8', 'too_large', 'unsupported_media_type'])

/** A call is described under its method, and only a POST has a body. */
const canOccur = ({ method }: Endpoint, code: RefusalCode) =>
  code !== 'method_not_allowed' && (method === 'POST' || !ofABody.has(code))

function failuresOf(api: DescribedApi, call: Endpoint): Record<string, Answer> {
  const common = api.commonRefusals.filter((code) => canOccur(call, code) && api.canRefuse(call, code))
  const codes = [...common, ...call.refusals]
  const named = codes.filter((code) => 'field' in refusals[code])
  const fields = { enum: [...new Set<RefusalCode>([...everyFieldRefusal, ...call.fieldRefusals, ...named])] }
  const byStatus = Object.groupBy(new Set(codes), (code) => refusals[code].status)
  const answers = Object.entries(byStatus).map(([status, refused]) => {
    const said = api.statusNotes[Number(status) as Status] ?? failures[Number(status) as Status]
    const headers = { ...failureHeaders[status], ...api.answerHeaders?.(Number(status)) }
    const answer = {
      description: `${said} Codes: ${refused.map((code) => `\`${code}\``).join(', ')}.`,
      ...(Object.keys(headers).length > 0 && { headers }),
      content: json({
        $ref: '#/components/schemas/Failure',
        properties: { code: { enum: refused }, ...(status === '422' && { fields: { additionalProperties: fields } }) },
      }),
    }
    return [status, answer] as const
  })
  return Object.fromEntries(answers)
}

/** The fields that go in the query or the path. */
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

/** An answer without fields may get some one day, and a request may not. */
const nothing: JsonSchema = { type: 'object', description: 'An empty object.' }

const mediaTypeOf = (type: FileType) => fileTypes[type].split(';')[0] ?? ''

const tagOf = (path: string) => path.split('/')[1] ?? ''

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

function operationOf(api: DescribedApi, name: string, call: Endpoint, schemas: SchemaWriter): Operation {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, field = '']) => field)
  const input = schemas.write(call.input, 'input', name)
  // The fields in the path are the same in every form of a body.
  const own = parametersOf(input.oneOf?.[0] ?? input, inPath).filter(
    (one) => call.method === 'GET' || one.in === 'path',
  )
  const maintenance = call.duringMaintenance ? 'Also available during maintenance.' : ''
  const description = [api.describe?.(call) ?? '', maintenance].filter(Boolean).join(' ')
  const headers = {
    ...(call.idempotent && answerHeader('Idempotency-Replayed', '`true` if this response was sent before.', 'string')),
    ...api.answerHeaders?.(200),
  }
  const success: Answer = {
    description: call.files.length > 0 ? 'The file.' : 'Success.',
    ...(Object.keys(headers).length > 0 && { headers }),
    content:
      call.files.length > 0
        ? Object.fromEntries(call.files.map((type) => [mediaTypeOf(type), { schema: { type: 'string' } }]))
        : json({
            type: 'object',
            properties: { payload: call.output === Nothing ? nothing : schemas.write(call.output, 'output', name) },
            required: ['payload'],
          }),
  }
  return {
    operationId: name,
    summary: call.summary,
    ...(description !== '' && { description }),
    tags: [tagOf(call.path)],
    security: api.securityOf(call),
    parameters: [...own, ...api.headersOf(call)],
    ...(call.method === 'POST' && { requestBody: bodyOf(input, inPath, schemas) }),
    responses: { '200': success, ...failuresOf(api, call) },
  }
}

export const allOf = (schemes: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.keys(schemes).map((name): [string, readonly string[]] => [name, []]))

export type OpenApiDocument = ReturnType<typeof openApiDocument>

/** An API of the contract as an OpenAPI 3.1 document; `serverUrl` has the API base. */
export function openApiDocument(
  api: DescribedApi,
  { version, serverUrl, samples = {} }: { version: string; serverUrl: string; samples?: Samples },
) {
  const schemas = new SchemaWriter(api.modules, api.notes, samples)
  const names = new Map(Object.entries(api.modules).map(([name, value]): [unknown, string] => [value, name]))
  schemas.write(Failure, 'output', 'Failure')
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {}
  for (const call of api.calls) {
    const name = names.get(call)
    if (name === undefined) throw new Error(`${call.path} is not exported by a module that its document reads`)
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(api, name, call, schemas) }
  }
  const webhooks = Object.entries(api.webhooks ?? {}).map(([type, { summary, body, answer }]) => {
    const requestBody = { required: true, content: json(schemas.write(body, 'output', type)) }
    const responses = answer
      ? {
          '200': { description: 'Your answer.', content: json(schemas.write(answer, 'input', type)) },
          default: { description: 'Counts as no answer. Nothing is sent again.' },
        }
      : { '2XX': { description: 'Received.' }, default: { description: 'Sent again later.' } }
    return [type, { post: { operationId: type, summary, security: [], requestBody, responses } }] as const
  })
  return {
    openapi: '3.1.1',
    info: { title: api.title, version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: serverUrl }],
    tags: [...new Set(api.calls.map(({ path }) => tagOf(path)))].map((name) => ({ name })),
    paths,
    ...(webhooks.length > 0 && { webhooks: Object.fromEntries(webhooks) }),
    components: { schemas: schemas.components, securitySchemes: api.securitySchemes },
  }
}
