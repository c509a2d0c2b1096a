import type { KnownOperator, OperatorRole } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { breaks, type Database, only } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { refusal } from '../../../platform/refusal.ts'
import { checkPassword } from './check-password.ts'
import { readOperators, showOperator } from './known-operator.ts'

interface NewOperator {
  readonly email: string
  readonly name: string
  readonly role: OperatorRole
  readonly password: string
}

/** A new account, and the note of who made it. */
export async function createOperator(db: Database, wish: NewOperator, actor: Actor, at: Date): Promise<KnownOperator> {
  checkPassword(wish.password)
  const passwordHash = await hashPassword(wish.password)
  const { email, name, role } = wish
  try {
    return await db.transaction(async (tx) => {
      const id = uuidv7()
      await tx.execute(sql`
        insert into operator (id, email, name, role, password_hash, created_at)
        values (${id}, ${email}, ${name}, ${role}, ${passwordHash}, ${at})`)
      await writeAudit(tx, {
        at,
        actor,
        action: 'operator.create',
        subject: { kind: 'operator', id },
        after: { email, name, role },
      })
      return showOperator(only(await readOperators(tx, id)))
    })
  } catch (error) {
    if (breaks(error, 'operator_email_key')) throw refusal('operator_exists')
    throw error
  }
}
