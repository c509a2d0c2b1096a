import { type DailyFile, FileNotVerified, verifyFile } from './daily-file.ts'
import { CashboxUnreachable } from './errors.ts'
import type { Send } from './send.ts'
import type { FilePage, ReconciliationLine } from './types.ts'

/** A confirmation or a reversal as your own books have it. */
export type OwnRecord = Pick<ReconciliationLine, 'event' | 'transaction_id' | 'amount'>

export interface Reconciliation<Record extends OwnRecord> {
  readonly file: DailyFile
  /** True when your records and the file say the same. */
  readonly agrees: boolean
  /** In the file, and not in your records. */
  readonly unknown: readonly ReconciliationLine[]
  /** In your records, and not in the file. */
  readonly missing: readonly Record[]
  /** In both, with another amount. */
  readonly different: readonly { readonly line: ReconciliationLine; readonly record: Record }[]
}

export interface ReconcileOptions<Record extends OwnRecord> {
  /** Your own records of that UTC day. Without them nothing is compared. */
  readonly records?: Iterable<Record> | undefined
}

interface Services {
  readonly send: Send
  readonly listFiles: (filter: { readonly limit: number }) => Promise<FilePage>
  readonly fileKey?: string | undefined
}

/** Downloads the file of a day, checks its signature, and compares it with your records. */
export async function reconcile<Record extends OwnRecord>(
  { send, listFiles, fileKey }: Services,
  day: string,
  { records }: ReconcileOptions<Record> = {},
): Promise<Reconciliation<Record>> {
  const bytes = await downloadFile(send, day)
  const publicKey = fileKey ?? (await listFiles({ limit: 1 })).public_key
  if (publicKey === null) throw new FileNotVerified('the network has no key')
  const file = verifyFile(bytes, day, publicKey)
  if (records === undefined) return { file, agrees: true, unknown: [], missing: [], different: [] }
  return { file, ...compare(file.lines, records) }
}

const nameOf = ({ event, transaction_id }: OwnRecord) => `${event} ${transaction_id}`

function compare<Record extends OwnRecord>(lines: readonly ReconciliationLine[], records: Iterable<Record>) {
  const inFile = new Map(lines.map((line) => [nameOf(line), line]))
  const missing: Record[] = []
  const different: { line: ReconciliationLine; record: Record }[] = []
  for (const record of records) {
    const line = inFile.get(nameOf(record))
    if (!line) missing.push(record)
    else if (line.amount !== record.amount) different.push({ line, record })
    inFile.delete(nameOf(record))
  }
  const unknown = [...inFile.values()]
  return { agrees: unknown.length + missing.length + different.length === 0, unknown, missing, different }
}

export async function downloadFile(send: Send, day: string): Promise<Uint8Array> {
  const response = await send({ method: 'GET', path: `/reconciliation/${encodeURIComponent(day)}.jsonl` })
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    throw new CashboxUnreachable(1, error)
  }
}
