import { fromSeconds } from '../clock.ts'
import { type Cell, type Column, cellOf, type Frame, noFrame } from './cells.ts'

/** Tells Excel that this is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Spreadsheets separate cells by commas, semicolons or tabs, depending on the language, and quotes do not always hold. */
const FORMULA = /(^|[,;|\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/g

/** The file piece by piece, a page of rows at a time. */
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

/** A spreadsheet takes a cell that begins like this for a formula, and does what it says. An apostrophe makes it a text. */
const defuse = (text: string) => text.replaceAll(FORMULA, "$1'").replace(/^(?=[\t\r\n])/, "'")

/** A text that may come from anyone, as a cell. Our own words and numbers need no quotes. */
export const csvText = (text: string) => `"${defuse(text).replaceAll('"', '""')}"`

export const csvLine = (cells: readonly string[]) => `${cells.join(',')}\r\n`
