import { createHash } from 'node:crypto'
import { formatMinor, parseMinor } from '@cashbox/contract'
import {
  FILE_KIND,
  type ReconciliationHead,
  ReconciliationLine,
  type ReconciliationTotal,
} from '@cashbox/contract/partner'
import { csvLine, csvText } from '../../platform/files/csv.ts'

type Totals = Map<string, ReconciliationTotal>

const COLUMNS = Object.keys(ReconciliationLine.shape) as (keyof ReconciliationLine)[]

/** Texts from the partner: a spreadsheet must not run them as formulas. */
const PARTNER_TEXTS: ReadonlySet<string> = new Set<keyof ReconciliationLine>([
  'transaction_id',
  'reference',
  'player_id',
  'metadata',
])

const jsonLine = (value: unknown) => `${JSON.stringify(value)}\n`

/** No part contains a line feed, so two different files never have the same signed text. */
const signedText = (partner: string, day: string, contentSha256: string) =>
  [FILE_KIND, partner, day, contentSha256].join('\n')

export const signatureLine = (ed25519: string) => jsonLine({ ed25519 })

export function beginFile(head: Omit<ReconciliationHead, 'file'>) {
  const content = createHash('sha256')
  const totals: Totals = new Map()
  let count = 0
  const write = (value: unknown) => {
    const text = jsonLine(value)
    content.update(text)
    return text
  }
  const { partner, day } = head
  return {
    head: () => write({ file: FILE_KIND, partner, day } satisfies ReconciliationHead),
    line(line: ReconciliationLine) {
      count += 1
      addTo(totals, line)
      return write(line)
    },
    /** The last line before the signature, and the text to sign. */
    end() {
      const sums = [...totals.values()]
      const text = write({ lines: count, totals: sums })
      return { text, count, totals: sums, signed: signedText(partner, day, content.digest('hex')) }
    },
  }
}

function addTo(totals: Totals, { event, type, currency_code, amount }: ReconciliationLine) {
  const key = [event, type, currency_code].join(' ')
  const { count, sum } = totals.get(key) ?? { count: 0, sum: '0.00' }
  const next = formatMinor((parseMinor(sum) ?? 0n) + (parseMinor(amount) ?? 0n))
  totals.set(key, { event, type, currency_code, count: count + 1, sum: next })
}

export const toCsv = (line: ReconciliationLine) =>
  csvLine(COLUMNS.map((column) => (PARTNER_TEXTS.has(column) ? csvText(cellOf(line, column)) : cellOf(line, column))))

const cellOf = (line: ReconciliationLine, column: keyof ReconciliationLine) =>
  column !== 'metadata'
    ? String(line[column] ?? '')
    : Object.keys(line.metadata).length > 0
      ? JSON.stringify(line.metadata)
      : ''

/** The same lines for a spreadsheet, then the totals and the SHA-256 of header and lines. */
export async function* csvFile(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const checksum = createHash('sha256')
  const totals: Totals = new Map()
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

/** Skips the head, the totals and the signature. */
async function* linesIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<ReconciliationLine> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('{"event":')) yield ReconciliationLine.parse(JSON.parse(line))
  }
}
