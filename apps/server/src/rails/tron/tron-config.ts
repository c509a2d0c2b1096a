export interface TronConfig {
  /** Extended public key of the account that agents' addresses are derived from. */
  readonly xpub: string
  readonly network: string
  /** USDT. */
  readonly minimumDeposit: string
  readonly offsetPercent: string
}
