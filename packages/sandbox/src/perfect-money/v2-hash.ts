import { createHash } from 'node:crypto'

/** Used for a PAYMENT_ID that the merchant did not give. */
export const NO_PAYMENT_ID = 'NULL'

/** What a status call is signed over, each exactly as it is written in the call. */
export interface HashedFields {
  readonly PAYMENT_ID: string
  readonly PAYEE_ACCOUNT: string
  readonly PAYMENT_AMOUNT: string
  readonly PAYMENT_UNITS: string
  readonly PAYMENT_BATCH_NUM: string
  readonly PAYER_ACCOUNT: string
  readonly TIMESTAMPGMT: string
}

export function v2Hash(fields: HashedFields, passphrase: string): string {
  const text = [
    fields.PAYMENT_ID,
    fields.PAYEE_ACCOUNT,
    fields.PAYMENT_AMOUNT,
    fields.PAYMENT_UNITS,
    fields.PAYMENT_BATCH_NUM,
    fields.PAYER_ACCOUNT,
    md5(passphrase),
    fields.TIMESTAMPGMT,
  ]
  return md5(text.join(':'))
}

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex').toUpperCase()
