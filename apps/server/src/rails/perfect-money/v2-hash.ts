import { createHash, timingSafeEqual } from 'node:crypto'

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
