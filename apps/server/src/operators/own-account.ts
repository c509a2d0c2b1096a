import type { Language, OutputOf, ParsedInputOf } from '@cashbox/contract'
import type { endOtherOperatorSessions, OperatorSession } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../access/audit.ts'
import { endSessionsOf, operatorSessionsInUse, type SignedInOperator } from '../access/operator-sessions.ts'
import { hashPassword, matchPassword } from '../access/passwords.ts'
import { shownSessionColumns } from '../access/sessions.ts'
import { col, type Database, query, queryOne, sql } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { checkPassword } from './log-in.ts'
import { mailOperator } from './operator-link.ts'

/** Ends the other sessions of the operator. */
export async function changeOwnPassword(
  services: Services,
  { password, new_password }: { password: string; new_password: string },
  self: SignedInOperator,
  actor: Actor,
) {
  await checkOwnPassword(services, self, password)
  checkPassword(new_password)
  const passwordHash = await hashPassword(new_password)
  const at = services.clock.now()
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`
      update operator set password_hash = ${passwordHash}, version = version + 1 where id = ${self.operatorId}`)
    await endSessionsOf(tx, self.operatorId, at, self.sessionId)
    await mailOperator(services, tx, self, 'password_changed')
    await writeAudit(tx, { at, actor }, { kind: 'operator', id: self.operatorId }, 'operator.change-own-password')
  })
  return {}
}

/** Required before every change of the log-in. Counted apart from log-ins, so that failures here do not block them. */
export async function checkOwnPassword({ db, limits }: Services, { operatorId }: SignedInOperator, password: string) {
  await limits.spend('login-account', `password ${operatorId}`)
  const { password_hash } = await queryOne(db, { password_hash: col.nullable(col.text) })`
    select password_hash from operator where id = ${operatorId}`
  if (!(await matchPassword(password_hash, password))) throw refusal('credentials_wrong')
  await limits.giveBack('login-account', `password ${operatorId}`)
}

export async function listOwnSessions({ db, clock }: Services, { operatorId, sessionId }: SignedInOperator) {
  const rows = await query(db, shownSessionColumns)`
    select id, created_at, last_seen_at, user_agent, ip from operator_session
    where operator_id = ${operatorId} and ${operatorSessionsInUse(clock.now())}
    order by id = ${sessionId}::uuid desc, id desc`
  return { list: rows.map((row) => ({ ...row, is_current: row.id === sessionId })) }
}

/** Ends the named sessions, or all others. The session of this call stays. */
export async function endOtherSessions(
  services: Services,
  { password, session_id, session_ids }: ParsedInputOf<typeof endOtherOperatorSessions>,
  self: SignedInOperator,
  actor: Actor,
): Promise<OutputOf<typeof endOtherOperatorSessions>> {
  await checkOwnPassword(services, self, password)
  const at = services.clock.now()
  const named = session_id === undefined ? session_ids : [session_id, ...(session_ids ?? [])]
  return services.db.transaction(async (tx) => {
    const ended = await query(tx, { id: col.uuid })`
      update operator_session set ended_at = ${at}
      where operator_id = ${self.operatorId} and ended_at is null and id <> ${self.sessionId}
        and (${named ?? null}::uuid[] is null or id = any(${named ?? null}::uuid[]))
      returning id`
    await writeAudit(tx, { at, actor }, { kind: 'operator', id: self.operatorId }, 'operator.end-own-sessions', {
      after: { sessions: ended.length },
    })
    return { ended: ended.length, ended_ids: ended.map(({ id }) => id) }
  })
}

/** A preference that affects only this operator, so it is not in the audit. */
export async function setOwnLanguage(db: Database, { operatorId }: SignedInOperator, language: Language) {
  await db.execute(sql`update operator set language = ${language} where id = ${operatorId}`)
  return {}
}

export const toOperatorSession = (signedIn: SignedInOperator): OperatorSession => ({
  operator: {
    id: signedIn.operatorId,
    email: signedIn.email,
    name: signedIn.name,
    role: signedIn.role,
    language: signedIn.language,
  },
  needs: signedIn.needs,
  has_two_factor: signedIn.hasTwoFactor,
  has_passkey: signedIn.hasPasskey,
})
