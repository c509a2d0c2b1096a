import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

export interface AgentServices {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly publicUrl: string
  /** Page of a blockchain transaction; `{txid}` is replaced by its ID. */
  readonly explorerUrl: string
  /** Makes the agent's open apps load again. */
  readonly onChanged: (agentId: string) => void
}
