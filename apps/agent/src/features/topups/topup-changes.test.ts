import type { Topup } from '@cashbox/contract'
import { describe, expect, test } from 'vitest'
import { changedSince, creditedIn, withSeen } from './topup-changes.ts'

const topup = (id: string, state: Topup['state'], received: string | null = null): Topup => ({
  id,
  type: 'tron',
  state,
  reason: state === 'held' ? 'below_minimum' : null,
  coin: 'USDT',
  sent: '10',
  confirmations: 0,
  rate: null,
  offset_percent: null,
  received,
  currency_code: received === null ? null : 'UZS',
  reference: id,
  explorer_url: null,
  note: null,
  seen_at: 0,
  finished_at: null,
})
const idsOf = (list: readonly Topup[]) => list.map(({ id }) => id)

describe('what has changed', () => {
  test('is nothing when the list is read for the first time', () => {
    expect(changedSince(null, [topup('b', 'confirming'), topup('a', 'credited')])).toEqual([])
  })

  test('is what got another state, and that only once', () => {
    const before = [topup('b', 'confirming'), topup('a', 'held')]
    const after = [topup('b', 'credited'), topup('a', 'held')]
    const seen = withSeen(null, before)
    expect(idsOf(changedSince(seen, after))).toEqual(['b'])
    expect(changedSince(withSeen(seen, after), after)).toEqual([])
  })

  test('is also what came and was credited between two looks, even the very first one', () => {
    expect(idsOf(changedSince(withSeen(null, []), [topup('a', 'credited')]))).toEqual(['a'])
    const seen = withSeen(null, [topup('a', 'credited')])
    expect(idsOf(changedSince(seen, [topup('b', 'credited'), topup('a', 'credited')]))).toEqual(['b'])
  })

  test('is not what is shown on a further page', () => {
    const seen = withSeen(null, [topup('c', 'credited')])
    expect(changedSince(seen, [topup('c', 'credited'), topup('b', 'credited'), topup('a', 'held')])).toEqual([])
  })
})

describe('what was credited', () => {
  test('is one sum for transfers that were credited together', () => {
    const changed = [topup('c', 'credited', '0.10'), topup('b', 'held'), topup('a', 'credited', '999999999999.20')]
    expect([...creditedIn(changed)]).toEqual([['UZS', 99_999_999_999_930n]])
  })

  test('is nothing while nothing is credited', () => {
    expect(creditedIn([topup('b', 'held'), topup('a', 'confirming')]).size).toBe(0)
  })
})
