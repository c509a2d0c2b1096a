import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type Cell, type Column, cellOf, type Frame, noFrame } from './cells.ts'

/** A sheet holds 1,048,576; what is more goes on the next one, and some room is left for the lines below the table. */
const ROWS_A_SHEET = 1_048_500
const LONGEST_TEXT = 32_767
/** A spreadsheet keeps no more digits of a number. */
const EXACT_DIGITS = 15
/** Of characters: a time fits. */
const COLUMN_WIDTH = 20
const DAY_S = 24 * 60 * 60
/** The number of 1970-01-01 where 1900-01-01 is the first day, and 1900 a leap year. */
const EPOCH_DAY = 25_569

interface Workbook {
  readonly name: string
  readonly columns: readonly Column[]
  readonly pages: AsyncIterator<readonly unknown[]>
  readonly rowsASheet?: number
  readonly frame?: Frame
  readonly isRightToLeft?: boolean
}

/** The file as a stream, a page of rows at a time. The caller who destroys it has to end `pages` too. */
export function writeXlsx(workbook: Workbook): Readable {
  const { name, pages } = workbook
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.on('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)
  const rows = oneByOne(pages)
  let sheets = 0
  const addSheet = (first: IteratorResult<unknown>) => {
    sheets += 1
    const sheet = writeSheet(workbook, rows, first, finish)
    const source = Readable.from(sheet, { objectMode: false })
    // The zip does not notice.
    source.once('error', (error) => output.destroy(error))
    output.once('close', () => source.destroy())
    zip.addReadStream(source, `xl/worksheets/sheet${sheets}.xml`)
  }
  const finish = (next: IteratorResult<unknown>) => {
    if (next.done !== true) return addSheet(next)
    for (const [path, text] of Object.entries(workbookParts(name, sheets))) zip.addBuffer(Buffer.from(text), path)
    return zip.end()
  }
  rows.next().then(addSheet, (error: Error) => output.destroy(error))
  return output
}

async function* oneByOne(pages: AsyncIterator<readonly unknown[]>): AsyncGenerator<unknown, undefined> {
  for (let page = await pages.next(); page.done !== true; page = await pages.next()) yield* page.value
}

async function* writeSheet(
  { columns, rowsASheet = ROWS_A_SHEET, frame = noFrame, isRightToLeft = false }: Workbook,
  rows: AsyncIterator<unknown>,
  first: IteratorResult<unknown>,
  finish: (next: IteratorResult<unknown>) => void,
): AsyncGenerator<string> {
  const names = columns.map(({ name }): Cell => ({ kind: 'text', text: name }))
  const top = [...frame.head, names]
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${isRightToLeft ? ' rightToLeft="1"' : ''} workbookViewId="0"><pane ySplit="${top.length}" topLeftCell="A${top.length + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="${COLUMN_WIDTH}" customWidth="1"/></cols><sheetData>`
  yield writeRows(1, top)
  let next = first
  let number = top.length + 1
  for (; next.done !== true && number <= rowsASheet; number++) {
    const { value } = next
    yield writeRow(
      number,
      columns.map((column) => cellOf(value, column)),
    )
    next = await rows.next()
  }
  if (next.done === true) yield writeRows(number, frame.foot())
  yield '</sheetData></worksheet>'
  finish(next)
}

const writeRows = (from: number, rows: readonly (readonly Cell[])[]) =>
  rows.map((cells, index) => writeRow(from + index, cells)).join('')

const writeRow = (number: number, cells: readonly Cell[]) =>
  `<row r="${number}">${cells.map((cell, index) => write(cell, `${letters(index)}${number}`)).join('')}</row>`

const letters = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : letters(Math.floor(index / 26) - 1) + letters(index % 26)

function write(cell: Cell, place: string): string {
  if (cell.kind === 'time') return `<c r="${place}" s="${STYLE.time}"><v>${cell.seconds / DAY_S + EPOCH_DAY}</v></c>`
  if (cell.kind === 'number' && isExact(cell.text)) {
    const style = /\.\d\d$/.test(cell.text) ? STYLE.money : STYLE.plain
    return `<c r="${place}" s="${style}"><v>${cell.text}</v></c>`
  }
  if (cell.text === '') return ''
  return `<c r="${place}" s="${STYLE.text}" t="inlineStr"><is><t xml:space="preserve">${escape(cell.text)}</t></is></c>`
}

const isExact = (text: string) => text.replace(/^-?0*\.?0*/, '').replace('.', '').length <= EXACT_DIGITS

/** Without what XML can not hold, and without what a spreadsheet would take for such a character. */
const escape = (text: string) =>
  text
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Places in the list of formats below. Format 49 is text, 4 is #,##0.00. */
const STYLE = { plain: 0, money: 1, time: 2, text: 3 } as const
const formatted = (numFmtId: number) =>
  `<xf numFmtId="${numFmtId}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
// The two fills have to be there, and in this order.
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${[0, 4, 164, 49].map(formatted).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

function workbookParts(name: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const title = (number: number) => (number === 1 ? name : `${name} ${number}`)
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${numbers.map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers.map((number) => `<sheet name="${title(number)}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}">${numbers.map((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rId0" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}${STYLES}`,
  }
}
