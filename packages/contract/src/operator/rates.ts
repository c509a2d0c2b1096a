import * as z from 'zod/mini'
import { seconds, text } from '../fields.ts'
import { waiting, waitingRefusals } from './approval-request.ts'
import { operatorCall, operatorRoles } from './roles.ts'

const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))

export const KnownRate = z.object({
  coin: z.string(),
  currency_code: z.string(),
  /** Channel currency per coin, or null if not set. */
  rate: z.nullable(decimal),
  /** A rate set by an operator stays until it is returned to the feed. */
  source: z.nullable(z.enum(['operator', 'feed'])),
  set_at: z.nullable(seconds),
  /** False if there is no rate or the feed's rate is too old. Nothing is credited then. */
  is_usable: z.boolean(),
  /** Whether it would still be used if it were returned to the feed now. */
  is_usable_by_feed: z.boolean(),
  /** 0 if there is no rate. */
  version: z.int(),
})
export type KnownRate = z.infer<typeof KnownRate>

const One = z.object({ rate: KnownRate })
const OneOrWaiting = z.extend(One, waiting)

const pair = {
  coin: z.string().check(z.regex(/^[A-Z0-9]{2,10}$/, 'coin_unknown')),
  currency_code: z.string().check(z.regex(/^[A-Z]{3}$/, 'currency_unknown')),
  version: z.int(),
  reason: text(500),
}

export const listRates = operatorCall('GET /rates', operatorRoles, {
  readsReplica: true,
  summary: 'List the rates of each coin and currency with their source and time.',
  output: z.object({
    list: z.array(KnownRate),
    has_feed: z.boolean(),
    /** Maximum age of a feed rate, and what happens to an older one. */
    max_age_s: z.int(),
    when_stale: z.enum(['hold', 'use']),
    /** A feed rate that differs more from the last one is ignored; null without a feed. */
    max_change_percent: z.nullable(z.int()),
  }),
})

export const setRate = operatorCall('POST /rates', ['finance', 'admin'], {
  summary:
    'Set a rate. The feed no longer changes it. The first rate of a pair, and one that differs much from the last rate that the feed gave or two operators agreed on, waits for a second operator.',
  input: z.strictObject({
    ...pair,
    rate: z.string().check(
      z.trim(),
      z.minLength(1, 'required'),
      z.refine((value) => /^\d{1,12}(\.\d{1,12})?$/.test(value) && /[1-9]/.test(value), 'invalid'),
    ),
    /** Must be true for a rate that differs a lot, which a second operator must approve. */
    confirm_large_change: z._default(z.boolean(), false),
  }),
  output: OneOrWaiting,
  refusals: ['coin_unknown', 'currency_unknown', 'rate_change_too_large', ...waitingRefusals],
})

export const returnRateToFeed = operatorCall('POST /rates/return-to-feed', ['finance', 'admin'], {
  summary: 'Return a rate to the feed. It does not change until the next update of the feed.',
  input: z.strictObject(pair),
  output: One,
  refusals: ['rate_feed_missing', 'version_conflict'],
})

export const readTopupMethods = operatorCall('GET /wallets', operatorRoles, {
  summary: 'Read the top-up methods as set in the server configuration.',
  output: z.object({
    /** Null if disabled. */
    tron: z.nullable(
      z.object({
        network: z.string(),
        chain: z.string(),
        contract: z.string(),
        provider_count: z.int(),
        minimum_deposit: decimal,
        offset_percent: decimal,
        small_sums: z.enum(['gather', 'hold']),
      }),
    ),
    /** Null if disabled. */
    perfect_money: z.nullable(
      z.object({
        account: z.string(),
        units: z.string(),
        minimum_deposit: decimal,
        offset_percent: decimal,
        /** True if the payment history of the provider is checked too. */
        reads_history: z.boolean(),
      }),
    ),
  }),
})
