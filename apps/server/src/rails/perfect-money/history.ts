import type { PerfectMoneyConfig } from '../../platform/config.ts'
import { fetchOutside } from '../../platform/http/fetch-outside.ts'
import { type Payment, readPayment } from './status-call.ts'

type HistoryAccess = PerfectMoneyConfig['history']

interface HistoryQuery {
  readonly since: Date
  readonly until: Date
  /** Only this payment. */
  readonly batch?: string
}

type HistoryRow = Payment | 'other' | 'unreadable'

const TIMEOUT_MS = 20_000
const MAX_BYTES = 16 * 1024 * 1024
const HEADER = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo'
const EMPTY = 'No Records Found.'

/** The memo can contain commas, so there can be more. */
const MIN_COLUMNS = 9
const MAX_MESSAGE_LENGTH = 200

const TIME = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])M)?$/i

/** A quoted or plain value and its end. An unclosed quote is part of a plain value. */
const VALUE = /(?:"([^"]*(?:""[^"]*)*)"|([^,\n]*?))(,|\r?\n)/g

/** Errors never contain the account's password. */
export async function readHistory(account: string, access: HistoryAccess, query: HistoryQuery): Promise<HistoryRow[]> {
  const { status, text } = await fetchOutside({
    url: access.url,
    body: new URLSearchParams({
      AccountID: access.accountId,
      PassPhrase: access.password,
      ...dayOf('start', query.since),
      ...dayOf('end', query.until),
      paymentsreceived: '1',
      ...(query.batch === undefined ? {} : { batchfilter: query.batch }),
    }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  }).catch((error: unknown) => {
    throw new Error(
      `could not reach the Perfect Money history: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  if (status !== 200) throw new Error(`the Perfect Money history answered with status ${status}`)
  const firstLine = (text.split('\n', 1)[0] ?? '').trim()
  if (firstLine === EMPTY) return []
  if (firstLine !== HEADER) {
    const message = firstLine.replaceAll(access.password, '…').slice(0, MAX_MESSAGE_LENGTH)
    throw new Error(`the Perfect Money history refused: ${message || 'an empty answer'}`)
  }
  return readCsv(text)
    .slice(1)
    .map((row) => readRow(row, account))
}

/**
 * Null unless the history shows exactly one row. The payer chooses the memo and the payment ID, and the provider may not
 * quote them: a line break there could look like another row, so two rows prove nothing.
 */
export async function findPayment(account: string, access: HistoryAccess, query: Required<HistoryQuery>) {
  const [row, ...others] = await readHistory(account, access, query)
  return typeof row === 'object' && others.length === 0 && row.batch === query.batch ? row : null
}

const dayOf = (edge: 'start' | 'end', date: Date) => ({
  [`${edge}day`]: String(date.getUTCDate()),
  [`${edge}month`]: String(date.getUTCMonth() + 1),
  [`${edge}year`]: String(date.getUTCFullYear()),
})

function readRow(row: readonly string[], account: string): HistoryRow {
  if (row.length < MIN_COLUMNS) return 'unreadable'
  const [time = '', type, batch = '', units = '', amount = '', , payerAccount = '', payeeAccount, paymentId = ''] = row
  if (type !== 'Income' || payeeAccount !== account) return 'other'
  return readPayment({ batch, units, amount, payerAccount, payeeAccount, paymentId }, readTime(time)) ?? 'unreadable'
}

/** Such as "02/14/2017 10:11": month first, in GMT, with optional seconds and AM or PM. */
function readTime(text: string): Date | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const half = match[7]?.toUpperCase()
  const hours = half === undefined ? hour : (hour % 12) + (half === 'P' ? 12 : 0)
  const date = new Date(Date.UTC(year, month - 1, day, hours, minute, second))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null
}

/** Without empty rows. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of `${text}\n`.matchAll(VALUE)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.some((value) => value !== ''))
}
