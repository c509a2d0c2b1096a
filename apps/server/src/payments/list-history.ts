import type { HistoryItem, TransactionType } from '@cashbox/contract'
import { countConfirmed } from '../balances/count-confirmed.ts'
import type { Period } from '../balances/period.ts'
import { readConfirmed } from '../balances/read-confirmed.ts'
import type { Queryable } from '../platform/database/database.ts'

interface Page {
  readonly limit: number
  readonly offset: number
  readonly type: TransactionType | null
}

/**
 * Newest first. The agent's confirmations are numbered without gaps, so a page is a range of numbers:
 * the last one costs what the first one does.
 */
export async function listHistory(
  db: Queryable,
  agentId: string,
  period: Period,
  { limit, offset, type }: Page,
): Promise<HistoryItem[]> {
  const before = await countConfirmed(db, agentId, type, period.from)
  const until = await countConfirmed(db, agentId, type, period.until)
  const last = until - BigInt(offset)
  const first = last - BigInt(limit) > before ? last - BigInt(limit) : before
  return last <= first ? [] : readConfirmed(db, { agentId, type, after: first, upTo: last })
}
