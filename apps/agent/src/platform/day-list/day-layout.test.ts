import { describe, expect, test } from 'vitest'
import {
  type Day,
  dateTeller,
  daysBetween,
  groupByDay,
  joinPages,
  layOutDays,
  nameOfDay,
  topOfItem,
} from './day-layout.ts'

const at = (iso: string) => ({ id: iso, at: Date.parse(iso) / 1000 })
const seconds = (iso: string) => Date.parse(iso) / 1000

describe('the day of a moment', () => {
  test.each([
    ['UTC', '2024-09-14T22:30:00Z', '2024-09-14'],
    ['Asia/Tashkent', '2024-09-14T22:30:00Z', '2024-09-15'],
    ['America/New_York', '2024-09-14T03:59:59Z', '2024-09-13'],
    ['Asia/Kathmandu', '2024-09-14T18:14:59Z', '2024-09-14'],
    ['Asia/Kathmandu', '2024-09-14T18:15:00Z', '2024-09-15'],
    ['Europe/Berlin', '2024-03-31T22:00:00Z', '2024-04-01'],
    ['Europe/Berlin', '2024-03-30T22:59:59Z', '2024-03-30'],
  ])('in %s %s is on %s', (timeZone, moment, date) => {
    expect(dateTeller(timeZone)(seconds(moment))).toBe(date)
  })

  test('is the same when asked again and for its neighbours', () => {
    const dateOf = dateTeller('Asia/Kathmandu')
    const moments = ['18:14:58', '18:15:00', '18:14:59', '18:15:01'].map((time) => seconds(`2024-09-14T${time}Z`))
    const expected = ['2024-09-14', '2024-09-15', '2024-09-14', '2024-09-15']
    expect(moments.map(dateOf)).toEqual(expected)
    expect(moments.map(dateOf)).toEqual(expected)
  })
})

describe('transactions under their days', () => {
  const items = ['2024-09-15T20:00Z', '2024-09-15T01:00Z', '2024-09-14T22:00Z', '2024-09-12T10:00Z'].map(at)
  const shape = (timeZone: string) =>
    groupByDay(items, dateTeller(timeZone)).map(({ date, items, before }) => [date, items.length, before])

  test('follow the chosen time zone', () => {
    expect(shape('UTC')).toEqual([
      ['2024-09-15', 2, 0],
      ['2024-09-14', 1, 2],
      ['2024-09-12', 1, 3],
    ])
    expect(shape('Asia/Tashkent')).toEqual([
      ['2024-09-16', 1, 0],
      ['2024-09-15', 2, 1],
      ['2024-09-12', 1, 3],
    ])
  })

  test('keep their order, and none is lost', () => {
    expect(groupByDay(items, dateTeller('UTC')).flatMap((day) => day.items)).toEqual(items)
  })
})

test.each([
  ['2024-03-01', '2024-03-01', 'today'],
  ['2024-02-29', '2024-03-01', 'yesterday'],
  ['2023-12-31', '2024-01-01', 'yesterday'],
  ['2024-02-28', '2024-03-01', null],
  ['2024-03-02', '2024-03-01', null],
])('%s seen from %s is %s', (date, today, name) => {
  expect(nameOfDay(date, today)).toBe(name)
})

const sizes = { heading: 40, row: 80, gap: 10 }

const day = (date: string, before: number, ...ids: string[]): Day => ({
  date,
  before,
  items: ids.map((id) => ({ id, at: 0 })),
})
const layout = layOutDays([day('b', 0, '1', '2'), day('a', 2, '3'), day('0', 3, '4', '5', '6')], sizes)

describe('the places of days', () => {
  test('each begins below the one before it', () => {
    expect(layout.days.map(({ top, height }) => [top, height])).toEqual([
      [0, 200],
      [210, 120],
      [340, 280],
    ])
  })

  test('the items together are as high as the days with the gaps between them', () => {
    expect(layout.heights).toEqual([120, 90, 130, 120, 80, 90])
    expect(layout.heights.reduce((sum, height) => sum + height)).toBe(200 + 10 + 120 + 10 + 280 + 10)
  })

  test('the row of an item is found', () => {
    expect(['1', '3', '6', 'x'].map((id) => topOfItem(layout, sizes, id))).toEqual([40, 250, 540, null])
  })
})

describe('what lies between two items', () => {
  const between = (first: number, last: number) =>
    daysBetween(layout, first, last).map(({ day, from, to }) => [day.date, from, to])

  test.each([
    [
      0,
      5,
      [
        ['b', 0, 2],
        ['a', 0, 1],
        ['0', 0, 3],
      ],
    ],
    [
      1,
      3,
      [
        ['b', 1, 2],
        ['a', 0, 1],
        ['0', 0, 1],
      ],
    ],
    [4, 4, [['0', 1, 2]]],
    [0, 0, [['b', 0, 1]]],
    [0, -1, []],
    [6, 12, []],
  ])('from item %i to item %i', (first, last, expected) => {
    expect(between(first, last)).toEqual(expected)
  })
})

interface Item {
  readonly id: string
  readonly reversed_at: number | null
}

const item = (id: number): Item => ({ id: String(id), reversed_at: null })
const page = (...ids: number[]) => ids.map(item)
const ids = (list: readonly Item[]) => list.map(({ id }) => Number(id))

test('pages follow one another', () => {
  expect(ids(joinPages([], [page(9, 8, 7), page(6, 5)]))).toEqual([9, 8, 7, 6, 5])
})

test('a transaction is listed once, although new ones have moved it into the next page', () => {
  expect(ids(joinPages([], [page(9, 8, 7), page(8, 7, 6), page(5)]))).toEqual([9, 8, 7, 6, 5])
})

test('what arrived later is on top, and is not repeated by a page that holds it too', () => {
  expect(ids(joinPages(page(11, 10), [page(9, 8), page(10, 9, 7)]))).toEqual([11, 10, 9, 8, 7])
})

test('what was read last counts: a transaction may have been reversed since', () => {
  const reversed = { ...item(8), reversed_at: 20 }
  expect(joinPages([item(9), reversed], [page(9, 8, 7)])).toEqual([item(9), reversed, item(7)])
})

test('nothing comes of nothing', () => {
  expect(joinPages([], [])).toEqual([])
})
