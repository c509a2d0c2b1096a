import { expect, test } from 'vitest'
import { isCommonPassword } from './passwords.ts'
import { newRecoveryCodes, plainCode } from './second-factor.ts'

test('ten recovery codes of more than 128 bits, which no one guesses from a list of their hashes', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){6}[2-9A-HJKMNP-TV-Z]{4}$/)
    expect(plainCode(code).length * Math.log2(30)).toBeGreaterThan(128)
  }
})

test.each(['Cashbox1!', 'cash-box-2026', 'CASHBOX cashbox', 'Operator.Admin.1', 'Password1!', 'Qwerty123!'])(
  '%s is too easy to guess: a common password, or words of this trade with decoration',
  (password) => expect(isCommonPassword(password)).toBe(true),
)

test.each(['Bazaar7!gate', 'cashbox under the blue bridge', 'a harbour in the fog', '7394-1182-0046'])(
  '%s is not',
  (password) => expect(isCommonPassword(password)).toBe(false),
)
