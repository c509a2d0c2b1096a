import { createHash, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../platform/secrets/keyring.ts'

type Field = keyof typeof PATTERNS

/** `unreadable` has a valid signature but is not a payment. */
type StatusCall = Payment | 'malformed' | 'forged' | 'unreadable'

/** The fields in the hash, exactly as they were sent. */
export type HashedFields = Readonly<Record<Exclude<Field, 'V2_HASH'>, string>>

export interface Payment {
  /** The provider's number of the payment. */
  readonly batch: string
  /** Our reference. Not trusted, because it comes from the payer's form. */
  readonly paymentId: string
  readonly payeeAccount: string
  readonly payerAccount: string
  readonly units: string
  /** Hundredths, rounded down. */
  readonly amountMinor: bigint
  /** False if digits after the hundredths were cut off. */
  readonly isWhole: boolean
  readonly at: Date
}

type PaymentTexts = Omit<Payment, 'amountMinor' | 'isWhole' | 'at'> & { readonly amount: string }

/**
 * The hash covers the fields joined by `:`, and the payer chooses PAYMENT_ID. If a field could contain a `:`, a signed
 * payment of 0.01 could be read as a different payment.
 */
const PATTERNS = {
  PAYMENT_ID: /^[^:]*$/,
  PAYEE_ACCOUNT: /^[UEG]\d{1,20}$/,
  PAYMENT_AMOUNT: /^\d{1,12}(\.\d{1,20})?$/,
  PAYMENT_UNITS: /^[A-Z]{3}$/,
  PAYMENT_BATCH_NUM: /^\d{1,40}$/,
  PAYER_ACCOUNT: /^[UEG]\d{1,20}$/,
  TIMESTAMPGMT: /^\d{1,11}$/,
  V2_HASH: /^[0-9A-F]{32}$/,
}
const FIELDS = Object.keys(PATTERNS) as Field[]

const AMOUNT = /^(\d{1,12})(?:\.(\d{1,20}))?$/
const BATCH = /^0*([1-9]\d{0,29})$/
const UNITS = /^[A-Z]{3}$/

/** Each field must be present once and match its pattern. Other fields are ignored, because the hash does not cover them. */
export function readStatusCall(body: string, passphrase: string): StatusCall {
  const sent = new URLSearchParams(body)
  if (FIELDS.some((name) => sent.getAll(name).length !== 1)) return 'malformed'
  const texts = Object.fromEntries(FIELDS.map((name) => [name, sent.get(name) ?? ''])) as Record<Field, string>
  if (FIELDS.some((name) => !PATTERNS[name].test(texts[name]))) return 'malformed'
  const { V2_HASH: hash, ...fields } = texts
  if (!isHashOf(fields, passphrase, hash)) return 'forged'
  const payment = readPayment(
    {
      batch: fields.PAYMENT_BATCH_NUM,
      paymentId: fields.PAYMENT_ID,
      payeeAccount: fields.PAYEE_ACCOUNT,
      payerAccount: fields.PAYER_ACCOUNT,
      units: fields.PAYMENT_UNITS,
      amount: fields.PAYMENT_AMOUNT,
    },
    new Date(Number(fields.TIMESTAMPGMT) * 1000),
  )
  return payment ?? 'unreadable'
}

export function v2Hash(fields: HashedFields, passphrase: string): string {
  return upperMd5(
    [
      fields.PAYMENT_ID,
      fields.PAYEE_ACCOUNT,
      fields.PAYMENT_AMOUNT,
      fields.PAYMENT_UNITS,
      fields.PAYMENT_BATCH_NUM,
      fields.PAYER_ACCOUNT,
      upperMd5(passphrase),
      fields.TIMESTAMPGMT,
    ].join(':'),
  )
}

export const isHashOf = (fields: HashedFields, passphrase: string, given: string) =>
  isSameSecret(v2Hash(fields, passphrase), given)

/** For status calls and the history. Null if it is not a valid payment. */
export function readPayment({ batch, amount, ...texts }: PaymentTexts, at: Date | null): Payment | null {
  const number = BATCH.exec(batch)?.[1]
  const [isAmount, whole = '', fraction = ''] = AMOUNT.exec(amount) ?? []
  if (number === undefined || isAmount === undefined || at === null || !UNITS.test(texts.units)) return null
  const amountMinor = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'))
  if (amountMinor === 0n) return null
  return { ...texts, batch: number, amountMinor, isWhole: /^0*$/.test(fraction.slice(2)), at }
}

const upperMd5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex').toUpperCase()

/** Our reference; the hash of the status call covers it. */
export const newPaymentId = () => `pm${randomBytes(10).toString('hex')}`

/** The payer can change the form, so the ID can be anything. */
export const isPaymentId = (text: string) => /^pm[0-9a-f]{20}$/.test(text)
