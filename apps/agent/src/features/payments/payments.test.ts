import { CallFailure } from '@cashbox/client/call-failure'
import type { FoundTransaction, Verdict } from '@cashbox/contract'
import { describe, expect, test } from 'vitest'
import { parseAttempt } from './confirmation.ts'
import {
  amountToRepeat,
  cleanTransactionId,
  isWorthJudging,
  isWorthLookingUp,
  type LookUp,
  payAdvice,
} from './payment-rules.ts'
import { timeLeft } from './transaction-parts.tsx'

describe('a transaction ID', () => {
  test('is read without spaces, dashes and small letters', () => {
    expect(cleanTransactionId(' abcd-efgh 23\n')).toBe('ABCDEFGH23')
  })

  test('is looked up while it is typed only when it is whole, and from four characters when the field is left', () => {
    expect(isWorthLookingUp('ABCDEFGH2', { isLeft: false })).toBe(false)
    expect(isWorthLookingUp('ABCDEFGH23', { isLeft: false })).toBe(true)
    expect(isWorthLookingUp('ABC', { isLeft: true })).toBe(false)
    expect(isWorthLookingUp('ABCD', { isLeft: true })).toBe(true)
  })
})

describe('an amount', () => {
  test('is repeated only when it is one', () => {
    expect(['', '.', '0', '0.00', '12.5'].map(amountToRepeat)).toEqual([null, null, null, null, '12.5'])
  })
})

const AT_MS = 1_800_000_000_000
const safe: Verdict = { refusal: null, missing: null, limit: null, distance_m: 12 }
const found = (change: Partial<FoundTransaction> = {}, isChecked = true): LookUp => ({
  kind: 'found',
  atMs: AT_MS,
  isChecked,
  transaction: {
    transaction_id: 'A2B3C4D5E6',
    type: 'deposit',
    amount: '1250.00',
    currency_code: 'UZS',
    customer: '48***07',
    fee: '25.00',
    expires_at: AT_MS / 1000 + 60,
    state: 'open',
    finished_at: null,
    verdict: safe,
    ...change,
  },
})
const refused = (change: Partial<Verdict>) => found({ verdict: { ...safe, ...change } })
const advise = (change: Partial<Parameters<typeof payAdvice>[0]>) =>
  payAdvice({ type: 'deposit', lookUp: found(), amount: '1250', isOnline: true, nowMs: AT_MS + 1000, ...change })
const stop = (why: string, rest = {}) => ({ kind: 'stop', why, ...rest })

test('cash is taken for a deposit that would be confirmed now, and for a withdrawal it is given after the success', () => {
  expect(advise({})).toEqual({ kind: 'take', amount: '1250.00' })
  expect(advise({ amount: '' })).toEqual({ kind: 'take', amount: '1250.00' })
  expect(advise({ type: 'withdraw', lookUp: found({ type: 'withdraw' }) })).toEqual({ kind: 'give', amount: '1250.00' })
})

test.each([
  ['offline', { isOnline: false }, stop('offline')],
  ['while the server is asked', { lookUp: { kind: 'busy' } as const }, { kind: 'checking' }],
  ['when the server can’t be asked', { lookUp: { kind: 'failed' } as const }, stop('unchecked')],
  ['when it could not be asked again', { lookUp: found({}, false) }, stop('unchecked')],
  ['when the server refuses', { lookUp: { kind: 'refused', message: 'No.' } as const }, stop('refused')],
  ['for the other type', { lookUp: found({ type: 'withdraw' }) }, stop('refused')],
  ['for one that is confirmed', { lookUp: found({ state: 'confirmed', verdict: null }) }, stop('refused')],
  ['on an old verdict', { nowMs: AT_MS + 41_000 }, { kind: 'checking' }],
  ['on a clock that was set back', { nowMs: AT_MS - 3_600_000 }, { kind: 'checking' }],
  ['after it has expired', { nowMs: AT_MS + 60_000 }, stop('expired')],
  ['for another amount', { amount: '12500' }, stop('amount_differs', { amount: '1250.00' })],
])('no cash moves %s', (_when, change, advice) => {
  expect(advise(change)).toEqual(advice)
})

test('there is no advice before there is an ID, and on a server that gives no verdicts', () => {
  expect(advise({ lookUp: { kind: 'none' } })).toBeNull()
  expect(advise({ lookUp: found({ verdict: undefined }) })).toBeNull()
})

test.each([
  [{ refusal: 'float_insufficient', missing: '677.50' }, stop('float_insufficient', { amount: '677.50' })],
  [
    { refusal: 'limit_exceeded', limit: { period: 'payment', left: '500.00' } },
    stop('limit_payment', { amount: '500.00' }),
  ],
  [{ refusal: 'limit_exceeded', limit: { period: 'day', left: '20.00' } }, stop('limit_day', { amount: '20.00' })],
  [{ refusal: 'geo_outside', distance_m: 420 }, stop('geo_outside', { distanceM: 420 })],
  [{ refusal: 'geo_missing' }, stop('geo_missing')],
  [{ refusal: 'geo_stale' }, stop('geo_stale')],
  [{ refusal: 'agent_not_active' }, stop('agent_not_active')],
  [{ refusal: 'a reason of a later server' as never }, stop('other')],
] as [Partial<Verdict>, object][])('the verdict %j is a stop with its figure', (verdict, advice) => {
  expect(advise({ lookUp: refused(verdict) })).toEqual(advice)
})

test('the server judges again what it has found open, also after silence, and never what it has refused', () => {
  const data = (state: 'open' | 'confirmed') => ({
    transaction: (found({ state }) as { transaction: FoundTransaction }).transaction,
  })
  const refusal = new CallFailure('refused', { status: 422 })
  expect(isWorthJudging({ data: data('open'), error: null })).toBe(true)
  expect(isWorthJudging({ data: data('open'), error: new CallFailure('unreachable') })).toBe(true)
  expect(isWorthJudging({ data: data('open'), error: refusal })).toBe(false)
  expect(isWorthJudging({ data: data('confirmed'), error: null })).toBe(false)
  expect(isWorthJudging({ data: undefined, error: refusal })).toBe(false)
  expect(isWorthJudging({ data: undefined, error: null })).toBe(false)
})

describe('what was kept of an unsure payment', () => {
  const attempt = {
    key: 'k',
    type: 'deposit',
    transactionId: 'ABCDEFGH23',
    amount: '1.00',
    cashId: '100001',
    sentAtMs: 5,
  }

  test('is read back as it was', () => {
    expect(parseAttempt(JSON.stringify(attempt))).toEqual(attempt)
    expect(parseAttempt(JSON.stringify({ ...attempt, byPlayer: true }))).toEqual({ ...attempt, byPlayer: true })
  })

  test.each([null, '', 'nonsense', '{}', JSON.stringify({ ...attempt, type: 'gift' })])(
    'is nothing when it is %s',
    (text) => {
      expect(parseAttempt(text)).toBeNull()
    },
  )
})

test.each([
  [2 * 86_400 + 5, 'days_left', 2],
  [86_400, 'days_left', 1],
  [86_399, 'hours_left', 23],
  [3599, 'minutes_left', 59],
  [60, 'minutes_left', 1],
  [59.9, 'seconds_left', 59],
  [0, 'expired', 0],
  [-5, 'expired', 0],
])('of %d seconds it says %s: %d', (seconds, unit, count) => {
  expect(timeLeft(seconds)).toEqual({ unit, count })
})
