import { type Payment, readPayment } from './payment.ts'
import { type HashedFields, isHashOf } from './v2-hash.ts'

type Field = keyof HashedFields | 'V2_HASH'

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

/** `unreadable` is signed by the provider, and is not a payment all the same. */
export type StatusCall = Payment | 'malformed' | 'forged' | 'unreadable'

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
