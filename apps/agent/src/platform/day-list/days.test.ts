import { describe, expect, test } from 'vitest'
import { dateTeller, groupByDay, nameOfDay } from './days.ts'

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
