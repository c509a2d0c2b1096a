import type { KnownOperator, OperatorRole } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { breaks, only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { readOperators, showOperator } from './known-operator.ts'
import { postOperatorLink } from './operator-link.ts'
import type { OperatorServices } from './services.ts'

interface NewOperator {
  readonly email: string
  readonly name: string
  readonly role: OperatorRole
}

type Services = Pick<OperatorServices, 'db' | 'clock' | 'keyring' | 'publicUrl'>

/** A new account without a password, and the letter with the link to choose one. */
export async function createOperator(services: Services, wish: NewOperator, actor: Actor): Promise<KnownOperator> {
  return services.db.transaction(async (tx) => {
    const operator = await insertOperator(tx, services, wish, actor)
    await postOperatorLink(tx, services, operator)
    return operator
  })
}

/** A new account. No one can log in to it before its operator has used the link. */
export async function insertOperator(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { email, name, role }: NewOperator,
  actor: Actor,
): Promise<KnownOperator> {
  const id = uuidv7()
  const at = clock.now()
  try {
    await tx.execute(sql`
      insert into operator (id, email, name, role, created_at) values (${id}, ${email}, ${name}, ${role}, ${at})`)
    await writeAudit(tx, {
      at,
      actor,
      action: 'operator.create',
      subject: { kind: 'operator', id },
      after: { email, name, role },
    })
    return showOperator(only(await readOperators(tx, id)))
  } catch (error) {
    if (breaks(error, 'operator_email_key')) throw refusal('operator_exists')
    throw error
  }
}
