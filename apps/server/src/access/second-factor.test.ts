import { expect, test } from 'vitest'
import { newRecoveryCodes, plainCode } from './second-factor.ts'

test('ten recovery codes of more than 128 bits, which no one guesses from a list of their hashes', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){6}[2-9A-HJKMNP-TV-Z]{4}$/)
    expect(plainCode(code).length * Math.log2(30)).toBeGreaterThan(128)
  }
})
