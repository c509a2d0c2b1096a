import { type ChannelFee } from '@cashbox/contract/operator'
import { fromLocalInput, percentOf, toLocalInput } from '../../platform/values/formats.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What the texts need of a pair. */
export const pairOf = (fee: Pick<ChannelFee, 'deposit_fee_bp' | 'withdraw_fee_bp'>) => ({
  deposit: percentOf(fee.deposit_fee_bp),
  withdraw: percentOf(fee.withdraw_fee_bp),
})

/** The midnight that comes next, as a field for date and time holds it. */
export const nextMidnight = (now = Date.now()): string => `${toLocalInput((now + DAY_MS) / 1000).slice(0, 10)}T00:00`

/** What is no moment is for the server to refuse. */
export const momentOf = (text: string): number => fromLocalInput(text) ?? Number.NaN
