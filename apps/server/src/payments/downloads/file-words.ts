import type { Language } from '@cashbox/contract'
import { type Cell, textCell } from '../../platform/files/cells.ts'
import { say } from '../../platform/texts.ts'

export type Words = (key: string) => string

export const wordsIn =
  (language: Language): Words =>
  (key) =>
    say(language, `file.${key}`)

/** Writes times as the clocks of a place show them: 2026-11-16 18:40:05. */
export function clockOf(timeZone: string) {
  // Swedish writes dates like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const local = (seconds: number) => format.format(seconds * 1000)
  return {
    local,
    day: (seconds: number) => local(seconds).slice(0, 10),
    cell(seconds: number | null): Cell {
      if (seconds === null) return textCell('')
      const text = local(seconds)
      // A spreadsheet knows no zones: it gets the figures of the clock.
      return { kind: 'time', seconds: Date.parse(`${text.replace(' ', 'T')}Z`) / 1000, local: text }
    },
  }
}
