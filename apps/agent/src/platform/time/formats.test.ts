import { describe, expect, test } from 'vitest'
import {
  formatDateTime,
  formatDay,
  formatExact,
  formatMoney,
  formatPercent,
  formatTime,
  formatWhole,
} from './formats.ts'

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
