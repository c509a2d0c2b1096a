import { writeAudit } from '../access/audit.ts'
import { endSessionsOf } from '../access/operator-sessions.ts'
import { hashPassword } from '../access/passwords.ts'
import { text } from '../platform/database/columns.ts'
import { only } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import { checkPassword } from './check-password.ts'
import { checkOperatorLink, useOperatorLink } from './operator-link.ts'
import type { OperatorServices } from './services.ts'

/** The operator chooses a password with the link from the letter. It does not log in: the second factor still counts. */
export async function activateOperator(
  { db, clock, limits }: OperatorServices,
  { hash, password }: { hash: string; password: string },
  caller: Caller,
) {
  await limits.spend('link-address', caller.ip)
  // Hashing a password is expensive, so it needs a link that works.
  await checkOperatorLink(db, clock, hash)
  checkPassword(password)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const at = clock.now()
    const id = await useOperatorLink(tx, clock, hash)
    const { email, name } = only(
      await tx.query(
        sql`
          update operator set password_hash = ${passwordHash}, version = version + 1 where id = ${id}
          returning email, name`,
        { email: text, name: text },
      ),
    )
    await endSessionsOf(tx, id, at)
    await writeAudit(tx, {
      at,
      actor: { operatorId: id, name, ip: caller.ip },
      action: 'operator.activate',
      subject: { kind: 'operator', id },
    })
    return { email }
  })
}
