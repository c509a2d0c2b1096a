import { type ChannelFee } from '@cashbox/contract/operator'
import { fromTimeInput, percentOf, toTimeInput } from '../../platform/values/formats.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const pairOf = (fee: Pick<ChannelFee, 'deposit_fee_bp' | 'withdraw_fee_bp'>) => ({
  deposit: percentOf(fee.deposit_fee_bp),
  withdraw: percentOf(fee.withdraw_fee_bp),
})

/** As a datetime-local field holds it. */
export const nextMidnight = (now = Date.now()): string => `${toTimeInput((now + DAY_MS) / 1000).slice(0, 10)}T00:00`

/** NaN for an invalid time: the server refuses it. */
export const momentOf = (text: string): number => fromTimeInput(text) ?? Number.NaN
