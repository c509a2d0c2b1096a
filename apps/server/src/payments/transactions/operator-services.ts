import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'

export interface TransactionServices {
  readonly db: Database
  readonly clock: Clock
  /** What an agent sees has changed. */
  readonly onChanged: (agentId: string) => void
}
