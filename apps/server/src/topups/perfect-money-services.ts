import type { LiveTopic } from '@cashbox/contract'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { PerfectMoneyConfig } from '../rails/perfect-money/order.ts'

export interface PerfectMoneyServices {
  readonly db: Database
  readonly clock: Clock
  readonly perfectMoney: PerfectMoneyConfig
  /** Something of an agent has changed, and is on disk. */
  readonly onChanged: (agentId: string, ...topics: LiveTopic[]) => void
}
