import { type Actor, writeAudit } from '../access/audit.ts'
import { endSessionsOf, type SignedInOperator } from '../access/operator-sessions.ts'
import { hashPassword } from '../access/passwords.ts'
import { sql } from '../platform/database/database.ts'
import { checkOwnPassword } from './check-own-password.ts'
import { checkPassword } from './log-in.ts'
import { type OperatorServices, tellOperator } from './operator-link.ts'

/** One's own password; the other sessions end. */
export async function changeOwnPassword(
  services: OperatorServices,
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
    await tellOperator(services, tx, self, 'password_changed')
    await writeAudit(tx, {
      at,
      actor,
      action: 'operator.change-own-password',
      subject: { kind: 'operator', id: self.operatorId },
    })
  })
  return {}
}
