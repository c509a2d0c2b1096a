import { type Payment, readPayment } from './payment.ts'
import { type HashedFields, isHashOf } from './v2-hash.ts'

const FIELDS = [
  'PAYMENT_ID',
  'PAYEE_ACCOUNT',
  'PAYMENT_AMOUNT',
  'PAYMENT_UNITS',
  'PAYMENT_BATCH_NUM',
  'PAYER_ACCOUNT',
  'TIMESTAMPGMT',
  'V2_HASH',
] as const satisfies readonly (keyof HashedFields | 'V2_HASH')[]

/** `unreadable` is signed by the provider and makes no sense all the same. */
export type StatusCall = Payment | 'malformed' | 'forged' | 'unreadable'

/** Believes the eight fields, when each is there once and the hash fits; whatever else was sent is not covered by it. */
export function readStatusCall(body: string, passphrase: string): StatusCall {
  const sent = new URLSearchParams(body)
  if (FIELDS.some((name) => sent.getAll(name).length !== 1)) return 'malformed'
  const { V2_HASH: hash, ...fields } = Object.fromEntries(FIELDS.map((name) => [name, sent.get(name) ?? ''])) as Record<
    (typeof FIELDS)[number],
    string
  >
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
    readTimestamp(fields.TIMESTAMPGMT),
  )
  return payment ?? 'unreadable'
}

const readTimestamp = (seconds: string) => (/^\d{1,11}$/.test(seconds) ? new Date(Number(seconds) * 1000) : null)
