import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { PerfectMoneyConfig } from '../rails/perfect-money/order.ts'
import type { TronConfig } from '../rails/tron/tron-config.ts'
import type { RateRules } from './rates.ts'

export interface WalletServices {
  readonly db: Database
  readonly clock: Clock
  readonly tron: TronConfig
  readonly perfectMoney: PerfectMoneyConfig | null
  readonly rates: RateRules
  readonly publicUrl: string
  /** Looks at the agent's addresses now. */
  readonly checkNow: (agentId: string) => Promise<void>
}
