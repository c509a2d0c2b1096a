import { askOutside } from '../../platform/http/ask-outside.ts'
import type { PerfectMoneyConfig } from './order.ts'
import { type Payment, readPayment } from './status-call.ts'

type HistoryAccess = PerfectMoneyConfig['history']

interface Asked {
  readonly since: Date
  readonly until: Date
  /** Only this one; without it, everything received. */
  readonly batch?: string
}

/** A row of the history: a payment to the account, something else, or nothing that could be understood. */
type HistoryRow = Payment | 'other' | 'unreadable'

const TIMEOUT_MS = 20_000
const MAX_BYTES = 16 * 1024 * 1024
const HEADER = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo'
const NOTHING = 'No Records Found.'

/** The memo may hold commas, so there can be more. */
const LEAST_COLUMNS = 9
const MESSAGE_LENGTH = 200

const TIME = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])M)?$/i

/** A value in quotes, or a plain one, and what ends it. A quote that is never closed is part of a plain value. */
const VALUE = /(?:"([^"]*(?:""[^"]*)*)"|([^,\n]*?))(,|\r?\n)/g

/** Asks what was received on those days. The account's password is in the body, and in nothing that is thrown. */
export async function readHistory(account: string, access: HistoryAccess, asked: Asked): Promise<HistoryRow[]> {
  const { status, text } = await askOutside({
    url: access.url,
    body: new URLSearchParams({
      AccountID: access.accountId,
      PassPhrase: access.password,
      ...dayOf('start', asked.since),
      ...dayOf('end', asked.until),
      paymentsreceived: '1',
      ...(asked.batch === undefined ? {} : { batchfilter: asked.batch }),
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
  if (firstLine === NOTHING) return []
  if (firstLine !== HEADER) {
    const message = firstLine.replaceAll(access.password, '…').slice(0, MESSAGE_LENGTH)
    throw new Error(`the Perfect Money history refused: ${message || 'an empty answer'}`)
  }
  return readCsv(text)
    .slice(1)
    .map((row) => readRow(row, account))
}

/**
 * The payment with this number, when the history shows exactly one. The payer chooses the memo and the payment ID, and
 * the provider is not known to quote them: a line break there could look like another row, so two rows prove nothing.
 */
export async function findPayment(
  account: string,
  access: HistoryAccess,
  asked: Required<Asked>,
): Promise<Payment | null> {
  const [row, ...others] = await readHistory(account, access, asked)
  return typeof row === 'object' && others.length === 0 && row.batch === asked.batch ? row : null
}

const dayOf = (edge: 'start' | 'end', date: Date) => ({
  [`${edge}day`]: String(date.getUTCDate()),
  [`${edge}month`]: String(date.getUTCMonth() + 1),
  [`${edge}year`]: String(date.getUTCFullYear()),
})

function readRow(row: readonly string[], account: string): HistoryRow {
  if (row.length < LEAST_COLUMNS) return 'unreadable'
  const [time = '', type, batch = '', units = '', amount = '', , payerAccount = '', payeeAccount, paymentId = ''] = row
  if (type !== 'Income' || payeeAccount !== account) return 'other'
  return readPayment({ batch, units, amount, payerAccount, payeeAccount, paymentId }, readTime(time)) ?? 'unreadable'
}

/** "02/14/2017 10:11", month first and in GMT; with seconds, or with AM and PM, as well. */
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

/** The rows of a CSV text that are not empty. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of `${text}\n`.matchAll(VALUE)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.some((value) => value !== ''))
}
