import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import * as agent from './agent.ts'
import { agentApi } from './agent-api.ts'
import * as auth from './auth.ts'
import * as endpoints from './endpoint.ts'
import { defaultLanguage, languages } from './languages.ts'
import * as money from './money.ts'
import * as payments from './payments.ts'
import { type RefusalCode, refusals } from './refusals.ts'
import * as tools from './tools.ts'
import * as user from './user.ts'

/** The part of JSON Schema that the contract comes out in. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>
export type Operation = ReturnType<typeof operationOf>

type FieldNote = Pick<JsonSchema, 'description' | 'pattern' | 'minimum' | 'maximum'>
type Components = Record<string, JsonSchema>

// The schema's own pattern is that of the ID after it was put right.
const typedId = { description: 'Spaces, dashes and small letters are put right.', pattern: '^[0-9A-Za-z_\\s-]+$' }
const LAST_SECOND_OF_9999 = 253_402_300_799
const passwordRule = 'At least 6 characters and three character types among uppercase, lowercase, numbers and symbols.'

/** What a schema can't say of a field: `field` anywhere, or `owner.field` in one component or call. */
const fieldNotes: Readonly<Record<string, string | FieldNote>> = {
  password: 'Taken exactly as typed.',
  'register.password': passwordRule,
  'resetPassword.password': passwordRule,
  rememberMe: 'Keeps the session for longer.',
  hash: 'The single-use secret of the link that was sent by e-mail.',
  fingerprint: 'What the browser says of itself. Never trusted.',
  captcha_type: 'The bot check in force, as `/tools/captcha` answers it.',
  captcha_id: 'The action that the bot check was made for: `login`, `signup` or `demo`.',
  captcha_text: 'The token of the bot check. While a check is in force, the call is refused without it.',
  recaptcha_site_key: 'Null where another check, or none, is in force.',
  action: 'What the bot check is for. Left out: no challenge.',
  language: 'The language of the words.',
  only: '`changes` for nothing but what the operator says otherwise: for an app that has the rest built in.',
  challenge: 'The proof of work to solve; null where there is none.',
  country_code: 'ISO 3166-1, two letters, from `/tools/dictionaries`.',
  phone: 'As dialled in the country, without its code.',
  'User.phone': 'With the country code.',
  messenger: 'A code from `/tools/dictionaries`.',
  messenger_id: 'The name or number there.',
  timezone: 'IANA name.',
  geo_lat: 'Latitude in degrees, a string of plain decimals.',
  geo_lon: 'Longitude in degrees, a string of plain decimals.',
  geo_accuracy: 'Metres, as the browser claims. Kept for review.',
  geo_at: 'When the browser took the position, in seconds since the epoch.',
  geo_area: 'How far from the point the agent may confirm, in metres.',
  token: 'The bearer token; null while the e-mail address is not verified.',
  'User.note': 'What the operator wrote to the agent.',
  has_block: 'History and statistics are closed: so for pending, rejected and blocked agents.',
  cash_id: 'The number to give the manager.',
  is_off_maintenance: 'False while maintenance is under way. Most calls are then refused.',
  translations: 'Nested by screen; the leaves are ICU messages.',
  wallet: 'The address to send to; null where the provider’s own page takes over.',
  min_deposit: 'In the coin.',
  offset_percent: 'What is added to the rate, or taken from it, in percent.',
  rate: 'Channel currency for one coin.',
  'PaymentConfirmation.transaction_id': typedId,
  'lookUpTransaction.transaction_id': typedId,
  security_code: 'Withdrawals only: the code that the player tells.',
  customer: 'The player, masked.',
  fee: 'What the agent earns by confirming.',
  state: '`confirmed` only to the agent who confirmed it.',
  expires_at: 'Seconds since the epoch.',
  finished_at: 'Seconds since the epoch.',
  from: { description: 'First second, since the epoch. Left out: from the start.', maximum: LAST_SECOND_OF_9999 },
  to: { description: 'Last second, since the epoch. Left out: until now.', maximum: LAST_SECOND_OF_9999 },
  'listHistory.type': 'Left out: both types.',
  limit: { description: 'How many at most.', minimum: 1, maximum: 100 },
  before: 'The id of the last one on the page before. Left out: from the newest on.',
  offset: { description: 'How many of the newest to leave out.', maximum: 1_000_000_000 },
  'Failure.message': 'For people, in the language of the request.',
  'Failure.errors': 'For people, beside each field.',
  'Failure.code': 'For programs. The same in every language.',
  request_id: 'Names this request to support.',
}

const componentNotes: Readonly<Record<string, string>> = {
  AmountInput: 'Decimal with at most two decimals, above 0 and below 10^12, as a string or a number.',
  Money: 'Decimal string with exactly two decimals.',
  Nothing: 'An empty object.',
  Failure: 'The body of every answer that is not a success.',
}

const modules = { ...endpoints, ...agent, ...money, ...auth, ...tools, ...user, ...payments }
const named = z.registry<{ id: string; description?: string }>()
for (const [id, value] of Object.entries(modules)) {
  const description = componentNotes[id]
  if (value instanceof z.ZodMiniType) named.add(value, description === undefined ? { id } : { id, description })
}

/** Schemas that the contract exports become components of the same name; `components` gathers them. */
function schemaOf(schema: ZodMiniType, io: 'input' | 'output', owner: string, components: Components): JsonSchema {
  // Wrapped, so that an exported schema comes out as a reference at the top as well.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    metadata: named,
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod
      if (def.type === 'default') jsonSchema.default = def.defaultValue
    },
  }) as unknown as { properties: { schema: JsonSchema }; $defs?: Components }
  for (const [name, definition] of Object.entries($defs)) {
    const component = polish(definition, name)
    const known = components[name]
    if (known && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`${name} has two meanings`)
    components[name] = component
  }
  return polish(properties.schema, owner)
}

const DIGITS = '^\\d{1,15}$'

/** References into the document, digits of a query as whole numbers, and a note beside each field. */
function polish({ $ref, properties, items, anyOf, ...rest }: JsonSchema, owner: string): JsonSchema {
  const { pattern, ...plain } = rest
  const polished: JsonSchema = {
    ...($ref && { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }),
    ...(pattern === DIGITS ? { ...plain, type: 'integer', minimum: 0 } : rest),
    ...(properties && { properties: polishFields(properties, owner) }),
    ...(items && { items: polish(items, owner) }),
    ...(anyOf && { anyOf: anyOf.map((option) => polish(option, owner)) }),
  }
  return Object.fromEntries(Object.entries(polished).filter(([, value]) => !isLimitOfNumbers(value)))
}

function polishFields(fields: Components, owner: string): Components {
  const polished = Object.entries(fields).map(([name, field]) => {
    const note = fieldNotes[`${owner}.${name}`] ?? fieldNotes[name]
    return [name, { ...polish(field, owner), ...(typeof note === 'string' ? { description: note } : note) }]
  })
  return Object.fromEntries(polished) as Components
}

const isLimitOfNumbers = (value: unknown) => value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER

const optionalHeader = (name: string, description: string, schema: JsonSchema): Parameter => {
  return { name, in: 'header', required: false, description, schema }
}
const languageHeader = optionalHeader('x-language', 'The language of the texts in the answer.', {
  type: 'string',
  enum: languages,
  default: defaultLanguage,
})
const idempotencyHeader = optionalHeader(
  'Idempotency-Key',
  'The same key with the same body gets the first answer again; with another body it is refused.',
  { type: 'string', minLength: 1, maxLength: 255 },
)

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
type Answer = { readonly description: string; readonly headers?: object; readonly content: ReturnType<typeof json> }
const header = (description: string, type: string) => ({ description, schema: { type } })

type Status = (typeof refusals)[RefusalCode]['status']
const failures: Readonly<Record<Status, { description: string; headers?: object }>> = {
  400: { description: 'The request can’t be read.' },
  401: { description: 'There is no valid session.' },
  403: { description: 'The agent may not do this in their present status.' },
  404: { description: 'There is nothing at this address.' },
  405: { description: 'The address takes another method.', headers: { Allow: header('Those it takes.', 'string') } },
  409: { description: 'The request was taken before.' },
  413: { description: 'The body is too large.' },
  415: { description: 'The body is not JSON.' },
  422: { description: 'Something in the request must be put right, or maintenance is under way.' },
  429: { description: 'Too many attempts.', headers: { 'Retry-After': header('Seconds to wait.', 'integer') } },
  500: { description: 'A fault of the server.' },
  503: { description: 'The server is busy. Worth trying again in a moment.' },
}

/** The refusals that any call can meet, beyond its own. */
export const commonRefusals = [
  'malformed_request',
  'not_signed_in',
  'method_not_allowed',
  'too_large',
  'unsupported_media_type',
  'invalid_fields',
  'maintenance',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly RefusalCode[]

function refusalsOf({ access, duringMaintenance, refusals: own }: endpoints.Endpoint): RefusalCode[] {
  const isMet = (code: RefusalCode) =>
    (code !== 'not_signed_in' || access === 'agent') && (code !== 'maintenance' || !duringMaintenance)
  return [...new Set([...commonRefusals.filter(isMet), ...own])]
}

function failuresOf(call: endpoints.Endpoint) {
  const byStatus = Object.groupBy(refusalsOf(call), (code) => refusals[code].status)
  const answers = Object.entries(byStatus).map(([status, codes]) => {
    const { description, headers } = failures[Number(status) as Status]
    const answer = {
      description: `${description} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      ...(headers && { headers }),
      content: json({ $ref: '#/components/schemas/Failure', properties: { code: { enum: codes } } }),
    }
    return [status, answer] as const
  })
  return Object.fromEntries(answers)
}

const replayedHeader = { 'Idempotency-Replayed': header('`true` when the answer was given before.', 'string') }

function successOf(call: endpoints.Endpoint, name: string, components: Components) {
  const properties = { payload: schemaOf(call.output, 'output', name, components) }
  return {
    description: 'Success.',
    ...(call.idempotent && { headers: replayedHeader }),
    content: json({ type: 'object', properties, required: ['payload'] }),
  }
}

const queryOf = ({ properties = {}, required = [] }: JsonSchema): Parameter[] =>
  Object.entries(properties).map(([name, { description = '', ...schema }]) => {
    return { name, in: 'query', required: required.includes(name), description, schema }
  })

const bodyOf = (schema: JsonSchema, components: Components) => {
  const { required = [] } = (schema.$ref && components[schema.$ref.split('/').at(-1) ?? '']) || schema
  return { required: required.length > 0, content: json(schema) }
}

const tagOf = ({ path }: endpoints.Endpoint) => path.split('/')[1] ?? ''

const names = new Map(Object.entries(modules).map(([name, value]): [unknown, string] => [value, name]))

function operationOf(call: endpoints.Endpoint, components: Components) {
  const name = names.get(call)
  if (name === undefined) throw new Error(`${call.path} is not exported by a module that openapi.ts reads`)
  const input = schemaOf(call.input, 'input', name, components)
  const headers = call.idempotent ? [languageHeader, idempotencyHeader] : [languageHeader]
  return {
    operationId: name,
    summary: call.summary,
    ...(call.duringMaintenance && { description: 'Answers during maintenance too.' }),
    tags: [tagOf(call)],
    security: call.access === 'agent' ? [{ session: [] }] : [],
    parameters: call.method === 'GET' ? [...queryOf(input), ...headers] : headers,
    ...(call.method === 'POST' && { requestBody: bodyOf(input, components) }),
    responses: { '200': successOf(call, name, components), ...failuresOf(call) } as Readonly<Record<string, Answer>>,
  }
}

/** The agent API as an OpenAPI 3.1 document; `serverUrl` is where the calls are, with the API base. */
export function openApiDocument({ title, version, serverUrl }: Record<'title' | 'version' | 'serverUrl', string>) {
  const schemas: Components = {}
  schemaOf(endpoints.Failure, 'output', 'Failure', schemas)
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {}
  for (const call of agentApi) {
    const method = call.method === 'GET' ? 'get' : 'post'
    paths[call.path] = { ...paths[call.path], [method]: operationOf(call, schemas) }
  }
  return {
    openapi: '3.1.1',
    info: { title, version },
    servers: [{ url: serverUrl }],
    tags: [...new Set(agentApi.map(tagOf))].map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
  }
}
