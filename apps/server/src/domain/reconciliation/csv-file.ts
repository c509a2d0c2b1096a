import { createHash } from 'node:crypto'
import { ReconciliationLine, type ReconciliationTotal } from '@cashbox/contract/partner'
import { csvLine, csvText } from '../../platform/csv.ts'
import { addTo } from './daily-file.ts'

const COLUMNS = [
  'event',
  'transaction_id',
  'reference',
  'type',
  'amount',
  'currency_code',
  'player_id',
  'cash_id',
  'confirmed_by',
  'metadata',
  'at',
] as const satisfies readonly (keyof ReconciliationLine)[]

/** Texts that the partner gave; what the sandbox makes has no reference. */
const GIVEN: ReadonlySet<string> = new Set<keyof ReconciliationLine>([
  'transaction_id',
  'reference',
  'player_id',
  'metadata',
])

export const toCsv = (line: ReconciliationLine) =>
  csvLine(COLUMNS.map((column) => (GIVEN.has(column) ? csvText(cellOf(line, column)) : cellOf(line, column))))

const cellOf = (line: ReconciliationLine, column: keyof ReconciliationLine) =>
  column === 'metadata' ? textOf(line.metadata) : String(line[column] ?? '')

const textOf = (metadata: ReconciliationLine['metadata']) =>
  Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : ''

/** A daily file for a spreadsheet: the same lines, totals, and the SHA-256 of header and lines. */
export async function* csvFile(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const checksum = createHash('sha256')
  const totals = new Map<string, ReconciliationTotal>()
  const header = csvLine(COLUMNS)
  checksum.update(header)
  yield header
  for await (const line of linesIn(bytes)) {
    const text = toCsv(line)
    addTo(totals, line)
    checksum.update(text)
    yield text
  }
  for (const { event, type, currency_code, count, sum } of totals.values()) {
    yield csvLine([`total ${event}`, String(count), '', type, sum, currency_code, '', '', '', '', ''])
  }
  yield csvLine(['sha256', checksum.digest('hex'), '', '', '', '', '', '', '', '', ''])
}

/** Those that are a confirmation or a reversal: not the first, and not the last two. */
async function* linesIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<ReconciliationLine> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('{"event":')) yield ReconciliationLine.parse(JSON.parse(line))
  }
}
