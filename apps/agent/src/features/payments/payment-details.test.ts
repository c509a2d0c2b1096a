import { CallFailure } from '@cashbox/client/call-failure'
import { describe, expect, test } from 'vitest'
import { amountToRepeat, amountToSend } from './amount-text.ts'
import { findingOf, findingOfFailure } from './finding.ts'
import { placeRefusal } from './refusal-places.ts'
import { timeLeft } from './time-left.ts'
import { cleanTransactionId, isWorthLookingUp } from './transaction-id.ts'
import { parseAttempt } from './unsure-payment.ts'

const refused = (code: string, errors: Record<string, string[]> = {}) =>
  new CallFailure('refused', { status: 422, body: { code, message: 'No.', errors } })

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
  test.each([
    ['1250.50', '1250.50'],
    ['12.', '12'],
    ['.5', '0.5'],
  ])('%s is sent as %s', (typed, sent) => {
    expect(amountToSend(typed)).toBe(sent)
  })

  test('is repeated only when it is one', () => {
    expect(['', '.', '0', '0.00', '12.5'].map(amountToRepeat)).toEqual([null, null, null, null, '12.5'])
  })
})

describe('a refusal', () => {
  test('stands under the fields it names, in the first words of each', () => {
    const failure = refused('amount_mismatch', {
      amount: ['Wrong.', 'More.'],
      security_code: ['Code.'],
      transaction_id: ['ID.'],
    })
    expect(placeRefusal(failure)).toEqual({
      fields: { amount: 'Wrong.', securityCode: 'Code.', transactionId: 'ID.' },
      notification: null,
      isGeneral: false,
    })
  })

  test.each(['geo', 'geo_lat', 'geo_lon'])('of %s is a notification', (field) => {
    expect(placeRefusal(refused('geo_outside', { [field]: ['Outside.'] }))).toEqual({
      fields: {},
      notification: 'Outside.',
      isGeneral: false,
    })
  })

  test('without a field stands in the form, except maintenance, which was said already', () => {
    expect(placeRefusal(refused('too_many_requests')).isGeneral).toBe(true)
    expect(placeRefusal(refused('idempotency_key_reused', { idempotency_key: ['Reused.'] })).isGeneral).toBe(true)
    expect(placeRefusal(refused('maintenance', { maintenance: ['Soon.'] })).isGeneral).toBe(false)
  })
})

describe('asked what became of a transaction', () => {
  const found = {
    transaction_id: 'ABCDEFGH23',
    type: 'deposit' as const,
    amount: '1.00',
    currency_code: 'UZS',
    customer: '48***07',
    fee: '0.02',
    expires_at: 100,
    state: 'open' as const,
    finished_at: null,
  }

  test('the server says confirmed only for our own', () => {
    expect(findingOf({ ...found, state: 'confirmed', finished_at: 50 }, 0)).toEqual({
      kind: 'confirmed',
      finishedAt: 50,
    })
    expect(findingOf(found, 0)).toEqual({ kind: 'unconfirmed' })
  })

  test.each([
    ['transaction_already_confirmed', 'closed'],
    ['transaction_cancelled', 'closed'],
    ['transaction_locked', 'closed'],
    ['transaction_not_found', 'closed'],
    ['transaction_expired', 'unconfirmed'],
    ['too_many_requests', 'silent'],
    ['agent_not_active', 'silent'],
    ['maintenance', 'silent'],
  ])('%s means %s', (code, kind) => {
    expect(findingOfFailure(refused(code))).toEqual({ kind })
  })

  test.each(['unreachable', 'timeout', 'broken'] as const)('%s means nothing', (kind) => {
    expect(findingOfFailure(new CallFailure(kind))).toEqual({ kind: 'silent' })
  })
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
  })

  test.each([null, '', 'nonsense', '{}', JSON.stringify({ ...attempt, type: 'gift' })])(
    'is nothing when it is %s',
    (text) => {
      expect(parseAttempt(text)).toBeNull()
    },
  )
})
