import type { NoticeKind } from '@cashbox/contract'
import { uuidv7 } from 'uuidv7'
import { bool } from '../../platform/db/columns.ts'
import { only, type Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { enqueue } from '../../platform/jobs.ts'
import type { NoticeContent } from './notice.ts'

/** The job that sends a notice by the ways that the agent has chosen. */
export const SEND_NOTICE = 'send-notice'

/** Tells an agent of something, in the transaction that does it. */
export async function writeNotice(tx: Tx, agentId: string, { kind, data }: NoticeContent, at: Date): Promise<void> {
  const noticeId = uuidv7()
  await tx.execute(sql`
    insert into notice (id, agent_id, kind, data, created_at)
    values (${noticeId}, ${agentId}, ${kind}, ${JSON.stringify(data)}::jsonb, ${at})`)
  if (await hasWays(tx, agentId, kind)) {
    await enqueue(tx, { now: () => at }, SEND_NOTICE, { notice_id: noticeId })
  }
}

/** Most agents only read their inbox, and need no job. */
async function hasWays(tx: Tx, agentId: string, kind: NoticeKind): Promise<boolean> {
  const rows = await tx.query(
    sql`
      select exists (select 1 from push_device where agent_id = ${agentId})
          or exists (select 1 from notice_setting where agent_id = ${agentId} and ${kind} = any(email_kinds)) as has_ways`,
    { has_ways: bool },
  )
  return only(rows).has_ways
}
