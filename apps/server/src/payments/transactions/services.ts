import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'

export interface PlayerTransactionServices {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  /** What an agent sees has changed: a transaction was opened, cancelled or reversed. */
  readonly onChanged: (agentId: string) => void
}
