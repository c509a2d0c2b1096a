import { expect, test } from 'vitest'
import { addressOf, readAddress } from './address.ts'

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
