import { type Minor, parseMinor, type Topup, type TopupState } from '@cashbox/contract'

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
