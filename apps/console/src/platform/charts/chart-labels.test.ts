import { describe, expect, test } from 'vitest'
import { delayOf, stepLabels, wholeTick } from './chart-labels.ts'

const AT = Date.UTC(2026, 10, 6, 14) / 1000

describe('the names of steps', () => {
  test.each([
    ['hour', '06 Nov 14:00', '14:00'],
    ['day', '06 Nov 2026', '06 Nov'],
    ['month', 'Nov 2026', 'Nov'],
  ] as const)('of an %s are those of UTC', (step, label, tick) => {
    expect(stepLabels(step, AT, 'en')).toEqual({ label, tick })
  })

  test('have the digits of amounts in every language', () => {
    expect(stepLabels('day', AT, 'ar').label).toMatch(/^06 .+ 2026$/)
  })
})

test.each([
  [0, '0 ms'],
  [850, '850 ms'],
  [2500, '2.5 s'],
  [150_000, '2.5 min'],
  [7_200_000, '2 h'],
])('a delay of %d ms is written %s', (ms, text) => {
  const { value, unit } = delayOf(ms)
  expect(`${value} ${unit}`).toBe(text)
})

test('between whole numbers a count has no line with a number', () => {
  expect([4, 3, 2.5].map(wholeTick)).toEqual(['4', '3', ''])
})
