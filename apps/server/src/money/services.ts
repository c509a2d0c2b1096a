import type { LiveTopic } from '@cashbox/contract'
import type { Database } from '../platform/database/database.ts'
import type { TermServices } from '../topups/find-terms.ts'

export interface MoneyServices extends TermServices {
  readonly db: Database
  /** Something that an agent sees has changed. */
  readonly onChanged: (agentId: string, ...topics: LiveTopic[]) => void
}
