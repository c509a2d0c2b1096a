import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'

export interface PlayerTransactionServices {
  readonly db: Database
  readonly clock: Clock
  readonly secret: string
  /** What an agent sees has changed: a transaction was opened, cancelled or reversed. */
  readonly onChanged: (agentId: string) => void
}
