import type { FileRequest, Language } from '@cashbox/contract'
import { type Cell, textCell } from '../../platform/files/cells.ts'
import type { PdfColumn } from '../../platform/files/write-pdf.ts'
import { translate } from '../../platform/texts.ts'

export interface FileContent {
  readonly title: string
  readonly columns: readonly PdfColumn[]
  /** Counted when the file was started. */
  readonly lines: bigint
  readonly pages: AsyncGenerator<readonly unknown[], void>
  /** Called after all lines are written. */
  readonly foot: () => readonly (readonly Cell[])[]
}

export type Words = (key: string) => string

export interface FilePlan {
  readonly agentId: string
  readonly language: Language
  readonly timezone: string
  readonly request: FileRequest
}

export const wordsIn =
  (language: Language): Words =>
  (key) =>
    translate(language, `file.${key}`)

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
