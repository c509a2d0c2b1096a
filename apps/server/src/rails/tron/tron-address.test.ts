import { describe, expect, test } from 'vitest'
import { addressToHex, isTronAddress, readAddress } from './tron-address.ts'

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const HEX = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'

describe('the text of an address', () => {
  test('is one with a checksum that holds', () => {
    expect(isTronAddress(USDT)).toBe(true)
    expect(addressToHex(USDT)).toBe(HEX)
  })

  test.each([
    ['one letter in the other case', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T'],
    ['one letter less', USDT.slice(0, -1)],
    ['one letter more', `${USDT}t`],
    ['a space behind it', `${USDT} `],
    ['hex with 41', `41${HEX}`],
    ['hex with 0x', `0x${HEX}`],
    ['an address of Bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['nothing', ''],
  ])('is not %s', (_what, text) => {
    expect(isTronAddress(text)).toBe(false)
  })
})

describe('an address of a provider', () => {
  test.each([USDT, HEX, `41${HEX}`, `0x${HEX}`])('is read when it is written %s', (written) => {
    expect(readAddress(written)).toBe(USDT)
  })

  test('may begin with 41 and still be bare', () => {
    const bare = `41${HEX.slice(2)}`
    expect(addressToHex(readAddress(bare) ?? '')).toBe(bare)
  })

  test.each(['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', HEX.slice(1), `42${HEX}`, `0x41${HEX}x`, ''])(
    'is not read when it is written %s',
    (written) => expect(readAddress(written)).toBeNull(),
  )
})
