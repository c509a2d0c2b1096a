export interface TronProviderConfig {
  readonly url: string
  readonly apiKey: string | null
}

export interface TronConfig {
  /** While off, agents see no address and no transfer is read. Transfers are found after it is on again. */
  readonly isOn: boolean
  /** Extended public key of the account that agents' addresses are derived from. */
  readonly xpub: string
  /** The name that agents see. */
  readonly network: string
  /** Part of each reference, because the same transaction ID can exist on another chain. */
  readonly chain: string
  /** The contract address of the token; its name and symbol prove nothing. */
  readonly usdt: string
  /** In order of preference. Empty in the sandbox, which simulates a chain. */
  readonly providers: readonly TronProviderConfig[]
  /** Between two reads of the feed of transfers. */
  readonly pollMs: number
  /** Addresses to check in each poll interval. */
  readonly addressChecks: number
  /** USDT. */
  readonly minimumDeposit: string
  /** USDT per agent and day that is credited with the proof of one provider. Null: any sum. */
  readonly secondProviderAbove: string | null
  /** Sums below the minimum are added up until they reach it, or left to an operator. */
  readonly smallSums: 'gather' | 'hold'
  readonly offsetPercent: string
  /** `{txid}` is replaced by the transaction ID. */
  readonly explorerUrl: string
}
