import { fromSeconds } from '../clock.ts'
import { type Cell, type Column, cellOf, type Frame, noFrame } from './cells.ts'

/** Tells Excel that this is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Spreadsheets separate cells by commas, semicolons or tabs, depending on the language, and may ignore quotes. */
const FORMULA = /(^|[,;|\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/g

export async function* writeCsv(
  columns: readonly Column[],
  pages: AsyncIterable<readonly unknown[]>,
  { head, foot }: Frame = noFrame,
) {
  yield BYTE_ORDER_MARK + lines(head) + csvLine(columns.map(({ name }) => name))
  for await (const rows of pages) {
    yield lines(rows.map((row) => columns.map((column) => cellOf(row, column))))
  }
  yield lines(foot())
}

const lines = (rows: readonly (readonly Cell[])[]) => rows.map((cells) => csvLine(cells.map(write))).join('')

function write(cell: Cell): string {
  if (cell.kind === 'number') return cell.text
  if (cell.kind === 'time') return cell.local ?? fromSeconds(cell.seconds).toISOString().replace('.000Z', 'Z')
  return csvText(cell.text)
}

/** A spreadsheet would execute a cell that starts like a formula. An apostrophe makes it a text. */
const defuse = (text: string) => text.replaceAll(FORMULA, "$1'").replace(/^(?=[\t\r\n])/, "'")

/** For untrusted text. Our own texts and numbers need no quotes. */
export const csvText = (text: string) => `"${defuse(text).replaceAll('"', '""')}"`

export const csvLine = (cells: readonly string[]) => `${cells.join(',')}\r\n`
