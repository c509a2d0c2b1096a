import * as account from '../account.ts'
import * as agent from '../agent.ts'
import { agentApi } from '../agent-api.ts'
import * as auth from '../auth.ts'
import * as endpoints from '../endpoint.ts'
import * as files from '../files.ts'
import * as forecast from '../forecast.ts'
import * as money from '../money.ts'
import * as notices from '../notices.ts'
import * as payments from '../payments.ts'
import * as receipts from '../receipts.ts'
import type { RefusalCode } from '../refusals.ts'
import * as statement from '../statement.ts'
import * as tools from '../tools.ts'
import * as user from '../user.ts'
import { agentNotes, componentNotes } from './agent-notes.ts'
import { type DescribedApi, idempotencyHeader, languageHeader } from './document.ts'

const modules = {
  ...endpoints,
  ...account,
  ...agent,
  ...money,
  ...auth,
  ...tools,
  ...user,
  ...payments,
  ...notices,
  ...forecast,
  ...receipts,
  ...statement,
  ...files,
}
const commonRefusals = [
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

export const describedAgentApi: DescribedApi = {
  title: 'Cashbox agent API',
  calls: agentApi,
  modules,
  notes: agentNotes,
  componentNotes,
  commonRefusals,
  canRefuse: ({ access, duringMaintenance }, code) =>
    (code !== 'not_signed_in' || access === 'agent') && (code !== 'maintenance' || !duringMaintenance),
  statusNotes: {
    403: "The agent's status does not allow this.",
    422: 'The request has invalid fields, or maintenance is under way.',
  },
  securityOf: ({ access }) => (access === 'agent' ? [{ session: [] }] : []),
  securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
  headersOf: ({ idempotent }) => (idempotent ? [languageHeader, idempotencyHeader] : [languageHeader]),
  describe: () => null,
  files: {},
  webhooks: {},
}
