import { describe, expect, test } from 'vitest'
import { lastSecondOf, secondsOf, wallClock } from './zoned-time.ts'

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
