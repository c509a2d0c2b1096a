import { randomBytes } from 'node:crypto'

export interface PerfectMoneyConfig {
  readonly account: string
  readonly name: string
  readonly units: string
  readonly actionUrl: string
  readonly minimumDeposit: string
  readonly offsetPercent: string
  /** The account's alternate passphrase; with it, anyone can sign status calls. */
  readonly passphrase: string
  /** Status calls from other addresses are accepted but logged, because there may be a proxy. */
  readonly usualAddresses: readonly string[]
  /** Needs the account's own password. Only payments in the history are credited. */
  readonly history: { readonly url: string; readonly accountId: string; readonly password: string }
}

/** Our reference; the hash of the status call covers it. */
export const newPaymentId = () => `pm${randomBytes(10).toString('hex')}`

/** The payer can change the form, so the ID can be anything. */
export const isPaymentId = (text: string) => /^pm[0-9a-f]{20}$/.test(text)
