import { expect, test } from 'vitest'
import { plainAmount } from './plain-amount.ts'

test('an amount is understood with its groups of three, and nothing else is made one', () => {
  expect(plainAmount(' 1,250.00 ')).toBe('1250.00')
  expect(plainAmount('12 650.5')).toBe('12650.5')
  expect(plainAmount('77,01')).toBe('77,01')
  expect(plainAmount('-5')).toBe('-5')
})
