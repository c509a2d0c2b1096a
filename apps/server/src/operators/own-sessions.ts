import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { endOtherOperatorSessions, listOwnOperatorSessions } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../access/audit.ts'
import { operatorSessionsInUse, type SignedInOperator } from '../access/operator-sessions.ts'
import { shownSessionColumns, showSession } from '../access/sessions.ts'
import { sql, uuid } from '../platform/database/database.ts'
import { checkOwnPassword } from './check-own-password.ts'
import type { OperatorServices } from './operator-link.ts'

export async function listOwnSessions(
  { db, clock }: OperatorServices,
  { operatorId, sessionId }: SignedInOperator,
): Promise<OutputOf<typeof listOwnOperatorSessions>> {
  const rows = await db.query(
    sql`
      select id, created_at, last_seen_at, user_agent, ip from operator_session
      where operator_id = ${operatorId} and ${operatorSessionsInUse(clock.now())}
      order by id = ${sessionId}::uuid desc, id desc`,
    shownSessionColumns,
  )
  return { list: rows.map((row) => showSession(row, sessionId)) }
}

/** One other session, some of them, or all others; the session that asks stays. */
export async function endOtherSessions(
  services: OperatorServices,
  { password, session_id, session_ids }: ParsedInputOf<typeof endOtherOperatorSessions>,
  self: SignedInOperator,
  actor: Actor,
): Promise<OutputOf<typeof endOtherOperatorSessions>> {
  await checkOwnPassword(services, self, password)
  const at = services.clock.now()
  const named = session_id === undefined ? session_ids : [session_id, ...(session_ids ?? [])]
  return services.db.transaction(async (tx) => {
    const ended = await tx.query(
      sql`
        update operator_session set ended_at = ${at}
        where operator_id = ${self.operatorId} and ended_at is null and id <> ${self.sessionId}
          and (${named ?? null}::uuid[] is null or id = any(${named ?? null}::uuid[]))
        returning id`,
      { id: uuid },
    )
    await writeAudit(tx, {
      at,
      actor,
      action: 'operator.end-own-sessions',
      subject: { kind: 'operator', id: self.operatorId },
      after: { sessions: ended.length },
    })
    return { ended: ended.length, ended_ids: ended.map(({ id }) => id) }
  })
}
