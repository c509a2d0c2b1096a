import {
  emailKinds,
  formatMinor,
  type NoticeSettings,
  noticeKinds,
  type OutputOf,
  type ParsedInputOf,
  type setNoticeSettings,
} from '@cashbox/contract'
import { col, type Queryable, query, queryOne, sql } from '@cashbox/postgres/database'
import type { AgentSession } from '../access/sessions.ts'
import { invalidFields } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { readPushKey } from './push-devices.ts'

export interface QuietHours {
  /** Minutes since midnight; `until` may be earlier than `from`, and is then on the next day. */
  readonly from: number
  readonly until: number
}

const defaults: NoticeSettings = {
  push: [...noticeKinds],
  email: [],
  quiet_from: null,
  quiet_until: null,
  low_float: null,
}

const DAY_MIN = 24 * 60

export async function readNoticeSettings({ db, keyring }: Services, { agentId, sessionId }: AgentSession) {
  const { is_push_on } = await queryOne(db, { is_push_on: col.bool })`
    select exists (select 1 from push_device where session_id = ${sessionId}) as is_push_on`
  const { publicKey } = await readPushKey(db, keyring)
  return { settings: await findSettings(db, agentId), push_key: publicKey, is_push_on }
}

async function findSettings(db: Queryable, agentId: string): Promise<NoticeSettings> {
  const [row] = await query(db, {
    push_kinds: col.textArray,
    email_kinds: col.textArray,
    quiet_from: col.nullable(col.int2),
    quiet_until: col.nullable(col.int2),
    low_float: col.nullable(col.int8),
  })`
    select push_kinds, email_kinds, quiet_from, quiet_until, low_float from notice_setting where agent_id = ${agentId}`
  if (!row) return defaults
  return {
    push: noticeKinds.filter((kind) => row.push_kinds.includes(kind)),
    email: emailKinds.filter((kind) => row.email_kinds.includes(kind)),
    quiet_from: row.quiet_from === null ? null : formatTimeOfDay(row.quiet_from),
    quiet_until: row.quiet_until === null ? null : formatTimeOfDay(row.quiet_until),
    low_float: row.low_float === null ? null : formatMinor(row.low_float),
  }
}

export async function writeNoticeSettings(
  services: Services,
  agent: AgentSession,
  { push, email, quiet_from, quiet_until, low_float }: ParsedInputOf<typeof setNoticeSettings>,
): Promise<OutputOf<typeof setNoticeSettings>> {
  if ((quiet_from === null) !== (quiet_until === null)) {
    throw invalidFields({ [quiet_from === null ? 'quiet_from' : 'quiet_until']: [{ code: 'required' }] })
  }
  const [from, until] = [quiet_from, quiet_until].map((time) => (time === null ? null : parseTimeOfDay(time)))
  await services.db.execute(sql`
    insert into notice_setting as old (agent_id, push_kinds, email_kinds, quiet_from, quiet_until, low_float)
    values (${agent.agentId}, ${push}::text[], ${email}::text[], ${from ?? null}, ${until ?? null}, ${low_float})
    on conflict (agent_id) do update
      set push_kinds = excluded.push_kinds, email_kinds = excluded.email_kinds, quiet_from = excluded.quiet_from,
          quiet_until = excluded.quiet_until, low_float = excluded.low_float,
          low_since = case when old.low_float = excluded.low_float then old.low_since end`)
  return readNoticeSettings(services, agent)
}

/** The end of the current quiet hours; null outside of them. */
export function endOfQuiet(hours: QuietHours | null, timeZone: string, now: Date): Date | null {
  if (hours === null || hours.from === hours.until) return null
  const minute = minuteOfDay(now, timeZone)
  const sinceStart = (minute - hours.from + DAY_MIN) % DAY_MIN
  const length = (hours.until - hours.from + DAY_MIN) % DAY_MIN
  if (sinceStart >= length) return null
  // A whole minute. If daylight saving changes in between, the job checks again and waits on.
  const wait = (length - sinceStart) * 60_000
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + wait)
}

function minuteOfDay(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    .formatToParts(moment)
    .map(({ type, value }) => [type, Number(value)] as const)
  const part = Object.fromEntries(parts)
  return (part['hour'] ?? 0) * 60 + (part['minute'] ?? 0)
}

/** "22:30" as minutes since midnight, and back. */
export const parseTimeOfDay = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
export const formatTimeOfDay = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
