import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { endSessionsOf, type SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { nullable, text } from '../../../platform/db/columns.ts'
import { only } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { hashPassword, matchPassword } from '../../../platform/passwords.ts'
import { refusal } from '../../../platform/refusal.ts'
import { checkPassword } from './check-password.ts'
import type { OperatorServices } from './services.ts'

/** One's own password; the other sessions end. */
export async function changeOwnPassword(
  { db, clock, limits }: OperatorServices,
  { password, new_password }: { password: string; new_password: string },
  self: SignedInOperator,
  actor: Actor,
) {
  await limits.spend('login-account', `password ${self.operatorId}`)
  const { password_hash } = only(
    await db.query(sql`select password_hash from operator where id = ${self.operatorId}`, {
      password_hash: nullable(text),
    }),
  )
  if (!(await matchPassword(password_hash, password))) throw refusal('credentials_wrong')
  await limits.giveBack('login-account', `password ${self.operatorId}`)
  checkPassword(new_password)
  const passwordHash = await hashPassword(new_password)
  const at = clock.now()
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update operator set password_hash = ${passwordHash}, version = version + 1 where id = ${self.operatorId}`)
    await endSessionsOf(tx, self.operatorId, at, self.sessionId)
    await writeAudit(tx, {
      at,
      actor,
      action: 'operator.change-own-password',
      subject: { kind: 'operator', id: self.operatorId },
    })
  })
  return {}
}
