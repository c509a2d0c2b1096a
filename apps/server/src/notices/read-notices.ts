import type { readNotices as call, OutputOf, ParsedInputOf } from '@cashbox/contract'
import { sql } from '../platform/database/sql.ts'
import { countUnread } from './list-notices.ts'
import type { InboxServices } from './services.ts'

/** Marks one, or all up to the newest that was seen: one that arrived meanwhile stays unread. */
export async function readNotices(
  { db, clock, onNotice }: Pick<InboxServices, 'db' | 'clock' | 'onNotice'>,
  agentId: string,
  { notice_id, up_to }: ParsedInputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const marked = await db.execute(sql`
    update notice set read_at = ${clock.now()}
    where agent_id = ${agentId} and read_at is null
      and (id = ${notice_id ?? null}::uuid or id <= ${up_to ?? null}::uuid)`)
  // The agent's other devices show the new number.
  if (marked > 0) onNotice(agentId)
  return { unread: await countUnread(db, agentId) }
}
