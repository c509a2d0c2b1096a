import { fromSeconds } from '../../../platform/clock.ts'
import { type Cell, cellOf } from './cells.ts'
import type { Column } from './columns.ts'

/** Tells Excel that this is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The file piece by piece, a page of rows at a time. */
export async function* writeCsv(columns: readonly Column[], pages: AsyncIterable<readonly unknown[]>) {
  yield `${BYTE_ORDER_MARK}${columns.map(({ name }) => name).join(',')}\r\n`
  for await (const rows of pages) {
    yield rows.map((row) => `${columns.map((column) => write(cellOf(row, column))).join(',')}\r\n`).join('')
  }
}

function write(cell: Cell): string {
  if (cell.kind === 'number') return cell.text
  if (cell.kind === 'time') return fromSeconds(cell.seconds).toISOString().replace('.000Z', 'Z')
  const text = defuse(cell.text)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet takes a text that begins like this for a formula, and does what it says. */
const defuse = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
