import type { LiveTopic } from '@cashbox/contract'
import type { TermServices } from '../../../domain/topups/find-terms.ts'
import type { Database } from '../../../platform/db/database.ts'

export interface MoneyServices extends TermServices {
  readonly db: Database
  /** Something that an agent sees has changed. */
  readonly onChanged: (agentId: string, ...topics: LiveTopic[]) => void
}
