import { type Actor, writeAudit } from '../access/audit.ts'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import { newRecoveryCodes, plainCode } from '../access/second-factor.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { finishSession, lockFactor, passed, refusalOf, takeCode } from './factor.ts'
import type { OperatorServices } from './services.ts'
import { tellOperator } from './tell-operator.ts'

export async function finishEnrolment(
  services: OperatorServices,
  operator: SignedInOperator,
  actor: Actor,
  code: string,
) {
  const { db, clock, limits, keyring } = services
  await limits.spend('login-account', `code ${operator.operatorId}`)
  const recoveryCodes = newRecoveryCodes()
  const entered = await db.transaction(async (tx) => {
    const at = clock.now()
    const factor = await lockFactor(tx, operator.operatorId)
    if (factor.totp_since) throw refusal('two_factor_already_set_up')
    const verdict = await takeCode(tx, services, operator.operatorId, factor, code)
    if (verdict !== 'right') return { refused: refusalOf(verdict) }
    await tx.execute(sql`update operator set totp_since = ${at} where id = ${operator.operatorId}`)
    await tx.execute(sql`delete from operator_recovery_code where operator_id = ${operator.operatorId}`)
    await tx.execute(sql`
      insert into operator_recovery_code (operator_id, hash)
      select ${operator.operatorId}::uuid, unnest(${recoveryCodes.map((one) => keyring.hash(plainCode(one)))}::text[])`)
    await tellOperator(services, tx, operator, 'two_factor_set_up')
    await writeAudit(tx, {
      at,
      actor,
      action: 'operator.set-up-two-factor',
      subject: { kind: 'operator', id: operator.operatorId },
    })
    return { token: await finishSession(tx, operator.sessionId) }
  })
  // Thrown after the commit, which remembers a code that came too early or too late.
  if ('refused' in entered) throw refusal(entered.refused)
  await limits.giveBack('login-account', `code ${operator.operatorId}`)
  return { session: passed(operator), recovery_codes: recoveryCodes, token: entered.token }
}
