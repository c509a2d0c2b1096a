import type { MonthReport, MonthsTotal } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { isCurrent, pointsOf, rowsOf, sharesOf } from './reports-page.tsx'

const none = { count: 0, sum: '0.00' }

const figures = (sum: string, fee = '0.00'): Omit<MonthsTotal, 'currency_code'> => ({
  deposits: { count: 1, sum, fee },
  withdrawals: { ...none, fee: '0.00' },
  fees: fee,
  topups: { count: 2, sum: '0.10' },
  adjustments_added: none,
  adjustments_taken: none,
  commission_credits: none,
  payouts: none,
})

const report = (month: string, sum: string, channels: readonly string[]): MonthReport => ({
  month,
  currency_code: 'UZS',
  ...figures(sum, '0.05'),
  channels: channels.map((code) => ({ code, name: code, ...figures('1.00') })),
})

const total = { currency_code: 'UZS', ...figures('27.00', '0.15') }

test('a month is followed by its channels where there are several', () => {
  const rows = rowsOf(
    [report('2026-11', '2.00', ['tashkent', 'samarkand']), report('2026-10', '1.00', ['tashkent'])],
    total,
  )
  expect(rows.map(({ month, channel }) => [month, channel])).toEqual([
    [null, null],
    ['2026-11', null],
    ['2026-11', 'tashkent'],
    ['2026-11', 'samarkand'],
    ['2026-10', 'tashkent'],
  ])
})

test('several months have their sum above them; one alone needs no sum', () => {
  const months = ['2026-11', '2026-10', '2026-09'].map((month) => report(month, '9.00', ['tashkent']))
  expect(rowsOf(months, total)[0]).toMatchObject({ month: null, deposits: { sum: '27.00' }, fees: '0.15' })
  expect(rowsOf(months.slice(0, 1), total)).toHaveLength(1)
})

test('the largest month has the longest bar', () => {
  const share = sharesOf([report('2026-11', '200.00', []), report('2026-10', '50.00', [])])
  expect([share('200.00'), share('50.00'), share('0.00')]).toEqual([1, 0.25, 0])
})

const volume = { count: 1, sum: '10.00', fee: '0.10' }
const month = (name: string) => ({ month: name, deposits: volume, withdrawals: volume }) as MonthReport

test('months become points from the oldest on, and one without movements is a point of zeros', () => {
  const points = pointsOf([month('2026-02'), month('2025-12')])
  expect(points.map(({ at, deposits }) => [new Date(at * 1000).toISOString().slice(0, 7), deposits.count])).toEqual([
    ['2025-12', 1],
    ['2026-01', 0],
    ['2026-02', 1],
  ])
})

test('the newest month is unfinished exactly while it was counted before its end', () => {
  const counted = (day: string) => isCurrent([month('2026-02')], Date.parse(day) / 1000)
  expect(counted('2026-02-28T23:59:00Z')).toBe(true)
  expect(counted('2026-03-01T00:00:00Z')).toBe(false)
})
