import {
  type listNotices as call,
  type Language,
  MOST_UNREAD,
  type OutputOf,
  type ParsedInputOf,
  type readNotices as readNoticesCall,
} from '@cashbox/contract'
import { col, type Database, only, type Queryable, query, sql } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { type Clock } from '../platform/clock.ts'
import type { Services } from '../platform/services.ts'
import { NoticeContent } from './notice.ts'
import { renderNotice } from './render-notice.ts'

const columns = {
  id: col.uuid,
  kind: col.text,
  data: col.json(z.unknown()),
  created_at: col.seconds,
  is_read: col.bool,
}

/** The facts behind a notice are stored elsewhere, permanently. */
const KEPT_MS = 180 * 24 * 60 * 60 * 1000

export async function listNotices(
  db: Queryable,
  agentId: string,
  { limit, before }: ParsedInputOf<typeof call>,
  language: Language,
): Promise<OutputOf<typeof call>> {
  const rows = await query(db, columns)`
    select id, kind, data, created_at, read_at is not null as is_read from notice
    where agent_id = ${agentId} and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${limit + 1}`
  return {
    list: rows.slice(0, limit).map(({ id, kind, data, created_at, is_read }) => {
      const content = NoticeContent.parse({ kind, data })
      return { id, kind: content.kind, ...renderNotice(language, content), created_at, is_read }
    }),
    has_more: rows.length > limit,
    unread: await countUnread(db, agentId),
  }
}

/** Up to the highest number that the app shows. */
async function countUnread(db: Queryable, agentId: string): Promise<number> {
  const rows = await query(db, { unread: col.int4 })`
    select count(*)::integer as unread from (
      select 1 from notice where agent_id = ${agentId} and read_at is null limit ${MOST_UNREAD}) as counted`
  return only(rows).unread
}

/** Marks one, or all up to the newest that was shown: later ones stay unread. */
export async function readNotices(
  { db, clock, live }: Services,
  agentId: string,
  { notice_id, up_to }: ParsedInputOf<typeof readNoticesCall>,
): Promise<OutputOf<typeof readNoticesCall>> {
  const marked = await db.execute(sql`
    update notice set read_at = ${clock.now()}
    where agent_id = ${agentId} and read_at is null
      and (id = ${notice_id ?? null}::uuid or id <= ${up_to ?? null}::uuid)`)
  // The agent's other devices show the new number.
  if (marked > 0) live.publish(agentId, 'notices')
  return { unread: await countUnread(db, agentId) }
}

export async function forgetOldNotices(db: Database, clock: Clock): Promise<void> {
  await db.execute(sql`delete from notice where created_at < ${new Date(clock.now().getTime() - KEPT_MS)}`)
}
