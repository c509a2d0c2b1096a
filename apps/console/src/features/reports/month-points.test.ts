import type { MonthReport } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { isCurrent, pointsOf } from './month-rows.ts'

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
