import {
  type Minor,
  neededAmount,
  parseMinor,
  receivedAmount,
  type Topup,
  type TopupState,
  type Wallet,
  type WalletType,
} from '@cashbox/contract'

type Priced = Pick<Wallet, 'type' | 'rate' | 'offset_percent'>

/** How finely each coin can be divided. */
export const coinDecimals: Readonly<Record<WalletType, number>> = { tron: 6, 'perfect-money': 2 }

/** A field may hold "12." or ".5" while the agent types. */
export const plainAmount = (typed: string): string =>
  typed
    .replace(/\.$/, '')
    .replace(/^\./, '0.')
    .replace(/^0+(?=\d)/, '')

const withoutZeros = (amount: string) => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** What arrives for what is sent; empty where there is no answer. */
export const receivedFor = (typed: string, { rate, offset_percent }: Priced): string =>
  receivedAmount(plainAmount(typed), rate, offset_percent) ?? ''

/** What has to be sent for what should arrive; empty where there is no answer. */
export const neededFor = (typed: string, { type, rate, offset_percent }: Priced): string =>
  withoutZeros(neededAmount(plainAmount(typed), rate, offset_percent, coinDecimals[type]) ?? '')

export type SeenStates = ReadonlyMap<string, TopupState>

export const withSeen = (seen: SeenStates | null, list: readonly Topup[]): SeenStates =>
  new Map([...(seen ?? []), ...list.map(({ id, state }) => [id, state] as const)])

/**
 * What has got another state since the list was last looked at, and what has come; nothing at the first look.
 * What comes below something known is old, and was only not shown yet.
 */
export function changedSince(seen: SeenStates | null, list: readonly Topup[]): readonly Topup[] {
  if (seen === null) return []
  const firstKnown = list.findIndex(({ id }) => seen.has(id))
  return list.filter(({ id, state }, index) => {
    const before = seen.get(id)
    return before === undefined ? firstKnown < 0 || index < firstKnown : before !== state
  })
}

/** What was credited, in each currency: transfers that are credited together are one piece of news. */
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

/** Both ends of a long number, which is how people compare them. */
export const shortReference = (reference: string): string =>
  reference.length <= SHORT_ENOUGH ? reference : `${reference.slice(0, KEPT)}…${reference.slice(-KEPT)}`
