import type { ParsedInputOf } from '@cashbox/contract'
import type { endAgentSession } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../access/audit.ts'
import { bool, uuid } from '../platform/database/columns.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { isInUse } from './list-sessions.ts'
import type { AgentServices } from './services.ts'

/** Logs the agent out with the next call of that session; an open app is asked to make one. */
export async function endSession(
  { db, clock, onChanged }: AgentServices,
  { agent_id, session_id }: ParsedInputOf<typeof endAgentSession>,
  actor: Actor,
): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    const known = await holdSession(tx, session_id, at)
    if (known.agent_id !== agent_id) throw refusal('not_found')
    if (known.is_open) await end(tx, session_id, known.agent_id, { actor, at, note: undefined })
  })
  onChanged(agent_id)
}

interface By {
  readonly actor: Actor
  readonly at: Date
  readonly note: string | undefined
}

/** The same as one of many, where the operator is told of each that had ended before. */
export async function endSessionIn(tx: Tx, { onChanged }: AgentServices, sessionId: string, by: By) {
  const { agent_id, is_open } = await holdSession(tx, sessionId, by.at)
  if (!is_open) throw refusal('session_over')
  await end(tx, sessionId, agent_id, by)
  return { tell: () => onChanged(agent_id) }
}

async function holdSession(tx: Tx, id: string, at: Date) {
  const [known] = await tx.query(
    sql`select agent_id, ${isInUse(at)} as is_open from session where id = ${id} for update`,
    { agent_id: uuid, is_open: bool },
  )
  if (!known) throw refusal('not_found')
  return known
}

async function end(tx: Tx, id: string, agentId: string, { actor, at, note }: By) {
  await tx.execute(sql`update session set ended_at = ${at} where id = ${id}`)
  await writeAudit(tx, {
    at,
    actor,
    action: 'agent.end-session',
    subject: { kind: 'agent', id: agentId },
    reason: note ?? null,
    after: { session_id: id },
  })
}
