import { describe, expect, test } from 'vitest'
import { compactAmount, figuresOf, monthName } from './month-figures.ts'
import { profitOf } from './profit.ts'

const shares = (depositFee: bigint, withdrawFee: bigint) => {
  const { depositsPercent, payoutsPercent } = profitOf({ depositFee, withdrawFee })
  return [depositsPercent, payoutsPercent]
}

describe('profit', () => {
  test('the total is the sum of the deposit and the withdraw fees', () => {
    expect(profitOf({ depositFee: 12_345n, withdrawFee: 55n })).toMatchObject({
      total: 12_400n,
      deposits: 12_345n,
      payouts: 55n,
    })
  })

  test.each([
    [1n, 1n, [50, 50]],
    [1n, 2n, [33.33, 66.67]],
    [300n, 0n, [100, 0]],
    [0n, 300n, [0, 100]],
    [1n, 99_999n, [0, 100]],
    [5n, 99_995n, [0.01, 100]],
  ])('fees of %s and %s are shares of %j percent of the total', (depositFee, withdrawFee, percent) => {
    expect(shares(depositFee, withdrawFee)).toEqual(percent)
  })

  test('without fees both shares are 0', () => {
    expect(shares(0n, 0n)).toEqual([0, 0])
  })

  test('a sum beyond what a floating-point number can hold keeps every cent', () => {
    const { total } = profitOf({ depositFee: 9_007_199_254_740_993n, withdrawFee: 1n })
    expect(total).toBe(9_007_199_254_740_994n)
    expect(shares(10n ** 30n, 2n * 10n ** 30n)).toEqual([33.33, 66.67])
  })
})

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
