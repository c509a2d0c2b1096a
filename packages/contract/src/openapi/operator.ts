import * as account from '../agent/account.ts'
import { type Endpoint, Failure, Nothing } from '../endpoint.ts'
import * as money from '../money.ts'
import * as operator from '../operator/index.ts'
import { type DescribedApi, everyNote, everyRefusal, header, languageHeader } from './document.ts'
import type { Notes } from './schema.ts'

const consoleHeader = {
  ...header('x-cashbox-console', 'Any value. It shows that no form of another site made the call.'),
  required: true,
}

const notes: Notes = {
  ...everyNote,
  limit: { description: 'Maximum number of items.', minimum: 1, maximum: 200 },
  cursor: '`next_cursor` of the previous page. Default: start at the beginning.',
  version: 'The version that was read. Refused if another operator has changed it since.',
  cash_id: 'The number of the cashbox.',
  transaction_id: 'What the player shows to the agent.',
  reference: "The partner's own name for it.",
  request_id: 'Names the request in the log.',
}

const roles = new Map<Endpoint, operator.OperatorAccess>(operator.operatorApi.map((call) => [call, call.roles]))

function describe(call: Endpoint): string {
  const who = roles.get(call) ?? 'anyone'
  if (who === 'anyone') return 'Needs no session.'
  if (who === 'unfinished') return 'A session that still lacks its second factor is enough.'
  return `For the roles ${who.map((role) => `\`${role}\``).join(', ')}.`
}

/** `comments` are those of the contract's fields. */
export const describeOperatorApi = (comments: Notes): DescribedApi => ({
  title: 'Cashbox operator API',
  calls: operator.operatorApi,
  modules: { ...account, ...money, Failure, Nothing, ...operator },
  notes: { ...notes, ...comments },
  commonRefusals: [...everyRefusal, 'not_signed_in', 'role_not_allowed', 'cross_site', 'not_found'],
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
})
