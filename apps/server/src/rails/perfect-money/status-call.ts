import { createHash, timingSafeEqual } from 'node:crypto'

type Field = keyof HashedFields | 'V2_HASH'

/** `unreadable` is signed by the provider, and is not a payment all the same. */
type StatusCall = Payment | 'malformed' | 'forged' | 'unreadable'

/** What the hash is over, each exactly as it is written in the call. */
export interface HashedFields {
  readonly PAYMENT_ID: string
  readonly PAYEE_ACCOUNT: string
  readonly PAYMENT_AMOUNT: string
  readonly PAYMENT_UNITS: string
  readonly PAYMENT_BATCH_NUM: string
  readonly PAYER_ACCOUNT: string
  readonly TIMESTAMPGMT: string
}

/** Money that reached an account of ours, by the word of the provider. */
export interface Payment {
  /** The provider's number of it. */
  readonly batch: string
  /** Our reference, as the payer's form gave it: not to be trusted. */
  readonly paymentId: string
  readonly payeeAccount: string
  readonly payerAccount: string
  readonly units: string
  /** Hundredths, rounded down. */
  readonly amountMinor: bigint
  /** False when something smaller than hundredths was left out. */
  readonly isWhole: boolean
  readonly at: Date
}

interface PaymentTexts {
  readonly batch: string
  readonly paymentId: string
  readonly payeeAccount: string
  readonly payerAccount: string
  readonly units: string
  readonly amount: string
}

/**
 * The hash is over the fields joined by `:`, and the payer chooses PAYMENT_ID. So no field may hold a `:`, or a signed
 * payment of 0.01 could be cut into the fields of another one.
 */
const FORMS: Readonly<Record<Field, RegExp>> = {
  PAYMENT_ID: /^[^:]*$/,
  PAYEE_ACCOUNT: /^[UEG]\d{1,20}$/,
  PAYMENT_AMOUNT: /^\d{1,12}(\.\d{1,20})?$/,
  PAYMENT_UNITS: /^[A-Z]{3}$/,
  PAYMENT_BATCH_NUM: /^\d{1,40}$/,
  PAYER_ACCOUNT: /^[UEG]\d{1,20}$/,
  TIMESTAMPGMT: /^\d{1,11}$/,
  V2_HASH: /^[0-9A-F]{32}$/,
}
const FIELDS = Object.keys(FORMS) as Field[]

const AMOUNT = /^(\d{1,12})(?:\.(\d{1,20}))?$/
const BATCH = /^0*([1-9]\d{0,29})$/
const UNITS = /^[A-Z]{3}$/

/** Reads the eight fields when each is there once, has its form and the hash fits. The hash covers nothing else. */
export function readStatusCall(body: string, passphrase: string): StatusCall {
  const sent = new URLSearchParams(body)
  if (FIELDS.some((name) => sent.getAll(name).length !== 1)) return 'malformed'
  const texts = Object.fromEntries(FIELDS.map((name) => [name, sent.get(name) ?? ''])) as Record<Field, string>
  if (FIELDS.some((name) => !FORMS[name].test(texts[name]))) return 'malformed'
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

const upperMd5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex').toUpperCase()

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

/** Takes as long for a hash that is nearly right as for any other. */
export function isHashOf(fields: HashedFields, passphrase: string, given: string): boolean {
  const expected = Buffer.from(v2Hash(fields, passphrase))
  const actual = Buffer.from(given)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Null when it makes no sense as a payment, from any source. */
export function readPayment({ batch, amount, ...texts }: PaymentTexts, at: Date | null): Payment | null {
  const number = BATCH.exec(batch)?.[1]
  const [isAmount, whole = '', fraction = ''] = AMOUNT.exec(amount) ?? []
  if (number === undefined || isAmount === undefined || at === null || !UNITS.test(texts.units)) return null
  const amountMinor = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'))
  if (amountMinor === 0n) return null
  return { ...texts, batch: number, amountMinor, isWhole: /^0*$/.test(fraction.slice(2)), at }
}
