import type { OperatorSession } from '@cashbox/contract/operator'
import * as contract from '@cashbox/contract/operator'
import { col, query, queryOne, sql } from '@cashbox/postgres/database'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { writeAudit } from '../../access/audit.ts'
import { endSessionsOf, operatorSessionsInUse, type SignedInOperator } from '../../access/operator-sessions.ts'
import { hashPassword, matchPassword } from '../../access/passwords.ts'
import { ownSessionColumns } from '../../access/sessions.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { checkPassword } from '../log-in.ts'
import { mailOperator } from '../operator-link.ts'

export const accountRoutes = (services: Services, { db, clock } = services): OperatorRoute[] => [
  // Ends the other sessions of the operator.
  route(contract.changeOwnPassword, async ({ operator, actor, input: { password, new_password } }) => {
    const { operatorId: id, sessionId } = operator
    await checkOwnPassword(services, operator, password)
    checkPassword(new_password)
    const passwordHash = await hashPassword(new_password)
    const at = clock.now()
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        update operator set password_hash = ${passwordHash}, version = version + 1 where id = ${id}`)
      await endSessionsOf(tx, id, at, sessionId)
      await mailOperator(services, tx, operator, 'password_changed')
      await writeAudit(tx, { at, actor }, { kind: 'operator', id }, 'operator.change-own-password')
    })
  }),
  // A preference that affects only this operator, so it is not in the audit.
  route(contract.setOwnLanguage, async ({ operator: { operatorId }, input: { language } }) => {
    await db.execute(sql`update operator set language = ${language} where id = ${operatorId}`)
  }),
  route(contract.listOwnOperatorSessions, async ({ operator: { operatorId, sessionId } }) => {
    const list = await query(db, ownSessionColumns)`
      select id, created_at, last_seen_at, user_agent, ip, id = ${sessionId}::uuid as is_current from operator_session
      where operator_id = ${operatorId} and ${operatorSessionsInUse(clock.now())}
      order by is_current desc, id desc`
    return { list }
  }),
  // Ends the named sessions, or all others. The session of this call stays.
  route(
    contract.endOtherOperatorSessions,
    async ({ operator, actor, input: { password, session_id, session_ids } }) => {
      const { operatorId: id, sessionId } = operator
      await checkOwnPassword(services, operator, password)
      const at = clock.now()
      const named = session_id === undefined ? (session_ids ?? null) : [session_id, ...(session_ids ?? [])]
      return db.transaction(async (tx) => {
        const ended = await query(tx, { id: col.uuid })`
        update operator_session set ended_at = ${at}
        where operator_id = ${id} and ended_at is null and id <> ${sessionId}
          and (${named}::uuid[] is null or id = any(${named}::uuid[]))
        returning id`
        const after = { sessions: ended.length }
        await writeAudit(tx, { at, actor }, { kind: 'operator', id }, 'operator.end-own-sessions', { after })
        return { ended: ended.length, ended_ids: ended.map((session) => session.id) }
      })
    },
  ),
]

/** Required before every change of the log-in. Counted apart from log-ins, so that failures here do not block them. */
export async function checkOwnPassword({ db, limits }: Services, { operatorId }: SignedInOperator, password: string) {
  await limits.spend('login-account', `password ${operatorId}`)
  const { password_hash } = await queryOne(db, { password_hash: col.nullable(col.text) })`
    select password_hash from operator where id = ${operatorId}`
  if (!(await matchPassword(password_hash, password))) throw refusal('credentials_wrong')
  await limits.giveBack('login-account', `password ${operatorId}`)
}

export function toOperatorSession({ operatorId: id, ...signedIn }: SignedInOperator): OperatorSession {
  const { email, name, role, language, needs, has_two_factor, has_passkey } = signedIn
  return { operator: { id, email, name, role, language }, needs, has_two_factor, has_passkey }
}
