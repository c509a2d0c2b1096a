import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import * as account from './account.ts'
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
const typedId = { description: 'Spaces, dashes and lowercase letters are accepted.', pattern: '^[0-9A-Za-z_\\s-]+$' }
const LAST_SECOND_OF_9999 = 253_402_300_799
const passwordRule = 'At least 6 characters and three character types among uppercase, lowercase, numbers and symbols.'

/** Descriptions that a schema can't carry: of `field` everywhere, or of `owner.field` in one component or call. */
const fieldNotes: Readonly<Record<string, string | FieldNote>> = {
  password: 'Used exactly as sent.',
  'register.password': passwordRule,
  'resetPassword.password': passwordRule,
  'changePassword.password': passwordRule,
  session_id: 'Default: all other sessions.',
  is_current: 'The session that makes this call.',
  rememberMe: 'Keeps the session longer.',
  hash: 'The single-use secret from the link in the e-mail.',
  fingerprint: 'Device fingerprint of the browser. Stored for review, never trusted.',
  captcha_type: 'The active bot check, as returned by `/tools/captcha`.',
  captcha_id: 'The action of the bot check: `login`, `signup` or `demo`.',
  captcha_text: 'The token of the bot check. Required while a check is active.',
  recaptcha_site_key: 'Null if reCAPTCHA is not used.',
  action: 'The action of the bot check. Without it, no challenge is returned.',
  language: 'The language of the texts.',
  only: '`changes` returns only the texts that an operator has changed.',
  challenge: 'The proof of work to solve, or null.',
  country_code: 'Two-letter ISO 3166-1 code from `/tools/dictionaries`.',
  phone: 'Without the country code.',
  'User.phone': 'With the country code.',
  messenger: 'A code from `/tools/dictionaries`.',
  messenger_id: 'User name or number in the messenger.',
  timezone: 'IANA time zone name.',
  geo_lat: 'Latitude in degrees, as a decimal string.',
  geo_lon: 'Longitude in degrees, as a decimal string.',
  geo_accuracy: 'Accuracy in metres, as reported by the browser. Stored for review.',
  geo_at: 'Time of the position, in seconds since the epoch.',
  geo_area: 'Radius of the allowed area, in metres.',
  token: 'The bearer token, or null while the e-mail address is not verified.',
  'User.note': 'Note from the operator to the agent.',
  has_block: 'True for pending, rejected and blocked agents, who cannot see history and statistics.',
  cash_id: 'The Cashbox ID, which the agent gives to the manager.',
  is_off_maintenance: 'False during maintenance. Most calls are then refused.',
  translations: 'Texts nested by screen, in ICU message format.',
  wallet: 'The address to send to, or null if the payment is made on the provider’s page.',
  min_deposit: 'Minimum amount in the coin.',
  offset_percent: 'Added to the rate, in percent. Can be negative.',
  rate: 'Channel currency per coin.',
  'PaymentConfirmation.transaction_id': typedId,
  'lookUpTransaction.transaction_id': typedId,
  security_code: 'Withdrawals only: the code from the player.',
  customer: 'Masked player ID.',
  fee: "The agent's fee for this transaction.",
  state: '`confirmed` is shown only to the agent who confirmed it.',
  expires_at: 'Seconds since the epoch.',
  finished_at: 'Seconds since the epoch.',
  from: {
    description: 'Start of the period, in seconds since the epoch. Default: from the start.',
    maximum: LAST_SECOND_OF_9999,
  },
  to: {
    description: 'End of the period (included), in seconds since the epoch. Default: now.',
    maximum: LAST_SECOND_OF_9999,
  },
  'listHistory.type': 'Default: both types.',
  limit: { description: 'Maximum number of items.', minimum: 1, maximum: 100 },
  before: 'ID of the last item on the previous page. Default: start with the newest.',
  offset: { description: 'Number of items to skip.', maximum: 1_000_000_000 },
  'Failure.message': 'Text for people, in the language of the request.',
  'Failure.errors': 'Texts for people, per field.',
  'Failure.code': 'Error code for programs. The same in every language.',
  request_id: 'Give this ID to support.',
}

const componentNotes: Readonly<Record<string, string>> = {
  AmountInput: 'Amount above 0 and below 10^12 with at most two decimals, as a string or a number.',
  Money: 'Amount as a decimal string with exactly two decimals.',
  Nothing: 'An empty object.',
  Failure: 'The body of every error response.',
}

const modules = { ...endpoints, ...account, ...agent, ...money, ...auth, ...tools, ...user, ...payments }
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
const languageHeader = optionalHeader('x-language', 'Language of the texts in the response.', {
  type: 'string',
  enum: languages,
  default: defaultLanguage,
})
const idempotencyHeader = optionalHeader(
  'Idempotency-Key',
  'Repeating the same key and body returns the first response. A different body is refused.',
  { type: 'string', minLength: 1, maxLength: 255 },
)

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
type Answer = { readonly description: string; readonly headers?: object; readonly content: ReturnType<typeof json> }
const header = (description: string, type: string) => ({ description, schema: { type } })

type Status = (typeof refusals)[RefusalCode]['status']
const failures: Readonly<Record<Status, { description: string; headers?: object }>> = {
  400: { description: 'The request is malformed.' },
  401: { description: 'No valid session.' },
  403: { description: "The agent's status does not allow this." },
  404: { description: 'Not found.' },
  405: { description: 'This method is not allowed.', headers: { Allow: header('Allowed methods.', 'string') } },
  409: { description: 'Conflict with an earlier request.' },
  413: { description: 'The body is too large.' },
  415: { description: 'The body is not JSON.' },
  422: { description: 'The request has invalid fields, or maintenance is under way.' },
  429: { description: 'Too many attempts.', headers: { 'Retry-After': header('Seconds to wait.', 'integer') } },
  500: { description: 'Server error.' },
  503: { description: 'The server is busy. Try again in a moment.' },
}

/** The refusals that any call can return, in addition to its own. */
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

const replayedHeader = { 'Idempotency-Replayed': header('`true` if this response was sent before.', 'string') }

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
    ...(call.duringMaintenance && { description: 'Also available during maintenance.' }),
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
