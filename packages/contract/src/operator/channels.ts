import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import { seconds, text } from '../fields.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

/** What stands for a channel or a partner in the calls of others: never changed once it is given. */
export const NetworkCode = z.string().check(z.trim(), z.minLength(1, 'required'), z.regex(/^[a-z0-9][a-z0-9-]{1,39}$/))

/** Hundredths of a percent: 150 is 1.5 %. */
const feeBp = z.int().check(z.minimum(0), z.maximum(10_000))
const fees = { deposit_fee_bp: feeBp, withdraw_fee_bp: feeBp }

export const ChannelFee = z.object({
  ...fees,
  /** Null for the first, which counts from the beginning. */
  valid_from: z.nullable(seconds),
  /** When the next one begins; null for the last. */
  valid_until: z.nullable(seconds),
  state: z.enum(['past', 'present', 'future']),
})
export type ChannelFee = z.infer<typeof ChannelFee>

export const Channel = z.object({
  code: z.string(),
  name: z.string(),
  currency_code: z.string(),
  is_demo: z.boolean(),
  /** The latest first. */
  fees: z.array(ChannelFee),
  version: z.int(),
})
export type Channel = z.infer<typeof Channel>

const One = z.object({ channel: Channel })
const change = { code: NetworkCode, version: z.int(), reason: text(500) }

export const listChannels = endpoint({
  method: 'GET',
  path: '/channels',
  access: 'operator',
  summary: 'The channels of the network, with the fees that were, are and will be.',
  input: Nothing,
  output: z.object({ list: z.array(Channel) }),
})

export const createChannel = endpoint({
  method: 'POST',
  path: '/channels',
  access: 'operator',
  summary: 'A new channel. Its code and its currency stay as they are.',
  input: z.strictObject({
    code: NetworkCode,
    name: text(80),
    currency_code: z.string().check(z.regex(/^[A-Z]{3}$/, 'currency_unknown')),
    ...fees,
    reason: text(500),
  }),
  output: One,
  refusals: ['channel_exists', 'currency_unknown'],
})

export const renameChannel = endpoint({
  method: 'POST',
  path: '/channels/:code',
  access: 'operator',
  summary: 'Another name for a channel.',
  input: z.strictObject({ ...change, name: text(80) }),
  output: One,
  refusals: ['stale'],
})

export const setChannelFees = endpoint({
  method: 'POST',
  path: '/channels/:code/fees',
  access: 'operator',
  summary:
    'Fees from a moment on: now, when none is named, or later. A change that has not begun and is for the same moment is replaced.',
  input: z.strictObject({ ...change, ...fees, valid_from: z.optional(seconds) }),
  output: One,
  refusals: ['fee_begun', 'stale'],
})

export const dropChannelFees = endpoint({
  method: 'POST',
  path: '/channels/:code/fees/drop',
  access: 'operator',
  summary: 'Takes a change back that has not begun.',
  input: z.strictObject({ ...change, valid_from: seconds }),
  output: One,
  refusals: ['fee_begun', 'stale'],
})

export const channelCalls: readonly OperatorCall[] = [
  [listChannels, operatorRoles],
  [createChannel, ['admin']],
  [renameChannel, ['admin']],
  [setChannelFees, ['admin']],
  [dropChannelFees, ['admin']],
]
