import { createHash, randomBytes } from 'node:crypto'
import { formatMinor, parseMinor } from '@cashbox/contract'
import type { Order, ReturnMethod } from './order.ts'
import type { Payment, StatusCall } from './payment-book.ts'

/** Used for a PAYMENT_ID that the merchant did not give. */
export const NO_PAYMENT_ID = 'NULL'

/** What a status call is signed over, each exactly as it is written in the call. */
type HashedFields = Readonly<
  Record<
    | 'PAYMENT_ID'
    | 'PAYEE_ACCOUNT'
    | 'PAYMENT_AMOUNT'
    | 'PAYMENT_UNITS'
    | 'PAYMENT_BATCH_NUM'
    | 'PAYER_ACCOUNT'
    | 'TIMESTAMPGMT',
    string
  >
>

export function v2Hash(fields: HashedFields, passphrase: string): string {
  const { PAYMENT_ID, PAYEE_ACCOUNT, PAYMENT_AMOUNT, PAYMENT_UNITS, PAYMENT_BATCH_NUM } = fields
  const payment = [PAYMENT_ID, PAYEE_ACCOUNT, PAYMENT_AMOUNT, PAYMENT_UNITS, PAYMENT_BATCH_NUM]
  return md5([...payment, fields.PAYER_ACCOUNT, md5(passphrase), fields.TIMESTAMPGMT].join(':'))
}

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex').toUpperCase()

const TIMEOUT_MS = 10_000
const TWO_DAYS_S = 2 * 24 * 60 * 60

/** Status calls that say something else than what was paid; correctly signed, but for the forged one. */
export const twists = {
  again: 'Again, the same',
  late: 'Dated two days back',
  forged: 'Forged hash',
  other_amount: 'Another amount',
  other_payee: 'Another payee',
  other_units: 'Other units',
  other_payment_id: 'An unknown order',
  duplicate_field: 'The amount twice',
} as const

export type Twist = keyof typeof twists

export const isTwist = (text: string): text is Twist => Object.hasOwn(twists, text)

type CallFields = StatusCall['fields']

/** What the provider says of a payment, to the merchant's server and in the browser's return. */
export const statusFields = (payment: Payment, passphrase: string): CallFields =>
  signed(payment, truth(payment), passphrase)

export function twistedFields(payment: Payment, twist: Twist, passphrase: string): CallFields {
  const said = { ...truth(payment), ...lies[twist]?.(payment) }
  if (twist === 'forged') return signed(payment, said, `not ${passphrase}`)
  const fields = signed(payment, said, passphrase)
  return twist === 'duplicate_field' ? [...fields, ['PAYMENT_AMOUNT', otherAmount(payment)]] : fields
}

const truth = ({ batch, paid_at, payer_account, amount, order }: Payment): HashedFields => ({
  PAYEE_ACCOUNT: order.payee_account,
  PAYMENT_ID: order.payment_id ?? NO_PAYMENT_ID,
  PAYMENT_AMOUNT: amount,
  PAYMENT_UNITS: order.units,
  PAYMENT_BATCH_NUM: batch,
  PAYER_ACCOUNT: payer_account,
  TIMESTAMPGMT: String(paid_at),
})

const lies: Partial<Record<Twist, (payment: Payment) => Partial<HashedFields>>> = {
  late: ({ paid_at }) => ({ TIMESTAMPGMT: String(paid_at - TWO_DAYS_S) }),
  other_amount: (payment) => ({ PAYMENT_AMOUNT: otherAmount(payment) }),
  other_payee: ({ order }) => ({ PAYEE_ACCOUNT: otherAccount(order.payee_account) }),
  other_units: ({ order }) => ({ PAYMENT_UNITS: order.units === 'USD' ? 'EUR' : 'USD' }),
  other_payment_id: () => ({ PAYMENT_ID: `unknown-${randomBytes(6).toString('hex')}` }),
}

const otherAmount = ({ amount }: Payment): string => formatMinor((parseMinor(amount) ?? 0n) + 1_00n)

/** "U1234569" → "U1234560" */
const otherAccount = (account: string): string => account.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))

const signed = ({ order }: Payment, said: HashedFields, passphrase: string): CallFields => [
  ...Object.entries(said),
  ['V2_HASH', v2Hash(said, passphrase)],
  ['BAGGAGE_FIELDS', order.baggage.map(([name]) => name).join(' ')],
  ...order.baggage,
]

type Posted = Pick<StatusCall, 'took_ms' | 'answer' | 'problem'>

export async function postStatus(url: string | null, fields: CallFields, stopping: AbortSignal): Promise<Posted> {
  if (url === null) return { took_ms: 0, answer: null, problem: 'The form gave no STATUS_URL' }
  if (url.startsWith('mailto:')) return { took_ms: 0, answer: null, problem: 'The sandbox sends no status by mail' }
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping]),
    })
    await response.body?.cancel()
    return { took_ms: took(), answer: response.status, problem: null }
  } catch (error) {
    return { took_ms: took(), answer: null, problem: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

const NO_BATCH = '0'

export type Ending = { readonly payment: Payment } | { readonly cancelled: Order }

export interface BrowserReturn {
  readonly method: ReturnMethod
  readonly url: string
  readonly fields: CallFields
}

export function browserReturn(ending: Ending, passphrase: string): BrowserReturn {
  if ('payment' in ending) {
    const { payment_url_method: method, payment_url: url } = ending.payment.order
    return { method, url, fields: statusFields(ending.payment, passphrase) }
  }
  const order = ending.cancelled
  return {
    method: order.nopayment_url_method,
    url: order.nopayment_url,
    fields: [
      ['PAYEE_ACCOUNT', order.payee_account],
      ['PAYMENT_AMOUNT', order.amount],
      ['PAYMENT_UNITS', order.units],
      ['PAYMENT_ID', order.payment_id ?? NO_PAYMENT_ID],
      ['SUGGESTED_MEMO', order.suggested_memo],
      ['PAYMENT_BATCH_NUM', NO_BATCH],
    ],
  }
}

/** The address of a return by GET, which keeps the query that the merchant's address already has. */
export function addressWithFields({ url, fields }: BrowserReturn): string {
  const address = new URL(url)
  for (const [name, value] of fields) address.searchParams.set(name, value)
  return address.href
}
