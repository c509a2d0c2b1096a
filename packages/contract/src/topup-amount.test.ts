import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neededAmount, receivedAmount } from './topup-amount.ts'

describe('what arrives', () => {
  test.each([
    ['100', '12650.50', '0', '1265050.00'],
    ['10', '12650.50', '1.5', '128402.57'],
    ['10', '12650.50', '-2.25', '123658.63'],
    ['0.000001', '12650.50', '0', '0.01'],
    ['0.000001', '41.3725', '0', '0.00'],
    ['33.333333', '41.3725', '0', '1379.08'],
    ['0.1', '0.3', '0', '0.03'],
    ['1.005', '100', '0', '100.50'],
    ['0', '12650.50', '0', '0.00'],
    ['25.50', '1', '100', '51.00'],
    ['999999999999.999999', '12700.2575', '0', '12700257499999999.98'],
  ])('for %s at %s with an offset of %s is %s', (sent, rate, offset, received) => {
    expect(receivedAmount(sent, rate, offset)).toBe(received)
  })

  test('is rounded down, never up', () => {
    expect(receivedAmount('1', '0.999999', '0')).toBe('0.99')
    expect(receivedAmount('1', '1', '-0.0001')).toBe('0.99')
  })
})

describe('what is needed', () => {
  test.each([
    ['1265050.00', '12650.50', '0', 6, '100.000000'],
    ['1000', '12650.50', '0', 6, '0.079049'],
    ['1000', '12650.50', '0', 2, '0.08'],
    ['1000', '12650.50', '1.5', 6, '0.077881'],
    ['0.01', '41.3725', '0', 2, '0.01'],
    ['0', '41.3725', '0', 6, '0.000000'],
    ['7', '3', '0', 0, '3'],
    ['0.001', '1', '0', 2, '0.01'],
  ])('for %s at %s with an offset of %s and %i decimals, is %s', (received, rate, offset, decimals, sent) => {
    expect(neededAmount(received, rate, offset, decimals)).toBe(sent)
  })
})

describe('there is no answer', () => {
  test.each([
    '',
    ' ',
    '.',
    '5.',
    '.5',
    '-1',
    '1e3',
    '1,5',
    'ten',
    'NaN',
    'Infinity',
    '0x10',
    '٣',
    '1.2.3',
    '9'.repeat(31),
  ])('for an amount of "%s"', (amount) => {
    expect(receivedAmount(amount, '12650.50', '0')).toBeNull()
    expect(neededAmount(amount, '12650.50', '0', 6)).toBeNull()
  })

  test.each(['', '0', '0.00', '-1', 'none', '1e4'])('at a rate of "%s"', (rate) => {
    expect(receivedAmount('10', rate, '0')).toBeNull()
    expect(neededAmount('10', rate, '0', 6)).toBeNull()
  })

  test.each(['', 'a lot', '-100', '-100.01', '1%'])('at an offset of "%s"', (offset) => {
    expect(receivedAmount('10', '12650.50', offset)).toBeNull()
    expect(neededAmount('10', '12650.50', offset, 6)).toBeNull()
  })

  test('when rate and offset are both below zero', () => {
    expect(receivedAmount('10', '-2', '-300')).toBeNull()
  })
})

/** A decimal text of `scale` places whose digits lie between the two bounds. */
const decimal = (min: bigint, max: bigint, scale: number) =>
  fc.bigInt({ min, max }).map((units) => {
    const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  })

const units = (text: string) => BigInt(text.replace('.', ''))
const sent = decimal(0n, 10n ** 15n, 6)
const received = decimal(0n, 10n ** 14n, 2)
const rate = decimal(1n, 10n ** 12n, 8)
const offset = decimal(-9999n, 50_000n, 2)
const decimals = fc.constantFrom(2, 6)

describe('for any amount, rate and offset', () => {
  test('what arrives is within a cent below the exact product', () => {
    fc.assert(
      fc.property(sent, rate, offset, (sent, rate, offset) => {
        const cents = units(receivedAmount(sent, rate, offset) ?? '')
        // sent/10^6 × rate/10^8 × (10^4 + offset)/10^4 × 100 cents, all on one denominator.
        const exact = units(sent) * units(rate) * (10_000n + units(offset)) * 100n
        const one = 10n ** 18n
        expect(cents * one <= exact && exact < (cents + 1n) * one).toBe(true)
      }),
    )
  })

  test('the needed sum brings what was asked for, and one unit less does not', () => {
    fc.assert(
      fc.property(received, rate, offset, decimals, (asked, rate, offset, decimals) => {
        const needed = neededAmount(asked, rate, offset, decimals) ?? ''
        expect(units(receivedAmount(needed, rate, offset) ?? '')).toBeGreaterThanOrEqual(units(asked))
        if (units(needed) === 0n) return
        const less = (units(needed) - 1n).toString().padStart(decimals + 1, '0')
        const arriving = receivedAmount(`${less.slice(0, -decimals)}.${less.slice(-decimals)}`, rate, offset) ?? ''
        expect(units(arriving)).toBeLessThan(units(asked))
      }),
    )
  })

  test('sending more never brings less', () => {
    fc.assert(
      fc.property(sent, sent, rate, offset, (one, other, rate, offset) => {
        const [less, more] = units(one) < units(other) ? [one, other] : [other, one]
        const arriving = (amount: string) => units(receivedAmount(amount, rate, offset) ?? '')
        expect(arriving(less)).toBeLessThanOrEqual(arriving(more))
      }),
    )
  })
})
