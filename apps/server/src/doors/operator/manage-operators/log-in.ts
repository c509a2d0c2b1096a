import { type logInOperator, type OperatorSession, operatorRoles } from '@cashbox/contract/operator'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { type Needs, openOperatorSession } from '../../../domain/operators/operator-sessions.ts'
import { bool, nullable, oneOf, text, uuid } from '../../../platform/db/columns.ts'
import { sql } from '../../../platform/db/sql.ts'
import { matchPassword } from '../../../platform/passwords.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { OperatorContext } from '../admit-operator.ts'
import type { OperatorServices } from './services.ts'

const columns = {
  id: uuid,
  email: text,
  name: text,
  role: oneOf(...operatorRoles),
  password_hash: nullable(text),
  has_two_factor: bool,
}

/** The same answer, after the same work, for a wrong password and an unknown address. */
export async function logIn(
  { db, clock, limits, needsSecondFactor }: OperatorServices,
  { input, caller, setCookie }: OperatorContext<typeof logInOperator>,
): Promise<{ session: OperatorSession }> {
  await limits.spend('login-address', caller.ip)
  await limits.spend('login-account', `operator ${input.email}`)
  const [row] = await db.query(
    sql`
      select id, email, name, role, password_hash, totp_since is not null as has_two_factor
      from operator where email = ${input.email} and disabled_at is null`,
    columns,
  )
  if (!(await matchPassword(row?.password_hash, input.password)) || !row) throw refusal('credentials_wrong')
  await Promise.all([
    limits.giveBack('login-account', `operator ${input.email}`),
    limits.giveBack('login-address', caller.ip),
  ])
  const needs: Needs = row.has_two_factor ? 'code' : needsSecondFactor ? 'enrolment' : null
  const at = clock.now()
  const token = await db.transaction(async (tx) => {
    await writeAudit(tx, {
      at,
      actor: { operatorId: row.id, name: row.name, ip: caller.ip },
      action: 'operator.log-in',
      subject: { kind: 'operator', id: row.id },
    })
    return openOperatorSession(tx, { operatorId: row.id, needs, caller, at })
  })
  setCookie(token)
  const { id, email, name, role, has_two_factor } = row
  return { session: { operator: { id, email, name, role }, needs, has_two_factor } }
}
