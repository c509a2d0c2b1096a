import { describe, expect, test } from 'vitest'
import { daysBetween, layOutDays, lineSize, topOfItem } from './day-layout.ts'
import type { Day } from './days.ts'

const sizes = { heading: 40, row: 80, gap: 10 }

const day = (date: string, ...ids: string[]): Day => ({
  date,
  before: 0,
  items: ids.map((id) => ({ id, at: 0 })),
})
const layout = layOutDays([day('b', '1', '2'), day('a', '3'), day('0', '4', '5', '6')], sizes)

describe('the places of days', () => {
  test('each begins below the one before it', () => {
    expect(layout.days.map(({ top, height }) => [top, height])).toEqual([
      [0, 200],
      [210, 120],
      [340, 280],
    ])
  })

  test('the lines together are as high as the days with the gaps between them', () => {
    const total = layout.lines.reduce((sum, _line, index) => sum + lineSize(layout, sizes, index), 0)
    expect(total).toBe(200 + 10 + 120 + 10 + 280 + 10)
  })

  test('the row of an item is found', () => {
    expect(['1', '3', '6', 'x'].map((id) => topOfItem(layout, sizes, id))).toEqual([40, 250, 540, null])
  })
})

describe('what lies between two lines', () => {
  const between = (first: number, last: number) =>
    daysBetween(layout, first, last).map(({ day, from, to }) => [day.date, from, to])

  test.each([
    [
      0,
      8,
      [
        ['b', 0, 2],
        ['a', 0, 1],
        ['0', 0, 3],
      ],
    ],
    [
      2,
      6,
      [
        ['b', 1, 2],
        ['a', 0, 1],
        ['0', 0, 1],
      ],
    ],
    [7, 7, [['0', 1, 2]]],
    [0, 0, [['b', 0, 0]]],
    [0, -1, []],
    [9, 12, []],
  ])('from line %i to line %i', (first, last, expected) => {
    expect(between(first, last)).toEqual(expected)
  })
})
