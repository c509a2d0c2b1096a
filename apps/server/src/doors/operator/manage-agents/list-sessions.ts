import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { AgentSession, listAgentSessions } from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { cut, refuseUnknown } from './known-agent.ts'
import type { AgentServices } from './services.ts'

interface Row extends Omit<AgentSession, 'created_at' | 'last_seen_at' | 'expires_at' | 'ended_at'> {
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ended_at: Date | null
}

const showSession = ({ created_at, last_seen_at, expires_at, ended_at, ...session }: Row): AgentSession => ({
  ...session,
  created_at: toSeconds(created_at),
  last_seen_at: toSeconds(last_seen_at),
  expires_at: toSeconds(expires_at),
  ended_at: ended_at && toSeconds(ended_at),
})

export async function listSessions(
  { db, clock }: AgentServices,
  { agent_id, limit, cursor }: ParsedInputOf<typeof listAgentSessions>,
): Promise<OutputOf<typeof listAgentSessions>> {
  await refuseUnknown(db, agent_id)
  const now = clock.now()
  const rows = await db.query<Row>(sql`
    select id, created_at, last_seen_at, expires_at, ended_at, remember, ip, user_agent, fingerprint,
           ended_at is null and expires_at > ${now} and last_seen_at + make_interval(secs => idle_seconds) > ${now} as is_open
    from session
    where agent_id = ${agent_id} and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
    order by id desc limit ${limit + 1}`)
  return cut(rows, limit, showSession, ({ id }) => id)
}
