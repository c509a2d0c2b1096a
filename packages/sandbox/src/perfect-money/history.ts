import { type Check, type Fields, refuseIf } from './fields.ts'
import type { Payment } from './payment-book.ts'

const HEADER = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo'
const NOTHING = 'No Records Found.'
const NO_LOGIN = 'Can not login with passed AccountID and PassPhrase'
const TOO_LONG = 'Period between starting and ending date can not be more than 30 days'
const LONGEST_DAYS = 30
const DAY_S = 24 * 60 * 60

interface Login {
  readonly accountId: string
  readonly passPhrase: string
}

/** The answer of historycsv.asp: CSV, or one line that says why not. */
export function historyCsv(fields: Fields, login: Login, payments: readonly Payment[]): string {
  if (fields.get('AccountID') !== login.accountId || fields.get('PassPhrase') !== login.passPhrase) {
    return errorLine(NO_LOGIN)
  }
  const { startS, endS } = readPeriod(fields)
  if (endS < startS || endS - startS > LONGEST_DAYS * DAY_S) return errorLine(TOO_LONG)
  const found = payments
    .filter(({ paid_at }) => paid_at >= startS && paid_at < endS + DAY_S)
    .filter(({ batch }) => isWanted(fields.get('batchfilter'), batch))
    .filter(({ order }) => isWanted(fields.get('payment_id'), order.payment_id))
  return found.length === 0 ? NOTHING : [HEADER, ...found.map(csvLine)].join('\n')
}

export const errorLine = (why: string): string => `Error: ${why}`

const isWanted = (filter: string | undefined, value: string | null): boolean => !filter || filter === value

/** First moments of the first and of the last day. */
function readPeriod(fields: Fields): { readonly startS: number; readonly endS: number } {
  const names = ['startday', 'startmonth', 'startyear', 'endday', 'endmonth', 'endyear']
  refuseIf(names.map((name): Check => [name, !/^\d{1,4}$/.test(fields.get(name) ?? ''), 'is not a number']))
  return { startS: readDay(fields, 'start'), endS: readDay(fields, 'end') }
}

function readDay(fields: Fields, edge: 'start' | 'end'): number {
  const [year = 0, month = 0, day = 0] = ['year', 'month', 'day'].map((part) => Number(fields.get(edge + part)))
  const date = new Date(Date.UTC(year, month - 1, day))
  // A 31 February rolls over into March.
  refuseIf([
    [`${edge}day`, date.getUTCDate() !== day || date.getUTCMonth() !== month - 1, 'is not a day of that month'],
    [`${edge}year`, date.getUTCFullYear() !== year, 'is not a year'],
  ])
  return date.getTime() / 1000
}

const csvLine = ({ paid_at, batch, amount, payer_account, memo, order }: Payment): string =>
  [
    monthDayYearTime(paid_at),
    'Income',
    batch,
    order.units,
    amount,
    '0.00',
    payer_account,
    order.payee_account,
    order.payment_id ?? '',
    memo,
  ]
    .map(csvValue)
    .join(',')

const csvValue = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** "02/14/2017 10:11", in GMT. */
function monthDayYearTime(seconds: number): string {
  const [date = '', time = ''] = new Date(seconds * 1000).toISOString().split('T')
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year} ${time.slice(0, 5)}`
}
