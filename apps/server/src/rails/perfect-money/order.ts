import { randomBytes } from 'node:crypto'

export interface PerfectMoneyConfig {
  readonly account: string
  readonly name: string
  readonly units: string
  readonly actionUrl: string
  readonly minimumDeposit: string
  readonly offsetPercent: string
}

/** Our reference on the provider's side; it enters the hash of their status call. */
export const newPaymentId = () => `pm${randomBytes(10).toString('hex')}`
