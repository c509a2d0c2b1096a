import { describe, expect, test } from 'vitest'
import { compactAmount, figuresOf, monthName } from './month-figures.ts'

const month = { value: '2024-09', label: 'September 2024', from: 1_725_148_800, to: 1_727_740_799 }
const stats = { depositSum: 125_050n, withdrawSum: 0n, depositFee: 1n, withdrawFee: 1n }

test('a month has its sums as heights and as exact texts', () => {
  expect(figuresOf(month, stats)).toEqual({
    month,
    deposits: { value: 125_050, text: '1,250.50' },
    withdrawals: { value: 0, text: '0.00' },
  })
})

test('a month that could not be loaded claims no sums', () => {
  expect(figuresOf(month, undefined)).toEqual({
    month,
    deposits: { value: 0, text: '—' },
    withdrawals: { value: 0, text: '—' },
  })
})

test('a sum too large for a floating-point number is exact in its text', () => {
  expect(figuresOf(month, { ...stats, depositSum: 900_719_925_474_099_301n }).deposits.text).toBe(
    '9,007,199,254,740,993.01',
  )
})

describe('at the scale', () => {
  test.each([
    [0, '0'],
    [5_000, '50'],
    [150_000_000, '1.5M'],
    [4_000_000_000_000, '40B'],
  ])('%i hundredths are %s', (hundredths, text) => {
    expect(compactAmount(hundredths)).toBe(text)
  })
})

test.each([
  ['en', 'Sep'],
  ['ru', 'сент.'],
  ['fr', 'sept.'],
  ['tr', 'Eyl'],
  ['ar', 'سبتمبر'],
])('the month is named in %s as %s', (language, name) => {
  expect(monthName(month, language)).toBe(name)
})
