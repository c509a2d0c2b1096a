import { setImmediate as breathe } from 'node:timers/promises'
import { type Cell, type Column, cellOf, type Frame } from './cells.ts'
import { openPdfPen, type PdfPen } from './pdf-pen.ts'

export interface PdfColumn extends Column {
  /** Its share of the width, beside those of the others. */
  readonly weight: number
}

interface PdfTable {
  readonly title: string
  readonly columns: readonly PdfColumn[]
  readonly pages: AsyncIterable<readonly unknown[]>
  readonly frame: Frame
  readonly isRightToLeft: boolean
}

/** Drawing is slow: so few rows at a time, that other requests don't wait for a file. */
const ROWS_AT_ONCE = 8
const ROW_GAP = 4

/** The file piece by piece, as rows come. What is written is forgotten, so a long file needs no more memory. */
export async function* writePdf({ title, columns, pages, frame, isRightToLeft }: PdfTable): AsyncGenerator<Buffer> {
  const pen = await openPdfPen(title, isRightToLeft)
  const table = { pen, columns, title }
  startPage(table)
  drawHead(pen, title, frame.head)
  drawNames(table)
  let drawn = 0
  for await (const rows of pages) {
    for (const row of rows) {
      drawRow(
        table,
        columns.map((column) => cellOf(row, column)),
      )
      drawn += 1
      if (drawn % ROWS_AT_ONCE === 0) await breathe()
    }
    yield* pen.written()
  }
  drawFoot(table, frame.foot())
  yield* pen.end()
}

interface Table {
  readonly pen: PdfPen
  readonly columns: readonly PdfColumn[]
  readonly title: string
}

function startPage({ pen, title }: Table) {
  const number = pen.addPage()
  if (number > 1) pen.write(title, { top: pen.area.top - 18, size: 7 })
  pen.write(String(number), { top: pen.area.bottom + 10, size: 7, isAtEnd: true })
}

function drawHead(pen: PdfPen, title: string, lines: Frame['head']) {
  pen.down(pen.write(title, { size: 14, isBold: true }) + 6)
  for (const cells of lines) drawLoose(pen, cells)
  pen.down(6)
}

function drawFoot(table: Table, lines: ReturnType<Frame['foot']>) {
  const { pen } = table
  pen.rule()
  pen.down(6)
  for (const cells of lines) {
    if (!pen.hasRoom(16)) startPage(table)
    drawLoose(pen, cells)
  }
}

/** A line above or below the table: its name, and up to three values. */
function drawLoose(pen: PdfPen, cells: readonly Cell[]) {
  const [name, ...values] = cells
  if (!name) return pen.down(6)
  const quarter = pen.area.width / 4
  const heights = [pen.write(textOf(name), { width: quarter, isBold: values.length === 0 })]
  const width = values.length === 1 ? 3 * quarter : quarter
  for (const [index, cell] of values.entries()) {
    heights.push(pen.write(textOf(cell), { from: quarter * (index + 1), width: width - 4 }))
  }
  return pen.down(Math.max(...heights) + 2)
}

function drawNames(table: Table) {
  drawCells(
    table,
    table.columns.map(({ name }) => ({ kind: 'text', text: name })),
    true,
  )
  table.pen.rule()
  table.pen.down(ROW_GAP)
}

function drawRow(table: Table, cells: readonly Cell[]) {
  const { pen, columns } = table
  const lines = cells.map((cell, index) => pen.linesOf(textOf(cell), widthOf(table, index)))
  if (!pen.hasRoom(Math.max(...lines) * pen.lineHeight + ROW_GAP)) {
    startPage({ ...table, columns })
    drawNames(table)
  }
  drawCells(table, cells, false)
}

function drawCells(table: Table, cells: readonly Cell[], isBold: boolean) {
  const { pen, columns } = table
  let from = 0
  let height = 0
  for (const [index, cell] of cells.entries()) {
    const width = widthOf(table, index)
    const isAtEnd = columns[index]?.kind === 'money' || columns[index]?.kind === 'number'
    height = Math.max(height, pen.write(textOf(cell), { from, width, isAtEnd, isBold }))
    from += width + COLUMN_GAP
  }
  pen.down(height + ROW_GAP)
}

const COLUMN_GAP = 8

function widthOf({ pen, columns }: Table, index: number): number {
  const all = columns.reduce((sum, { weight }) => sum + weight, 0)
  return ((pen.area.width - COLUMN_GAP * (columns.length - 1)) * (columns[index]?.weight ?? 0)) / all
}

function textOf(cell: Cell): string {
  if (cell.kind === 'time') return cell.local ?? new Date(cell.seconds * 1000).toISOString()
  return cell.kind === 'number' ? cell.text.replaceAll(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',') : cell.text
}
