import * as z from 'zod/mini'
import { seconds, text } from '../fields.ts'
import { Money } from '../money.ts'
import { NetworkCode } from './channels.ts'
import { operatorCall, operatorRoles } from './roles.ts'

/** Steps of a chart, and how many of them it has: the newest is the current hour, day or month (UTC). */
export const chartSteps = { hour: 24, day: 30, month: 12 } as const
export type ChartStep = keyof typeof chartSteps

const step = z.enum(['hour', 'day', 'month'])
const Count = z.object({ count: z.int(), sum: Money })
const CountWithFee = z.object({ count: z.int(), sum: Money, fee: Money })

export const VolumePoint = z.object({
  /** Start of the hour, day or month. */
  at: seconds,
  deposits: CountWithFee,
  withdrawals: CountWithFee,
  /** Null for partners, who have none. */
  topups: z.nullable(Count),
})
export type VolumePoint = z.infer<typeof VolumePoint>

export const Volumes = z.object({
  /** When the figures were counted. Null before the first count. */
  as_of: z.nullable(seconds),
  currency_code: z.nullable(z.string()),
  /** Currencies that can be asked for. */
  currency_codes: z.array(z.string()),
  /** Oldest first, without gaps. Reversed transactions are not included. */
  points: z.array(VolumePoint),
  /** Sums of as many hours, days or months before these. */
  previous: z.omit(VolumePoint, { at: true }),
})
export type Volumes = z.infer<typeof Volumes>

const currency = z.optional(text(10))
const figures = ['finance', 'risk', 'admin'] as const

export const chartNetworkVolumes = operatorCall('GET /charts/volumes/network', figures, {
  readsReplica: true,
  summary: 'Volumes, fees and top-ups of the network in one currency, by hour, day or month. Without demo agents.',
  input: z.strictObject({ step, currency }),
  output: Volumes,
})

export const chartChannelVolumes = operatorCall('GET /charts/volumes/channels/:code', figures, {
  readsReplica: true,
  summary: 'Volumes, fees and top-ups of a channel, by hour, day or month. A demo channel has none.',
  input: z.strictObject({ code: NetworkCode, step }),
  output: Volumes,
  refusals: ['not_found'],
})

export const chartPartnerVolumes = operatorCall('GET /charts/volumes/partners/:code', figures, {
  readsReplica: true,
  summary: 'Volumes and fees of a partner in one currency, by hour, day or month.',
  input: z.strictObject({ code: NetworkCode, step, currency }),
  output: Volumes,
  refusals: ['not_found'],
})

export const chartAgentVolumes = operatorCall('GET /charts/volumes/agents/:agent_id', operatorRoles, {
  readsReplica: true,
  summary: 'Volumes, fees and top-ups of an agent, by hour, day or month.',
  input: z.strictObject({ agent_id: z.uuid(), step }),
  output: Volumes,
  refusals: ['not_found'],
})

export const chartAgentFloat = operatorCall('GET /charts/float/:agent_id', operatorRoles, {
  readsReplica: true,
  summary: "An agent's float in the last three days, and as the forecast expects it in the next two.",
  input: z.strictObject({ agent_id: z.uuid() }),
  output: z.object({
    currency_code: z.string(),
    /** The lowest float allowed: below zero where there is a credit line. */
    floor: Money,
    /** Every three hours, oldest first, ending now. */
    past: z.array(z.object({ at: seconds, float: Money })),
    /** By the hour, beginning now. Empty where there is too little history for a forecast. */
    expected: z.array(z.object({ at: seconds, float: Money })),
    /** When the float is expected to reach the floor; null when not within two days, or not known. */
    lasts_until: z.nullable(seconds),
  }),
  refusals: ['not_found'],
})

export const RefusalCount = z.object({ code: z.string(), count: z.int() })
export type RefusalCount = z.infer<typeof RefusalCount>
const Refusals = z.object({ from: seconds, list: z.array(RefusalCount) })

export const chartRefusals = operatorCall('GET /charts/refusals', operatorRoles, {
  readsReplica: true,
  summary: 'Confirmations refused in the last 24 hours, by reason, most frequent first: of the network or one channel.',
  input: z.strictObject({ channel: z.optional(NetworkCode) }),
  output: Refusals,
  refusals: ['not_found'],
})

export const chartAgentRefusals = operatorCall('GET /charts/refusals/agents/:agent_id', operatorRoles, {
  readsReplica: true,
  summary: 'Confirmations of an agent refused in the last 30 days, by reason, most frequent first.',
  input: z.strictObject({ agent_id: z.uuid() }),
  output: Refusals,
  refusals: ['not_found'],
})

export const chartPartnerRefusals = operatorCall('GET /charts/refusals/partners/:code', operatorRoles, {
  readsReplica: true,
  summary:
    "Look-ups and confirmations of a partner's transactions refused in the last 24 hours, by reason, most frequent first. A look-up counts once an hour for each transaction.",
  input: z.strictObject({ code: NetworkCode }),
  output: Refusals,
  refusals: ['not_found'],
})

export const chartWebhookDelays = operatorCall('GET /charts/webhooks', operatorRoles, {
  readsReplica: true,
  summary:
    'How long webhooks took from the event until they were delivered, by hour of delivery in the last 24 hours: of all partners or one. Undelivered events count with the time that they had waited by the end of the hour.',
  input: z.strictObject({ partner: z.optional(NetworkCode) }),
  output: z.object({
    points: z.array(
      z.object({
        at: seconds,
        delivered: z.int(),
        /** Events that are still not delivered and were written by the end of this hour, counted up to 10,000 for each partner. */
        waiting: z.int(),
        /** Of delivered and waiting events. Null where there is none. */
        average_ms: z.nullable(z.int()),
        slowest_ms: z.nullable(z.int()),
      }),
    ),
  }),
  refusals: ['not_found'],
})
