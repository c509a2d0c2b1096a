import { describe, expect, test } from 'vitest'
import { forecast, type Hour } from './forecast.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const at = (text: string) => Date.parse(text) / 1000

/** A Monday, 14:00 in Tashkent. */
const NOW = at('2026-03-02T09:00:00Z')
const TASHKENT_S = 5 * HOUR

/** Days of the past, as many as asked for, with what each hour of a day took in the agent's own time. */
function history(days: number, outflowOf: (weekday: number, hour: number, day: number) => number): Hour[] {
  const hours: Hour[] = []
  for (let start = NOW - days * DAY; start < NOW; start += HOUR) {
    const local = start + TASHKENT_S
    const day = Math.floor(local / DAY)
    // The epoch began on a Thursday.
    const outflow = outflowOf((day + 4) % 7, Math.floor((local % DAY) / HOUR), Math.floor((NOW - start) / DAY))
    if (outflow !== 0) hours.push({ at: start, outflow: BigInt(outflow), payments: 3 })
  }
  return hours
}

const ask = (hours: readonly Hour[], available: number, now = NOW) =>
  forecast({ hours, available: BigInt(available), now, timeZone: 'Asia/Tashkent' })
const localTime = (seconds: number | null) =>
  seconds === null ? null : new Date((seconds + TASHKENT_S) * 1000).toISOString().slice(5, 16)

const isOpen = (hour: number) => hour >= 9 && hour < 20

describe('the forecast', () => {
  test('follows the hours of the day: 1,000 an hour from nine to eight', () => {
    const steady = history(28, (_weekday, hour) => (isOpen(hour) ? 100_000 : 0))
    expect(localTime(ask(steady, 250_000))).toBe('03-02T16:30')
    expect(localTime(ask(steady, 100_000, NOW + 1800))).toBe('03-02T15:30')
    // Six hours are left today; the rest lasts until the next morning.
    expect(localTime(ask(steady, 700_000))).toBe('03-03T10:00')
  })

  test('knows that weekdays differ: on Tuesdays nothing leaves', () => {
    const closed = history(28, (weekday, hour) => (isOpen(hour) && weekday !== 2 ? 100_000 : 0))
    expect(localTime(ask(closed, 650_000))).toBe('03-04T09:30')
    expect(localTime(ask(closed, 550_000))).toBe('03-02T19:30')
  })

  test('goes by the pace of today: twice as fast, half as long', () => {
    const usual = (hour: number) => (isOpen(hour) ? 100_000 : 0)
    const busy = history(28, (_weekday, hour, day) => usual(hour) * (day === 0 && hour < 14 ? 2 : 1))
    const slow = history(28, (_weekday, hour, day) => (day === 0 && hour < 14 ? 0 : usual(hour)))
    const [fast, normal, late] = [
      ask(busy, 300_000),
      ask(
        history(28, (_w, hour) => usual(hour)),
        300_000,
      ),
      ask(slow, 300_000),
    ]
    expect(localTime(normal)).toBe('03-02T17:00')
    expect(fast).toBeLessThan((normal ?? 0) - 1800)
    expect(late).toBeGreaterThan((normal ?? 0) + 1800)
  })

  test('counts what withdrawals bring in', () => {
    const mixed = history(28, (_weekday, hour) => (hour === 15 ? -100_000 : isOpen(hour) ? 100_000 : 0))
    expect(localTime(ask(mixed, 150_000))).toBe('03-02T17:30')
  })

  test.each([
    ['of a balance that rises', history(28, () => -50_000), 100_000],
    ['of a balance that stays', [], 100_000],
    ['of what is days away', history(28, () => 100), 100_000_000],
    ['with less than a week of history', history(6, () => 50_000), 100_000],
    ['with a handful of payments', history(28, (_w, hour, day) => (day === 20 && hour === 12 ? 5 : 0)), 10],
    ['when nothing is left', history(28, () => 50_000), 0],
  ])('is silent %s', (_when, hours, available) => {
    expect(ask(hours, available)).toBeNull()
  })

  test('is within half an hour of the truth when hours vary by a third', () => {
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const hours = history(28, (_weekday, hour) =>
      isOpen(hour) ? Math.round(100_000 * (1 + (random() - 0.5) * 0.66)) : 0,
    )
    const truth = NOW + 3 * HOUR
    expect(Math.abs((ask(hours, 300_000) ?? 0) - truth)).toBeLessThanOrEqual(1800)
  })
})
