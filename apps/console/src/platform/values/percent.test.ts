import { expect, test } from 'vitest'
import { bpOf, percentOf } from './formats.ts'

test('a percentage is hundredths of itself, and comes back as it was', () => {
  expect(bpOf('1.5')).toBe(150)
  expect(bpOf(' 1,5 ')).toBe(150)
  expect(bpOf('0')).toBe(0)
  expect(percentOf(150)).toBe('1.50')
  expect(bpOf(percentOf(29))).toBe(29)
})

test('what is no percentage is no number', () => {
  for (const text of ['', '.', '1.234', '1e2', '-1', '1.5 %']) expect(bpOf(text)).toBeNaN()
})
