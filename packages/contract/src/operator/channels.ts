import * as z from 'zod/mini'
import { TransactionType } from '../agent/payments.ts'
import { basisPoints, seconds, text } from '../fields.ts'
import { AmountInput, Money } from '../money.ts'
import { waiting, waitingRefusals } from './approval-request.ts'
import { operatorCall, operatorRoles } from './roles.ts'

/** Identifies a channel or a partner in API calls. Never changes. */
export const NetworkCode = z.string().check(z.trim(), z.minLength(1, 'required'), z.regex(/^[a-z0-9][a-z0-9-]{1,39}$/))

const fees = { deposit_fee_bp: basisPoints, withdraw_fee_bp: basisPoints }

export const ChannelFee = z.object({
  ...fees,
  /** Null for the first fees, which apply from the start. */
  valid_from: z.nullable(seconds),
  /** Start of the next fees, or null for the last. */
  valid_until: z.nullable(seconds),
  state: z.enum(['past', 'present', 'future']),
})
export type ChannelFee = z.infer<typeof ChannelFee>

export const Channel = z.object({
  code: z.string(),
  name: z.string(),
  currency_code: z.string(),
  is_demo: z.boolean(),
  /** The fee in effect, and the planned one that begins next. */
  present_fee: ChannelFee,
  next_fee: z.nullable(ChannelFee),
  /** All of them, newest first. */
  fees: z.array(ChannelFee),
  version: z.int(),
})
export type Channel = z.infer<typeof Channel>

const One = z.object({ channel: Channel })
const OneOrWaiting = z.object({ channel: Channel, ...waiting })
const change = { code: NetworkCode, version: z.int(), reason: text(500) }

export const listChannels = operatorCall('GET /channels', operatorRoles, {
  readsReplica: true,
  summary: 'List channels with their past, current and scheduled fees.',
  output: z.object({ list: z.array(Channel) }),
})

export const createChannel = operatorCall('POST /channels', ['admin'], {
  summary:
    'Create a channel. The code and the currency cannot be changed later. It begins without fees; a second admin has to approve those.',
  input: z.strictObject({
    code: NetworkCode,
    name: text(80),
    currency_code: z.string().check(z.regex(/^[A-Z]{3}$/, 'currency_unknown')),
    ...fees,
    reason: text(500),
  }),
  output: OneOrWaiting,
  refusals: ['channel_exists', 'currency_unknown'],
})

export const renameChannel = operatorCall('POST /channels/:code', ['admin'], {
  summary: 'Rename a channel.',
  input: z.strictObject({ ...change, name: text(80) }),
  output: One,
  refusals: ['version_conflict'],
})

export const setChannelFees = operatorCall('POST /channels/:code/fees', ['admin'], {
  summary:
    'Set fees, immediately or from `valid_from`. Replaces a scheduled change for the same time. A second admin has to approve raised fees.',
  input: z.strictObject({ ...change, ...fees, valid_from: z.optional(seconds) }),
  output: OneOrWaiting,
  refusals: ['fee_already_in_effect', ...waitingRefusals],
})

export const previewChannelFees = operatorCall('POST /channels/:code/fees/preview', ['admin'], {
  summary:
    'What setting these fees would do: from when until when they would count, and which planned change they would replace. Nothing changes.',
  input: z.strictObject({ ...change, ...fees, valid_from: z.optional(seconds), reason: z.optional(change.reason) }),
  output: z.object({ fee: ChannelFee, replaced: z.nullable(ChannelFee) }),
  refusals: ['fee_already_in_effect', 'version_conflict'],
})

export const cancelChannelFees = operatorCall('POST /channels/:code/fees/cancel', ['admin'], {
  summary: 'Cancel a scheduled fee change.',
  input: z.strictObject({ ...change, valid_from: seconds }),
  output: One,
  refusals: ['fee_already_in_effect', 'version_conflict'],
})

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
  refusals: ['channel_unknown', 'partner_unknown', 'currency_unknown', 'currency_mismatch', ...waitingRefusals],
})
