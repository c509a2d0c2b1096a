import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { AgentSession, listAgentSessions } from '@cashbox/contract/operator'
import { toSeconds } from '../platform/clock.ts'
import { bool, nullable, type RowOf, text, timestamptz, uuid } from '../platform/database/columns.ts'
import { sql } from '../platform/database/sql.ts'
import { cut, refuseUnknown } from './known-agent.ts'
import type { AgentServices } from './services.ts'

const columns = {
  id: uuid,
  created_at: timestamptz,
  last_seen_at: timestamptz,
  expires_at: timestamptz,
  ended_at: nullable(timestamptz),
  is_active: bool,
  remember: bool,
  ip: nullable(text),
  user_agent: nullable(text),
  fingerprint: nullable(text),
}

/** Neither ended nor run out. */
export const isInUse = (at: Date) => sql`
  ended_at is null and expires_at > ${at} and last_seen_at + make_interval(secs => idle_seconds) > ${at}`

const showSession = ({
  created_at,
  last_seen_at,
  expires_at,
  ended_at,
  ...session
}: RowOf<typeof columns>): AgentSession => ({
  ...session,
  created_at: toSeconds(created_at),
  last_seen_at: toSeconds(last_seen_at),
  expires_at: toSeconds(expires_at),
  ended_at: ended_at && toSeconds(ended_at),
  version: 1,
})

export async function listSessions(
  { db, clock }: AgentServices,
  { agent_id, limit, cursor }: ParsedInputOf<typeof listAgentSessions>,
): Promise<OutputOf<typeof listAgentSessions>> {
  await refuseUnknown(db, agent_id)
  const now = clock.now()
  const rows = await db.query(
    sql`
      select id, created_at, last_seen_at, expires_at, ended_at, remember, ip, user_agent, fingerprint,
             ${isInUse(now)} as is_active
      from session
      where agent_id = ${agent_id} and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
      order by id desc limit ${limit + 1}`,
    columns,
  )
  return cut(rows, limit, showSession, ({ id }) => id)
}
