import { describe, expect, test } from 'vitest'
import { amountToRepeat, amountToSend, cleanTransactionId, isWorthLookingUp } from './payment-values.ts'

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
