import { fromSeconds } from '../../../platform/clock.ts'
import { csvLine, csvText } from '../../../platform/csv.ts'
import { type Cell, cellOf } from './cells.ts'
import type { Column } from './columns.ts'

/** Tells Excel that this is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The file piece by piece, a page of rows at a time. */
export async function* writeCsv(columns: readonly Column[], pages: AsyncIterable<readonly unknown[]>) {
  yield `${BYTE_ORDER_MARK}${csvLine(columns.map(({ name }) => name))}`
  for await (const rows of pages) {
    yield rows.map((row) => csvLine(columns.map((column) => write(cellOf(row, column))))).join('')
  }
}

function write(cell: Cell): string {
  if (cell.kind === 'number') return cell.text
  if (cell.kind === 'time') return fromSeconds(cell.seconds).toISOString().replace('.000Z', 'Z')
  return csvText(cell.text)
}
