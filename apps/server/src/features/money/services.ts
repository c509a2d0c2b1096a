import type { LiveTopic } from '@cashbox/contract'
import type { Database } from '../../platform/db/database.ts'
import type { TermServices } from '../../topups/terms.ts'

export interface MoneyServices extends TermServices {
  readonly db: Database
  /** Something that an agent sees has changed. */
  readonly onChanged: (agentId: string, ...topics: LiveTopic[]) => void
}
