import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanAmount } from './amount.ts'

describe('an amount field', () => {
  test('keeps only digits and a dot', () => {
    expect(cleanAmount('1 250.00 UZS')).toBe('1250.00')
    expect(cleanAmount('abc')).toBe('')
    expect(cleanAmount('1e5')).toBe('15')
  })

  test('turns a negative amount into nothing', () => {
    expect(cleanAmount('-5')).toBe('')
    expect(cleanAmount('  -5.25')).toBe('')
    expect(cleanAmount('−5')).toBe('')
  })

  test('keeps at most two decimals, or as many as the field allows', () => {
    expect(cleanAmount('10.129')).toBe('10.12')
    expect(cleanAmount('0.1234567', { maxDecimals: 6 })).toBe('0.123456')
    expect(cleanAmount('10.99', { maxDecimals: 0 })).toBe('10')
  })

  test.each([
    ['1,250.50', '1250.50'],
    ['50,000', '50000'],
    ['1,250,000', '1250000'],
    ['1,250,000.5', '1250000.5'],
    ['1,00,000', '100000'],
    ['1 250 000,50', '1250000.50'],
    ["1'250.50", '1250.50'],
    ['1.250,50', '1250.50'],
    ['1.250.000', '1250000'],
    ['USD 1,250.50', '1250.50'],
    ['1250,5', '1250.5'],
    ['1250,50', '1250.50'],
    ['1250,500', '1250.50'],
    ['0,500', '0.50'],
    ['10,5', '10.5'],
    [',5', '.5'],
    ['١٢٥٠٫٥', '1250.5'],
    ['١٬٢٥٠٫٥٠', '1250.50'],
    ['۱۲۳', '123'],
    ['50.000', '50.00'],
  ])('reads %s as %s', (pasted, amount) => {
    expect(cleanAmount(pasted)).toBe(amount)
  })

  test('keeps the first dot only', () => {
    expect(cleanAmount('1.2.3')).toBe('1.23')
    expect(cleanAmount('..5')).toBe('.5')
  })

  test('lets an amount be typed from its first key to its last', () => {
    for (const typed of ['', '1', '12', '12.', '12.5', '12.50', '.', '.5']) expect(cleanAmount(typed)).toBe(typed)
  })

  test('never leaves anything but a number in the making, and cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,- −ab')) }), (text) => {
        const cleaned = cleanAmount(text)
        expect(cleaned).toMatch(/^\d*(\.\d{0,2})?$/)
        expect(cleanAmount(cleaned)).toBe(cleaned)
      }),
    )
  })
})
