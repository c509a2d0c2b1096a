import { expect, test } from 'vitest'
import { addressOf, formatAmount, readAddress, readAmount } from './address.ts'

test.each([
  ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'c8599111f29c1e1e061265b4af93ea1f274ad78a'],
  ['TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK', 'b6e708a39781c96bd399c7657780ff9fe9f052a8'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
])('%s is the same account in both directions', (address, account) => {
  expect(readAddress(address)).toBe(account)
  expect(addressOf(account)).toBe(address)
})

test.each([
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
  ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
  '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '',
])('what is no Tron address in text is none: "%s"', (text) => {
  expect(readAddress(text)).toBeNull()
})

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
