import {
  type Minor,
  neededAmount,
  parseMinor,
  receivedAmount,
  type Topup,
  type TopupState,
  type Wallet,
} from '@cashbox/contract'
import { plainAmount } from '../../platform/plain-amount.ts'

type Priced = Pick<Wallet, 'rate' | 'offset_percent'>

const COIN_DECIMALS = 2

const withoutZeros = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** Received for a sent amount; empty if it can't be calculated. */
export const receivedFor = (typed: string, { rate, offset_percent }: Priced): string =>
  receivedAmount(plainAmount(typed), rate, offset_percent) ?? ''

/** To be sent for a received amount; empty if it can't be calculated. */
export const neededFor = (typed: string, { rate, offset_percent }: Priced): string =>
  withoutZeros(neededAmount(plainAmount(typed), rate, offset_percent, COIN_DECIMALS) ?? '')

export type SeenStates = ReadonlyMap<string, TopupState>

export const withSeen = (seen: SeenStates | null, list: readonly Topup[]): SeenStates =>
  new Map([...(seen ?? []), ...list.map(({ id, state }) => [id, state] as const)])

/** New top-ups and those with a new state; none for the first list. Unknown ones below a known one are old pages. */
export function changedSince(seen: SeenStates | null, list: readonly Topup[]): readonly Topup[] {
  if (seen === null) return []
  const firstKnown = list.findIndex(({ id }) => seen.has(id))
  return list.filter(({ id, state }, index) => {
    const before = seen.get(id)
    return before === undefined ? firstKnown < 0 || index < firstKnown : before !== state
  })
}

/** Sums by currency: one toast for transfers that are credited together. */
export function creditedIn(changed: readonly Topup[]): ReadonlyMap<string, Minor> {
  const sums = new Map<string, Minor>()
  for (const { state, received, currency_code } of changed) {
    const amount = received === null ? null : parseMinor(received)
    if (state !== 'credited' || amount === null || currency_code === null) continue
    sums.set(currency_code, (sums.get(currency_code) ?? 0n) + amount)
  }
  return sums
}

const SHORT_ENOUGH = 16
const KEPT = 6

export const shortReference = (reference: string): string =>
  reference.length <= SHORT_ENOUGH ? reference : `${reference.slice(0, KEPT)}…${reference.slice(-KEPT)}`
