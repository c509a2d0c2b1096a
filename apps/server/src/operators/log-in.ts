import { languages } from '@cashbox/contract'
import { type logInOperator, type OperatorSession, operatorRoles } from '@cashbox/contract/operator'
import type { OperatorContext } from '../access/admit-operator.ts'
import { writeAudit } from '../access/audit.ts'
import { type Needs, openOperatorSession } from '../access/operator-sessions.ts'
import { matchPassword } from '../access/passwords.ts'
import { bool, nullable, oneOf, text, uuid } from '../platform/database/columns.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { auditFailure } from './audit-failure.ts'
import { checkAttempt } from './check-attempt.ts'
import { keepDevice, readDevice } from './known-device.ts'
import type { OperatorServices } from './services.ts'

const columns = {
  id: uuid,
  email: text,
  name: text,
  role: oneOf(...operatorRoles),
  language: nullable(oneOf(...languages)),
  password_hash: nullable(text),
  has_two_factor: bool,
  has_passkey: bool,
}

/** The same answer, after the same work, for a wrong password and an unknown address. */
export async function logIn(
  services: OperatorServices,
  { input, caller, setCookie, device }: OperatorContext<typeof logInOperator>,
): Promise<{ session: OperatorSession }> {
  const { db, clock, keyring, needsSecondFactor } = services
  const { email, password, ...captcha } = input
  const [row] = await db.query(
    sql`
      select id, email, name, role, language, password_hash, totp_since is not null as has_two_factor,
             exists (select 1 from operator_passkey where operator_id = operator.id) as has_passkey
      from operator where email = ${email} and disabled_at is null`,
    columns,
  )
  const known = readDevice(keyring, clock, device.known)
  const deviceId = known && known.operatorId === row?.id ? known.deviceId : null
  const giveBack = await checkAttempt(services, { email, ip: caller.ip, deviceId, captcha })
  if (!(await matchPassword(row?.password_hash, password)) || !row) {
    const actor = { operatorId: null, name: 'not logged in', ip: caller.ip }
    await auditFailure(services, { action: 'operator.log-in-failed', operatorId: row?.id ?? null, actor })
    throw refusal('credentials_wrong')
  }
  await giveBack()
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
  // Without a second factor the log-in is complete here; with one, `keepDevice` waits for the code.
  if (needs === null) keepDevice(services, device, row.id)
  const { id, name, role, language, has_two_factor, has_passkey } = row
  return { session: { operator: { id, email: row.email, name, role, language }, needs, has_two_factor, has_passkey } }
}
