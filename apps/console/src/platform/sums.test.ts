import { expect, test } from 'vitest'
import { sumOf } from './sums.ts'

test('amounts add up to the cent, however large, below zero too', () => {
  expect(sumOf(['9007199254740993.01', '0.02', '-0.04'])).toBe('9007199254740992.99')
  expect(sumOf([])).toBe('0.00')
})
