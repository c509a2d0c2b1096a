import { expect, test } from 'vitest'
import { formatAmount, readAmount } from './amount.ts'

test.each([
  ['12.5', 12_500_000n, '12.50'],
  ['0', 0n, '0.00'],
  ['0.000001', 1n, '0.000001'],
  ['1234567.10', 1_234_567_100_000n, '1,234,567.10'],
  ['999999999999999.999999', 999_999_999_999_999_999_999n, '999,999,999,999,999.999999'],
])('%s is exact to the unit', (text, units, shown) => {
  expect(readAmount(text)).toBe(units)
  expect(formatAmount(units)).toBe(shown)
})

test.each(['', '.', '.5', '5.', '1.0000001', '-1', '+1', '1e3', '1,5', '1 000', '0x10', 'NaN', '1\n'])(
  'what is no plain amount is refused: "%s"',
  (text) => {
    expect(readAmount(text)).toBeNull()
  },
)
