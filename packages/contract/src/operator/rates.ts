import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import { seconds, text } from '../fields.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))

export const KnownRate = z.object({
  coin: z.string(),
  currency_code: z.string(),
  /** Channel currency for one coin; null where nobody has set one. */
  rate: z.nullable(decimal),
  /** What an operator set stays until it is handed back to the feed. */
  source: z.nullable(z.enum(['operator', 'feed'])),
  set_at: z.nullable(seconds),
  /** False where there is none, or the feed's is too old: nothing is credited by it then. */
  is_usable: z.boolean(),
  /** 0 where there is none. */
  version: z.int(),
})
export type KnownRate = z.infer<typeof KnownRate>

const One = z.object({ rate: KnownRate })

const pair = {
  coin: z.string().check(z.regex(/^[A-Z0-9]{2,10}$/, 'coin_unknown')),
  currency_code: z.string().check(z.regex(/^[A-Z]{3}$/, 'currency_unknown')),
  version: z.int(),
  reason: text(500),
}

export const listRates = endpoint({
  method: 'GET',
  path: '/rates',
  access: 'operator',
  summary: 'What each coin is worth in each currency, who says so, and since when.',
  input: Nothing,
  output: z.object({
    list: z.array(KnownRate),
    has_feed: z.boolean(),
    /** How old a rate of the feed may be, and what becomes of an older one. */
    max_age_s: z.int(),
    when_stale: z.enum(['hold', 'use']),
    /** A rate of the feed that is further from the last one is not believed; null without a feed. */
    max_change_percent: z.nullable(z.int()),
  }),
})

export const setRate = endpoint({
  method: 'POST',
  path: '/rates',
  access: 'operator',
  summary: 'Sets a rate by hand. The feed leaves it alone from then on.',
  input: z.strictObject({
    ...pair,
    rate: z.string().check(
      z.trim(),
      z.minLength(1, 'required'),
      z.refine((value) => /^\d{1,12}(\.\d{1,12})?$/.test(value) && /[1-9]/.test(value), 'invalid'),
    ),
    /** True for a rate that is far from the last one, and meant. */
    is_far_meant: z._default(z.boolean(), false),
  }),
  output: One,
  refusals: ['coin_unknown', 'currency_unknown', 'rate_far', 'stale'],
})

export const handRateBack = endpoint({
  method: 'POST',
  path: '/rates/hand-back',
  access: 'operator',
  summary: 'Leaves a rate to the feed again. Until the feed speaks, the rate stays as it is.',
  input: z.strictObject(pair),
  output: One,
  refusals: ['rate_feed_missing', 'stale'],
})

export const readWalletFacts = endpoint({
  method: 'GET',
  path: '/wallets',
  access: 'operator',
  summary: 'How the ways to top up are set up. The configuration of the server says so, and nothing here changes it.',
  input: Nothing,
  output: z.object({
    tron: z.object({
      network: z.string(),
      chain: z.string(),
      contract: z.string(),
      provider_count: z.int(),
      minimum_deposit: decimal,
      offset_percent: decimal,
      small_sums: z.enum(['gather', 'hold']),
    }),
    /** Null while it is switched off. */
    perfect_money: z.nullable(
      z.object({
        account: z.string(),
        units: z.string(),
        minimum_deposit: decimal,
        offset_percent: decimal,
        /** The provider is asked what was paid, beyond what it tells by itself. */
        reads_history: z.boolean(),
      }),
    ),
  }),
})

export const rateCalls: readonly OperatorCall[] = [
  [listRates, operatorRoles],
  [setRate, ['finance', 'admin']],
  [handRateBack, ['finance', 'admin']],
  [readWalletFacts, operatorRoles],
]
