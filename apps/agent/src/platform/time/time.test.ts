import { describe, expect, test } from 'vitest'
import { initialTimezone, lastMonths } from './calendar.ts'
import {
  formatDateTime,
  formatDay,
  formatExact,
  formatMoney,
  formatPercent,
  formatTime,
  formatWhole,
} from './formats.ts'
import { lastSecondOf, secondsOf, wallClock } from './zoned-time.ts'

describe('money is shown as 0,0.00', () => {
  test.each([
    ['0', '0.00'],
    ['1250.5', '1,250.50'],
    ['1234567.891', '1,234,567.89'],
    ['-1234.5', '-1,234.50'],
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['-0.001', '0.00'],
    ['12345678901234567890.12', '12,345,678,901,234,567,890.12'],
  ])('%s → %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text)
  })

  test.each([
    [0n, '0.00'],
    [1n, '0.01'],
    [125_050n, '1,250.50'],
    [-5n, '-0.05'],
    [900_719_925_474_099_301n, '9,007,199,254,740,993.01'],
  ])('%s hundredths → %s', (minor, text) => {
    expect(formatMoney(minor)).toBe(text)
  })
})

describe('a percentage has up to two decimals', () => {
  test.each([
    [0, '0%'],
    [12, '12%'],
    [12.5, '12.5%'],
    [12.345, '12.35%'],
    [33.333333, '33.33%'],
    [-1.5, '-1.5%'],
    [-0.001, '0%'],
  ])('%s → %s', (percent, text) => {
    expect(formatPercent(percent)).toBe(text)
  })
})

describe('a whole number is shown as 0,0', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1234.5, '1,235'],
    [1_000_000, '1,000,000'],
  ])('%s → %s', (number, text) => {
    expect(formatWhole(number)).toBe(text)
  })
})

describe('a moment is shown as DD MMM YYYY HH:mm in the chosen time zone', () => {
  test.each([
    [0, 'UTC', '01 Jan 1970 00:00'],
    [1_700_000_000, 'Asia/Tashkent', '15 Nov 2023 03:13'],
    [1_700_000_000, 'America/New_York', '14 Nov 2023 17:13'],
    [1_726_358_400, 'Europe/Istanbul', '15 Sep 2024 03:00'],
    [1_726_358_400, 'UTC', '15 Sep 2024 00:00'],
    [1_711_846_799, 'Europe/Berlin', '31 Mar 2024 01:59'],
    [1_711_846_800, 'Europe/Berlin', '31 Mar 2024 03:00'],
  ])('%s in %s → %s', (seconds, timeZone, text) => {
    expect(formatDateTime(seconds, timeZone)).toBe(text)
  })

  test.each([
    ['ru', '15 сент. 2024 03:00'],
    ['es', '15 sept 2024 03:00'],
    ['fr', '15 sept. 2024 03:00'],
    ['tr', '15 Eyl 2024 03:00'],
    ['ar', '15 سبتمبر 2024 03:00'],
  ])('in %s only the month is another word', (language, text) => {
    expect(formatDateTime(1_726_358_400, 'Europe/Istanbul', language)).toBe(text)
  })

  test('its day and its time can be shown alone', () => {
    expect(formatDay(1_700_000_000, 'Asia/Tashkent')).toBe('15 Nov 2023')
    expect(formatTime(1_700_000_000, 'Asia/Tashkent')).toBe('03:13')
  })
})

test.each([
  ['12650.5', '12,650.50'],
  ['41.3725', '41.3725'],
  ['1', '1.00'],
  ['0.00001234', '0.00001234'],
  ['9.999999', '9.999999'],
  ['123456789012.000000000000000001', '123,456,789,012.000000000000000001'],
])('%s, a rate or a number of coins, is shown as %s', (decimal, text) => {
  expect(formatExact(decimal)).toBe(text)
})

const seconds = (iso: string) => Date.parse(iso) / 1000

describe('what is picked in a field', () => {
  test.each([
    ['2026-11-16', 'UTC', '2026-11-16T00:00Z'],
    ['2026-11-16', 'Asia/Tashkent', '2026-11-15T19:00Z'],
    ['2026-11-16T18:40', 'Asia/Kathmandu', '2026-11-16T12:55Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00Z'],
    ['2026-11-01T12:00', 'America/New_York', '2026-11-01T17:00Z'],
  ])('%s in %s begins at %s', (picked, timeZone, moment) => {
    expect(secondsOf(picked, timeZone)).toBe(seconds(moment))
  })

  test.each([
    ['2026-11-16', 'UTC', '2026-11-16T23:59:59Z'],
    ['2026-11-16', 'Asia/Tashkent', '2026-11-16T18:59:59Z'],
    ['2026-11-16T18:40', 'UTC', '2026-11-16T18:40:59Z'],
    // A day of 23 hours and one of 25.
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59Z'],
  ])('%s in %s ends at %s', (picked, timeZone, moment) => {
    expect(lastSecondOf(picked, timeZone)).toBe(seconds(moment))
  })

  test.each(['', 'soon', '2026-13-40', '2026-11', "2026-11-16'"])('%j is nothing', (picked) => {
    expect([secondsOf(picked, 'UTC'), lastSecondOf(picked, 'UTC')]).toEqual([null, null])
  })
})

describe('the clock on the wall', () => {
  test.each([
    ['2026-11-17T20:59:59Z', 'UTC', { date: '2026-11-17', time: '20:59', day: 'tue' }],
    ['2026-11-17T20:59:59Z', 'Asia/Tashkent', { date: '2026-11-18', time: '01:59', day: 'wed' }],
    ['2026-11-22T03:00:00Z', 'America/New_York', { date: '2026-11-21', time: '22:00', day: 'sat' }],
    ['2026-10-25T00:59:00Z', 'Europe/Berlin', { date: '2026-10-25', time: '02:59', day: 'sun' }],
    ['2026-10-25T01:00:00Z', 'Europe/Berlin', { date: '2026-10-25', time: '02:00', day: 'sun' }],
  ])('at %s in %s', (moment, timeZone, shown) => {
    expect(wallClock(seconds(moment), timeZone)).toEqual(shown)
  })
})

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
