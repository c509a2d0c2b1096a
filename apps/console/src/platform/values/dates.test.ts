import { describe, expect, test } from 'vitest'
import { formatDate, readDate } from './dates.ts'

describe('a date', () => {
  test.each([
    ['2026-11-19', 'en', '19 Nov 2026'],
    ['2026-11', 'en', 'Nov 2026'],
    ['2026-11-19T08:30', 'en', '19 Nov 2026 08:30'],
    ['2026-11-19', 'ru', '19 нояб. 2026'],
    ['all of them', 'en', 'all of them'],
  ])('%s is written the same way everywhere (%s)', (value, language, text) => {
    expect(formatDate(value, language as 'en')).toBe(text)
  })

  test.each([
    ['date', '19 Nov 2026', '2026-11-19'],
    ['date', '9.11.2026', '2026-11-09'],
    ['date', '2026-11-19', '2026-11-19'],
    ['date', '19 november 2026', '2026-11-19'],
    ['date', '31 Jun 2026', null],
    ['date', 'tomorrow', null],
    ['date', '', ''],
    ['month', 'Nov 2026', '2026-11'],
    ['month', '11.2026', '2026-11'],
    ['month', '2026-1', null],
    ['datetime-local', '4 May 2031 09:30', '2031-05-04T09:30'],
    ['datetime-local', '04.05.2031', '2031-05-04T00:00'],
  ] as const)('of the kind %s is read from "%s"', (kind, text, value) => {
    expect(readDate(kind, text, 'en')).toBe(value)
  })

  test('that is shown is read again, in every language', () => {
    for (const language of ['en', 'ru', 'es', 'fr', 'tr', 'ar'] as const) {
      for (let month = 1; month <= 12; month += 1) {
        const value = `2026-${String(month).padStart(2, '0')}-07`
        expect(readDate('date', formatDate(value, language), language)).toBe(value)
      }
    }
  })
})
