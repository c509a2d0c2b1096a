import { languages, noticeKinds } from '@cashbox/contract'
import * as z from 'zod/mini'
import { NoticeContent } from '../../domain/notices/notice.ts'
import type { QuietHours } from '../../domain/notices/quiet-hours.ts'
import { bool, int2, json, nullable, oneOf, text, textArray, timestamptz, uuid } from '../../platform/db/columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const columns = {
  kind: oneOf(...noticeKinds),
  data: json(z.unknown()),
  created_at: timestamptz,
  is_read: bool,
  agent_id: uuid,
  email: text,
  first_name: text,
  language: oneOf(...languages),
  timezone: text,
  push_kinds: nullable(textArray),
  email_kinds: nullable(textArray),
  quiet_from: nullable(int2),
  quiet_until: nullable(int2),
}

export type SentNotice = NonNullable<Awaited<ReturnType<typeof readNotice>>>

/** A notice with its agent and the ways that they have chosen; null when there is no use in sending it any more. */
export async function readNotice(db: Queryable, noticeId: string, now: Date) {
  const [row] = await db.query(
    sql`
      select notice.kind, notice.data, notice.created_at, notice.read_at is not null as is_read, notice.agent_id,
             agent.email, agent.first_name, agent.language, agent.timezone, setting.push_kinds, setting.email_kinds,
             setting.quiet_from, setting.quiet_until
      from notice join agent on agent.id = notice.agent_id
      left join notice_setting as setting on setting.agent_id = agent.id
      where notice.id = ${noticeId}`,
    columns,
  )
  if (!row || row.is_read) return null
  const { kind, data, push_kinds, email_kinds, quiet_from, quiet_until, ...rest } = row
  const content = NoticeContent.parse({ kind, data })
  if (lastUse(content, row.created_at) <= now) return null
  const quiet: QuietHours | null =
    quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until }
  return {
    ...rest,
    content,
    quiet,
    isByPush: push_kinds?.includes(kind) ?? true,
    isByMail: email_kinds?.includes(kind) ?? false,
  }
}

const USEFUL_MS = 24 * 60 * 60 * 1000

/** A transaction is of use until it expires, everything else for a day. */
export const lastUse = ({ kind, data }: NoticeContent, createdAt: Date): Date =>
  new Date(kind === 'transaction' ? data.expires_at * 1000 : createdAt.getTime() + USEFUL_MS)
