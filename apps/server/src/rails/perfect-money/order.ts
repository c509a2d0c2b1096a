import { randomBytes } from 'node:crypto'

export interface PerfectMoneyConfig {
  readonly account: string
  readonly name: string
  readonly units: string
  readonly actionUrl: string
  readonly minimumDeposit: string
  readonly offsetPercent: string
  /** The alternate passphrase of the account; anyone who knows it can sign status calls. */
  readonly passphrase: string
  /** Addresses that status calls usually come from. Others are only noted: a proxy may be in between. */
  readonly usualAddresses: readonly string[]
  /** For asking what was paid, which needs the account's own password. Nothing is credited that it does not show. */
  readonly history: { readonly url: string; readonly accountId: string; readonly password: string }
}

/** Our reference on the provider's side; it enters the hash of their status call. */
export const newPaymentId = () => `pm${randomBytes(10).toString('hex')}`

/** The payer can change the form, so a payment may name anything. */
export const isPaymentId = (text: string) => /^pm[0-9a-f]{20}$/.test(text)
