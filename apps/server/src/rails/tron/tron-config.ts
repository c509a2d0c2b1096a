export interface TronProviderConfig {
  readonly url: string
  readonly apiKey: string | null
}

export interface TronConfig {
  /** While it is off, agents see no address and nothing is watched; what was sent waits on the chain. */
  readonly isOn: boolean
  /** Extended public key of the account that agents' addresses are derived from. */
  readonly xpub: string
  /** As agents read it. */
  readonly network: string
  /** Which chain the transactions are on: the same ID on another chain is another transaction. */
  readonly chain: string
  /** The token's contract. Its name and symbol prove nothing. */
  readonly usdt: string
  /** In the order in which they are asked. None in the sandbox, which has a chain of its own. */
  readonly providers: readonly TronProviderConfig[]
  /** Between two looks at the feed of transfers. */
  readonly pollMs: number
  /** Addresses whose own list is read at each look. */
  readonly addressChecks: number
  /** USDT. */
  readonly minimumDeposit: string
  /** USDT. What one provider alone proves is credited up to this sum an agent and day; null for any sum. */
  readonly secondProviderAbove: string | null
  /** What happens to sums below the minimum: gathered until they reach it together, or left to an operator. */
  readonly smallSums: 'gather' | 'hold'
  readonly offsetPercent: string
  /** Where people look at a transaction; `{txid}` is replaced by its ID. */
  readonly explorerUrl: string
}
