import * as contract from '@cashbox/contract/operator'
import { col, query, sql, type Tx, toPage } from '@cashbox/postgres/database'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type Actor, writeAudit } from '../../access/audit.ts'
import { columnsFor } from '../../platform/answer-columns.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { refuseUnknown } from '../read-agent.ts'

interface SessionEnd {
  readonly actor: Actor
  readonly at: Date
  readonly note: string | undefined
}

const columns = { ...columnsFor(contract.AgentSession), id: col.uuid }

export const sessionRoutes = ({ db: main, clock, live }: Services): OperatorRoute[] => [
  route(contract.listAgentSessions, async ({ db, input: { agent_id, limit, cursor } }) => {
    await refuseUnknown(db, agent_id)
    const now = clock.now()
    const rows = await query(db, columns)`
      select id, created_at, last_seen_at, expires_at, ended_at, remember, ip, user_agent, fingerprint, 1 as version,
             ${isInUse(now)} as is_active
      from session
      where agent_id = ${agent_id} and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
      order by id desc limit ${limit + 1}`
    return toPage(rows, limit, ({ id }) => id)
  }),
  // Takes effect at the next call of the session; an open app calls at once.
  route(contract.endAgentSession, async ({ input: { agent_id, session_id }, actor }) => {
    const at = clock.now()
    await main.transaction(async (tx) => {
      const known = await lockSession(tx, session_id, at)
      if (known.agent_id !== agent_id) throw refusal('not_found')
      if (known.is_open) await end(tx, session_id, known.agent_id, { actor, at, note: undefined })
    })
    live.publish(agent_id, 'status', 'balance', 'notices')
  }),
  route(contract.endAgentSessions, async ({ input: { agent_id: id }, actor }) => {
    await refuseUnknown(main, id)
    const at = clock.now()
    const ended = await main.transaction(async (tx) => {
      const open = await tx.execute(sql`
        update session set ended_at = ${at} where agent_id = ${id} and ended_at is null and expires_at > ${at}`)
      await writeAudit(tx, { at, actor }, { kind: 'agent', id }, 'agent.end-sessions', { after: { sessions: open } })
      return open
    })
    live.publish(id, 'status', 'balance', 'notices')
    return { ended }
  }),
]

/** For bulk actions: refuses a session that has already ended, so that its row shows it. */
export async function endSessionIn(tx: Tx, { live }: Services, sessionId: string, context: SessionEnd) {
  const { agent_id, is_open } = await lockSession(tx, sessionId, context.at)
  if (!is_open) throw refusal('session_over')
  await end(tx, sessionId, agent_id, context)
  return { afterCommit: () => live.publish(agent_id, 'status', 'balance', 'notices') }
}

async function lockSession(tx: Tx, id: string, at: Date) {
  const [known] = await query(tx, { agent_id: col.uuid, is_open: col.bool })`
    select agent_id, ${isInUse(at)} as is_open from session where id = ${id} for update`
  if (!known) throw refusal('not_found')
  return known
}

async function end(tx: Tx, id: string, agentId: string, { actor, at, note }: SessionEnd) {
  await tx.execute(sql`update session set ended_at = ${at} where id = ${id}`)
  await writeAudit(tx, { at, actor, reason: note }, { kind: 'agent', id: agentId }, 'agent.end-session', {
    after: { session_id: id },
  })
}

const isInUse = (at: Date) => sql`
  ended_at is null and expires_at > ${at} and last_seen_at + make_interval(secs => idle_seconds) > ${at}`
