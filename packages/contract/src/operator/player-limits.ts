import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { AmountInput, Money } from '../money.ts'
import { TransactionType } from '../payments.ts'
import { waiting } from './approval-request.ts'
import { NetworkCode } from './channels.ts'
import { operatorCall, operatorRoles } from './roles.ts'

export const PlayerLimit = z.object({
  /** The code of the channel. Null: what the player does in all channels of the currency counts together. */
  channel: z.nullable(z.string()),
  /** The code of the partner. Null: players of every partner. */
  partner: z.nullable(z.string()),
  currency_code: z.string(),
  type: TransactionType,
  /** For one transaction. Null: no limit; so for the others. */
  max_amount: z.nullable(Money),
  /** For a day (UTC). */
  max_per_day: z.nullable(Money),
  /** For a week (UTC, from Monday). */
  max_per_week: z.nullable(Money),
  /** For a calendar month (UTC). */
  max_per_month: z.nullable(Money),
  version: z.int(),
})
export type PlayerLimit = z.infer<typeof PlayerLimit>

const list = z.array(PlayerLimit)

export const listPlayerLimits = operatorCall('GET /player-limits', operatorRoles, {
  summary: 'List how much one player may pay in or take out. Where several limits apply, the tightest counts.',
  output: z.object({ list }),
})

export const setPlayerLimit = operatorCall('POST /player-limits', ['admin'], {
  summary:
    'Set the limits of players in one currency and direction, for a channel, a partner, both or the whole network; with four nulls, remove them. Applies from the next confirmation. Raising or removing one waits for a second admin.',
  input: z.strictObject({
    channel: z.nullable(NetworkCode),
    partner: z.nullable(NetworkCode),
    currency_code: text(10),
    type: TransactionType,
    max_amount: z.nullable(AmountInput),
    max_per_day: z.nullable(AmountInput),
    max_per_week: z.nullable(AmountInput),
    max_per_month: z.nullable(AmountInput),
    /** 0 where there is no limit yet. */
    version: z.int(),
    reason: text(500),
  }),
  output: z.object({ list, ...waiting }),
  refusals: [
    'channel_unknown',
    'partner_unknown',
    'currency_unknown',
    'currency_mismatch',
    'request_already_waiting',
    'version_conflict',
  ],
})
