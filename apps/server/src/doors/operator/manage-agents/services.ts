import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'

export interface AgentServices {
  readonly db: Database
  readonly clock: Clock
  readonly publicUrl: string
  /** Where a transaction of the network can be looked at; `{txid}` stands for its id. */
  readonly explorerUrl: string
  /** Tells the agent's open apps to ask again. */
  readonly onChanged: (agentId: string) => void
}
