import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { AgentSession, endAgentSession, listAgentSessions } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { cut, refuseUnknown } from './known-agent.ts'
import type { AgentServices } from './services.ts'

interface Row extends Omit<AgentSession, 'created_at' | 'last_seen_at' | 'expires_at' | 'ended_at'> {
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ended_at: Date | null
}

const show = ({ created_at, last_seen_at, expires_at, ended_at, ...session }: Row): AgentSession => ({
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
  return cut(rows, limit, show, ({ id }) => id)
}

/** Out with their next call; an open app is told to make one. */
export async function endSession(
  { db, clock, onChanged }: AgentServices,
  { agent_id, session_id }: ParsedInputOf<typeof endAgentSession>,
  actor: Actor,
): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    const known = await tx.query<{ ended_at: Date | null }>(sql`
      select ended_at from session where id = ${session_id} and agent_id = ${agent_id} for update`)
    if (known[0] === undefined) throw refusal('not_found')
    if (known[0].ended_at !== null) return
    await tx.query(sql`update session set ended_at = ${at} where id = ${session_id}`)
    await writeAudit(tx, {
      at,
      actor,
      action: 'agent.end-session',
      subject: { kind: 'agent', id: agent_id },
      after: { session_id },
    })
  })
  onChanged(agent_id)
}

export async function endSessions(
  { db, clock, onChanged }: AgentServices,
  agentId: string,
  actor: Actor,
): Promise<number> {
  await refuseUnknown(db, agentId)
  const at = clock.now()
  const ended = await db.transaction(async (tx) => {
    const open = await tx.query(sql`
      update session set ended_at = ${at} where agent_id = ${agentId} and ended_at is null and expires_at > ${at}
      returning id`)
    await writeAudit(tx, {
      at,
      actor,
      action: 'agent.end-sessions',
      subject: { kind: 'agent', id: agentId },
      after: { sessions: open.length },
    })
    return open.length
  })
  onChanged(agentId)
  return ended
}
