import type { Channel, ChannelFee } from '@cashbox/contract/operator'
import { fromLocalInput, toLocalInput } from '../../platform/formats.ts'
import { percentOf } from '../../platform/percent.ts'

export const presentFee = ({ fees }: Channel): ChannelFee | undefined => fees.find(({ state }) => state === 'present')

/** The one that begins next: they come latest first. */
export const nextFee = ({ fees }: Channel): ChannelFee | undefined => fees.findLast(({ state }) => state === 'future')

/** What the texts need of a pair. */
export const pairOf = (fee: Pick<ChannelFee, 'deposit_fee_bp' | 'withdraw_fee_bp'>) => ({
  deposit: percentOf(fee.deposit_fee_bp),
  withdraw: percentOf(fee.withdraw_fee_bp),
})

interface Place {
  /** Something is planned for that very moment. */
  readonly isTaken: boolean
  /** When the next planned change ends them; null when there is none. */
  readonly until: number | null
}

/** Where new fees would stand among those that are planned; null is now. */
export function placeOf({ fees }: Channel, from: number | null): Place {
  const planned = fees.flatMap(({ state, valid_from }) => (state === 'future' && valid_from !== null ? valid_from : []))
  const later = planned.filter((moment) => from === null || moment > from)
  return {
    isTaken: from !== null && planned.includes(from),
    until: later.length === 0 ? null : Math.min(...later),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The midnight that comes next, as a field for date and time holds it. */
export const nextMidnight = (now = Date.now()): string => `${toLocalInput((now + DAY_MS) / 1000).slice(0, 10)}T00:00`

/** What is no moment is for the server to refuse. */
export const momentOf = (text: string): number => fromLocalInput(text) ?? Number.NaN
