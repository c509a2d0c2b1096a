import * as account from '../account.ts'
import type { Endpoint } from '../endpoint.ts'
import { Failure, Nothing } from '../endpoint.ts'
import * as money from '../money.ts'
import * as operator from '../operator/index.ts'
import type { RefusalCode } from '../refusals.ts'
import { componentNotes } from './agent-notes.ts'
import { type DescribedApi, languageHeader, type Parameter } from './document.ts'
import type { Notes } from './schema.ts'

const commonRefusals = [
  'malformed_request',
  'not_signed_in',
  'role_not_allowed',
  'cross_site',
  'not_found',
  'method_not_allowed',
  'too_large',
  'unsupported_media_type',
  'invalid_fields',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly RefusalCode[]

const consoleHeader: Parameter = {
  name: 'x-cashbox-console',
  in: 'header',
  required: true,
  description: 'Any value. It shows that no form of another site made the call.',
  schema: { type: 'string', minLength: 1 },
}

const notes: Notes = {
  limit: { description: 'Maximum number of items.', minimum: 1, maximum: 200 },
  cursor: '`next_cursor` of the previous page. Default: start at the beginning.',
  next_cursor: 'Null on the last page.',
  version: 'The version that was read. Refused if another operator has changed it since.',
  cash_id: 'The number of the cashbox.',
  transaction_id: 'What the player shows to the agent.',
  reference: "The partner's own name for it.",
  created_at: 'Seconds since the epoch.',
  'Failure.message': 'Text for people, in the language of the request.',
  'Failure.errors': 'Texts for people, per field.',
  'Failure.code': 'Error code for programs. The same in every language.',
  request_id: 'Names the request in the log.',
}

const roles = new Map<Endpoint, operator.OperatorCall[1]>(operator.operatorApi)

function describe(call: Endpoint): string {
  const who = roles.get(call) ?? 'anyone'
  if (who === 'anyone') return 'Needs no session.'
  if (who === 'unfinished') return 'A session that still lacks its second factor is enough.'
  return `For the roles ${who.map((role) => `\`${role}\``).join(', ')}.`
}

/** `comments` are those of the contract's fields. */
export const describeOperatorApi = (comments: Notes): DescribedApi => ({
  title: 'Cashbox operator API',
  calls: operator.operatorApi.map(([call]) => call),
  modules: { ...account, ...money, Failure, Nothing, ...operator },
  notes: { ...notes, ...comments },
  componentNotes,
  commonRefusals,
  canRefuse: (call, code) => {
    if (code === 'not_signed_in' || code === 'role_not_allowed') return roles.get(call) !== 'anyone'
    if (code === 'cross_site') return call.method === 'POST'
    return code !== 'not_found' || call.path.includes(':')
  },
  statusNotes: { 403: 'The role may not do this, or the call comes from another site.' },
  securityOf: (call) => (roles.get(call) === 'anyone' ? [] : [{ session: [] }]),
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'cashbox-operator',
      description: 'Set by logging in. Over TLS its name is `__Host-cashbox-operator`.',
    },
  },
  headersOf: ({ method }) => (method === 'POST' ? [consoleHeader, languageHeader] : [languageHeader]),
  describe,
  files: {},
  webhooks: {},
})
