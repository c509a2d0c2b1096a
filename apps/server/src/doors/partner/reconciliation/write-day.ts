import { createHash } from 'node:crypto'
import { formatMinor, parseMinor } from '@cashbox/contract'
import { csvLine, csvText } from '../../../platform/csv.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type Line, linesOf } from './read-day.ts'

const COLUMNS = [
  'event',
  'transaction_id',
  'reference',
  'type',
  'amount',
  'currency_code',
  'player_id',
  'cash_id',
  'at',
] as const satisfies readonly (keyof Line)[]

/** Names that the partner gave; what the sandbox makes has no reference. */
const GIVEN: ReadonlySet<string> = new Set<keyof Line>(['transaction_id', 'reference', 'player_id'])

export const toCsv = (line: Line) =>
  csvLine(
    COLUMNS.map((column) => (GIVEN.has(column) ? csvText(String(line[column] ?? '')) : String(line[column] ?? ''))),
  )

interface Totals {
  [key: string]: { count: number; sum: string }
}

function add(totals: Totals, { event, type, currency_code, amount }: Line) {
  const key = `${event} ${type} ${currency_code}`
  const { count, sum } = totals[key] ?? { count: 0, sum: '0.00' }
  totals[key] = { count: count + 1, sum: formatMinor((parseMinor(sum) ?? 0n) + (parseMinor(amount) ?? 0n)) }
}

/** The file of a day, piece by piece: lines in the order of their time, totals, and the SHA-256 of the lines. */
export async function* csvFile(db: Queryable, playerServiceId: string, day: Date): AsyncGenerator<string> {
  const checksum = createHash('sha256')
  const totals: Totals = {}
  const header = csvLine(COLUMNS)
  checksum.update(header)
  yield header
  for await (const lines of linesOf(db, playerServiceId, day)) {
    const text = lines.map(toCsv).join('')
    for (const line of lines) add(totals, line)
    checksum.update(text)
    yield text
  }
  for (const [key, { count, sum }] of Object.entries(totals)) {
    const [event, type, currency] = key.split(' ')
    yield csvLine([`total ${event}`, String(count), '', type ?? '', sum, currency ?? '', '', '', ''])
  }
  yield csvLine(['sha256', checksum.digest('hex'), '', '', '', '', '', '', ''])
}

export async function* jsonFile(db: Queryable, playerServiceId: string, day: Date): AsyncGenerator<string> {
  const checksum = createHash('sha256')
  const totals: Totals = {}
  yield `{"day":"${day.toISOString().slice(0, 10)}","lines":[`
  let isFirst = true
  for await (const lines of linesOf(db, playerServiceId, day)) {
    const text = `${isFirst ? '' : ','}${lines.map((line) => JSON.stringify(line)).join(',')}`
    isFirst = false
    for (const line of lines) add(totals, line)
    checksum.update(text)
    yield text
  }
  const sums = Object.entries(totals).map(([key, total]) => {
    const [event, type, currency_code] = key.split(' ')
    return { event, type, currency_code, ...total }
  })
  yield `],"totals":${JSON.stringify(sums)},"sha256":"${checksum.digest('hex')}"}`
}
