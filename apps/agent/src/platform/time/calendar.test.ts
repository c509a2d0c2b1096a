import { describe, expect, test } from 'vitest'
import { initialTimezone, lastMonths } from './calendar.ts'

const bounds = (now: string) => lastMonths(new Date(now)).map(({ value, from, to }) => [value, from, to])

describe('the month list', () => {
  test('covers the current and the previous five months in UTC, to the second, also on a 31st', () => {
    expect(bounds('2024-01-31T12:00:00Z')).toEqual([
      ['2024-01', 1704067200, 1706745599],
      ['2023-12', 1701388800, 1704067199],
      ['2023-11', 1698796800, 1701388799],
      ['2023-10', 1696118400, 1698796799],
      ['2023-09', 1693526400, 1696118399],
      ['2023-08', 1690848000, 1693526399],
    ])
  })

  test.each([
    ['the last second of a month belongs to it', '2024-02-29T23:59:59Z', '2024-02'],
    ['the first second of a month belongs to it', '2024-03-01T00:00:00Z', '2024-03'],
    ['a place that is a day ahead is still in the month of UTC', '2024-03-01T05:00:00+14:00', '2024-02'],
  ])('%s', (_rule, now, month) => {
    expect(lastMonths(new Date(now))[0]?.value).toBe(month)
  })

  test('has no gaps and no overlaps', () => {
    const months = lastMonths(new Date('2026-03-30T00:00:00Z'))
    for (const [index, { from }] of months.slice(0, -1).entries()) expect(months[index + 1]?.to).toBe(from - 1)
  })

  test.each([
    ['en', 'January 2024'],
    ['ru', 'январь 2024 г.'],
    ['es', 'enero de 2024'],
    ['fr', 'janvier 2024'],
    ['tr', 'Ocak 2024'],
    ['ar', 'يناير 2024'],
  ])('is named in %s, of the Gregorian calendar and in Latin digits', (language, label) => {
    expect(lastMonths(new Date('2024-01-31T12:00:00Z'), language)[0]?.label).toBe(label)
  })
})

test('the chosen time zone comes first', () => {
  expect(initialTimezone('Asia/Tashkent', 'Europe/Istanbul')).toBe('Asia/Tashkent')
})

test('without a choice the time zone is guessed from the device', () => {
  expect(initialTimezone(null, 'Europe/Istanbul')).toBe('Europe/Istanbul')
})

test('a stored time zone that does not exist is passed over', () => {
  expect(initialTimezone('Mars/Olympus', 'Europe/Istanbul')).toBe('Europe/Istanbul')
})

test('the default time zone is UTC', () => {
  expect(initialTimezone(null, undefined)).toBe('UTC')
})
