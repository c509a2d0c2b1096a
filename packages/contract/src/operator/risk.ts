import * as z from 'zod/mini'
import { AgentStatus } from '../agent/agent.ts'
import { transactionTypes } from '../agent/payments.ts'
import { cashId, latitude, longitude, operatorLimit, pageOf, seconds, text } from '../fields.ts'
import { Money } from '../money.ts'
import { operatorCall } from './roles.ts'

/**
 * `identical_location`: exactly the same location for days. `impossible_travel`: faster from one location to the next than a
 * plane. `low_accuracy`: most locations are less accurate than the allowed area. `shared_device`, `shared_ip`:
 * several agents confirm from one browser or IP address. `circular_payments`: one player repeatedly deposits and withdraws about
 * the same amount at one agent.
 */
export const riskKinds = [
  'identical_location',
  'impossible_travel',
  'low_accuracy',
  'shared_device',
  'shared_ip',
  'circular_payments',
] as const
export type RiskKind = (typeof riskKinds)[number]

/** A signal loses its weight over this many days. */
export const RISK_DAYS = 30

const roles = ['risk', 'admin'] as const

const agentFields = {
  agent_id: z.string(),
  cash_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  status: AgentStatus,
  channel: z.string(),
  /** The sum of weight × (1 − days since the last evidence ÷ 30) over all signals that are not dismissed. */
  score: z.number(),
}

export const RankedAgent = z.object({
  ...agentFields,
  kinds: z.array(z.enum(riskKinds)),
  last_at: seconds,
})
export type RankedAgent = z.infer<typeof RankedAgent>

export const listRiskAgents = operatorCall('GET /risk/agents', roles, {
  readsReplica: true,
  summary:
    'List agents with risk signals, highest score first. The score is the sum of weight × (1 − age ÷ 30 days) over all signals that are not dismissed; the age is that of the last evidence. All pages show the scores at the time of the first page.',
  input: z.strictObject({
    kind: z.optional(z.enum(riskKinds)),
    limit: operatorLimit,
    cursor: z.optional(z.string().check(z.regex(/^\d{1,12}-\d{1,12}-\d{1,15}$/))),
  }),
  output: pageOf(RankedAgent),
})

const Fact = z.union([z.number(), z.string(), z.boolean()])

export const RiskSignal = z.object({
  id: z.string(),
  kind: z.enum(riskKinds),
  /** The device, IP address or player; empty for signals about the agent alone. */
  subject: z.string(),
  weight: z.int(),
  first_at: seconds,
  last_at: seconds,
  facts: z.record(z.string(), Fact),
  /** The agent's confirmations that are the evidence, newest first, at most 50. */
  confirmations: z.array(
    z.object({
      number: z.int(),
      transaction_id: z.string(),
      type: z.enum(transactionTypes),
      amount: Money,
      player_id: z.string(),
      at: seconds,
      geo_lat: z.nullable(latitude),
      geo_lon: z.nullable(longitude),
      accuracy_m: z.nullable(z.number()),
      ip: z.nullable(z.string()),
    }),
  ),
  /** Other agents on the same device or IP address, with their last confirmation there. */
  other_agents: z.array(z.object({ cash_id: z.string(), transaction_id: z.string(), at: seconds })),
  dismissed: z.nullable(z.object({ at: seconds, by: z.string(), reason: z.string() })),
  version: z.int(),
})
export type RiskSignal = z.infer<typeof RiskSignal>

export const readRiskAgent = operatorCall('GET /risk/agents/:cash_id', roles, {
  summary:
    'List the risk signals of one agent with their evidence, newest first, including dismissed ones; at most 200.',
  input: z.strictObject({ cash_id: cashId }),
  output: z.object({ agent: z.object({ ...agentFields, signals: z.array(RiskSignal) }) }),
  refusals: ['not_found'],
})

export const dismissRiskSignal = operatorCall('POST /risk/signals/:signal_id/dismiss', roles, {
  summary: 'Dismiss a signal. It no longer counts towards the score. New evidence opens it again.',
  input: z.strictObject({ signal_id: z.uuid(), version: z.int(), reason: text(500) }),
  output: z.object({ signal: RiskSignal }),
  refusals: ['not_found', 'version_conflict'],
})
