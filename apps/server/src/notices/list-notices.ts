import {
  type listNotices as call,
  type Language,
  MOST_UNREAD,
  type OutputOf,
  type ParsedInputOf,
} from '@cashbox/contract'
import * as z from 'zod/mini'
import { toSeconds } from '../platform/clock.ts'
import { bool, int4, json, text, timestamptz, uuid } from '../platform/database/columns.ts'
import { only, type Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { NoticeContent } from './notice.ts'
import { renderNotice } from './render-notice.ts'

const columns = { id: uuid, kind: text, data: json(z.unknown()), created_at: timestamptz, is_read: bool }

/** Newest first, by key: the last page costs what the first one does. */
export async function listNotices(
  db: Queryable,
  agentId: string,
  { limit, before }: ParsedInputOf<typeof call>,
  language: Language,
): Promise<OutputOf<typeof call>> {
  const rows = await db.query(
    sql`
      select id, kind, data, created_at, read_at is not null as is_read from notice
      where agent_id = ${agentId} and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
      order by id desc limit ${limit + 1}`,
    columns,
  )
  return {
    list: rows.slice(0, limit).map(({ id, kind, data, created_at, is_read }) => {
      const content = NoticeContent.parse({ kind, data })
      return { id, kind: content.kind, ...renderNotice(language, content), created_at: toSeconds(created_at), is_read }
    }),
    has_more: rows.length > limit,
    unread: await countUnread(db, agentId),
  }
}

/** Stops counting where the app stops showing a number. */
export async function countUnread(db: Queryable, agentId: string): Promise<number> {
  const rows = await db.query(
    sql`
      select count(*)::integer as unread from (
        select 1 from notice where agent_id = ${agentId} and read_at is null limit ${MOST_UNREAD}) as counted`,
    { unread: int4 },
  )
  return only(rows).unread
}
