import { describe, expect, test } from 'vitest'
import { endOfQuiet, formatTimeOfDay, parseTimeOfDay } from './notice-settings.ts'

const night = { from: parseTimeOfDay('22:00'), until: parseTimeOfDay('07:30') }
const at = (text: string) => new Date(text)

describe('quiet hours', () => {
  test.each([
    ['before they begin', '2026-03-02T16:59:59Z', null],
    ['in their first second', '2026-03-02T17:00:00Z', '2026-03-03T02:30:00.000Z'],
    ['after midnight', '2026-03-02T20:15:20Z', '2026-03-03T02:30:00.000Z'],
    ['in their last second', '2026-03-03T02:29:59Z', '2026-03-03T02:30:00.000Z'],
    ['when they are over', '2026-03-03T02:30:00Z', null],
  ])('count in the time zone of the agent, also across midnight: %s', (_when, now, end) => {
    expect(endOfQuiet(night, 'Asia/Tashkent', at(now))?.toISOString() ?? null).toBe(end)
  })

  test('within one day are those between the two times', () => {
    const lunch = { from: parseTimeOfDay('12:00'), until: parseTimeOfDay('13:00') }
    expect(endOfQuiet(lunch, 'UTC', at('2026-03-02T12:40:00Z'))).toEqual(at('2026-03-02T13:00:00Z'))
    expect(endOfQuiet(lunch, 'UTC', at('2026-03-02T23:00:00Z'))).toBeNull()
  })

  test('are none without a setting, or when both times are the same', () => {
    expect(endOfQuiet(null, 'UTC', at('2026-03-02T12:40:00Z'))).toBeNull()
    expect(endOfQuiet({ from: 60, until: 60 }, 'UTC', at('2026-03-02T01:00:00Z'))).toBeNull()
  })

  test('are written as people write them', () => {
    for (const text of ['00:00', '07:05', '23:59']) expect(formatTimeOfDay(parseTimeOfDay(text))).toBe(text)
  })
})
