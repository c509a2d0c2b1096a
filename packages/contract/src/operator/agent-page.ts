import * as z from 'zod/mini'
import { transactionTypes } from '../agent/payments.ts'
import { Topup } from '../agent/user.ts'
import { latitude, longitude, operatorLimit, pageOf, runningNumber, seconds, text } from '../fields.ts'
import { Money } from '../money.ts'
import { operatorCall, operatorRoles } from './roles.ts'

const agent_id = z.uuid()
const byId = z.strictObject({ agent_id, limit: operatorLimit, cursor: z.optional(z.uuid()) })
const byNumber = z.strictObject({
  agent_id,
  limit: operatorLimit,
  cursor: z.optional(runningNumber),
})

export const AgentNote = z.object({ id: z.string(), author: z.string(), text: z.string(), written_at: seconds })
export type AgentNote = z.infer<typeof AgentNote>

export const listAgentNotes = operatorCall('GET /agents/:agent_id/notes', operatorRoles, {
  summary: 'Internal notes of operators about an agent, newest first. The agent never sees them.',
  input: byId,
  output: pageOf(AgentNote),
  refusals: ['not_found'],
})

export const addAgentNote = operatorCall('POST /agents/:agent_id/notes', operatorRoles, {
  summary: 'Add an internal note. Notes cannot be changed or deleted.',
  input: z.strictObject({ agent_id, text: text(2000) }),
  output: z.object({ note: AgentNote }),
  refusals: ['not_found'],
})

export const AgentSession = z.object({
  id: z.string(),
  created_at: seconds,
  last_seen_at: seconds,
  expires_at: seconds,
  /** Null unless it was ended by a log-out or an operator. */
  ended_at: z.nullable(seconds),
  /** Neither ended nor expired. */
  is_active: z.boolean(),
  remember: z.boolean(),
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  fingerprint: z.nullable(z.string()),
  /** Always 1: all that can change is that it ends. */
  version: z.int(),
})
export type AgentSession = z.infer<typeof AgentSession>

export const listAgentSessions = operatorCall('GET /agents/:agent_id/sessions', operatorRoles, {
  readsReplica: true,
  summary: 'Sessions of an agent, newest first.',
  input: byId,
  output: pageOf(AgentSession),
  refusals: ['not_found'],
})

export const endAgentSession = operatorCall(
  'POST /agents/:agent_id/sessions/:session_id/end',
  ['support', 'risk', 'admin'],
  {
    summary: 'End one session of an agent immediately.',
    input: z.strictObject({ agent_id, session_id: z.uuid() }),
    refusals: ['not_found'],
  },
)

export const endAgentSessions = operatorCall('POST /agents/:agent_id/sessions/end', ['support', 'risk', 'admin'], {
  summary: 'End all sessions of an agent immediately.',
  input: z.strictObject({ agent_id }),
  output: z.object({ ended: z.int() }),
  refusals: ['not_found'],
})

export const AgentLocation = z.object({
  number: z.int(),
  transaction_id: z.string(),
  at: seconds,
  geo_lat: z.nullable(latitude),
  geo_lon: z.nullable(longitude),
  /** From the current point. */
  distance_m: z.nullable(z.int()),
  /** As reported by the browser. */
  accuracy_m: z.nullable(z.number()),
  age_s: z.nullable(z.int()),
  ip: z.nullable(z.string()),
  session_id: z.nullable(z.string()),
})
export type AgentLocation = z.infer<typeof AgentLocation>

export const listAgentLocations = operatorCall('GET /agents/:agent_id/locations', operatorRoles, {
  readsReplica: true,
  summary:
    'Locations of an agent at each confirmation, newest first. `cursor` is the number of the last item on the previous page.',
  input: byNumber,
  output: pageOf(AgentLocation),
  refusals: ['not_found'],
})

export const AgentConfirmation = z.object({
  number: z.int(),
  transaction_id: z.string(),
  type: z.enum(transactionTypes),
  amount: Money,
  fee: Money,
  fee_bp: z.int(),
  player_id: z.string(),
  finished_at: seconds,
  reversed_at: z.nullable(seconds),
})
export type AgentConfirmation = z.infer<typeof AgentConfirmation>

export const listAgentConfirmations = operatorCall('GET /agents/:agent_id/confirmations', operatorRoles, {
  readsReplica: true,
  summary: 'Confirmations of an agent, newest first. `cursor` is the number of the last item on the previous page.',
  input: byNumber,
  output: pageOf(AgentConfirmation),
  refusals: ['not_found'],
})

export const listAgentTopups = operatorCall('GET /agents/:agent_id/topups', operatorRoles, {
  readsReplica: true,
  summary: 'Top-ups of an agent, newest first.',
  input: byId,
  output: pageOf(Topup),
  refusals: ['not_found'],
})
