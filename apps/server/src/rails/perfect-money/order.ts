import { randomBytes } from 'node:crypto'

export interface PerfectMoneyConfig {
  readonly account: string
  readonly name: string
  readonly units: string
  readonly actionUrl: string
  readonly minimumDeposit: string
  readonly offsetPercent: string
  /** The alternate passphrase of the account; whoever knows it can sign status calls. */
  readonly passphrase: string
  /** Addresses that status calls usually come from. Others are only noted: a proxy may stand in between. */
  readonly usualAddresses: readonly string[]
  /** For asking what was paid, which needs the account's own password; null leaves it to the status calls alone. */
  readonly history: { readonly url: string; readonly accountId: string; readonly password: string } | null
}

/** Our reference on the provider's side; it enters the hash of their status call. */
export const newPaymentId = () => `pm${randomBytes(10).toString('hex')}`
