import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { matchCode, plainCode } from '../../../domain/operators/second-factor.ts'
import { text } from '../../../platform/db/columns.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { finishSession, lockFactor, passed } from './factor.ts'
import type { OperatorServices } from './services.ts'

/** Takes a code of the app, or a recovery code; each works once. */
export async function enterCode(services: OperatorServices, operator: SignedInOperator, actor: Actor, code: string) {
  const { db, clock, limits, keyring } = services
  await limits.spend('login-account', `code ${operator.operatorId}`)
  const isRight = await db.transaction(async (tx) => {
    const factor = await lockFactor(tx, operator.operatorId)
    if (!factor.totp_secret || !factor.totp_since) return false
    const step = matchCode(keyring.open(factor.totp_secret), code, factor.totp_last_step, clock.now())
    if (step === null && !(await useRecoveryCode(tx, services, operator, actor, code))) return false
    if (step !== null) {
      await tx.execute(sql`update operator set totp_last_step = ${step} where id = ${operator.operatorId}`)
    }
    await finishSession(tx, operator.sessionId)
    return true
  })
  if (!isRight) throw refusal('code_wrong')
  await limits.giveBack('login-account', `code ${operator.operatorId}`)
  return { session: passed(operator) }
}

async function useRecoveryCode(
  tx: Tx,
  { clock, keyring }: OperatorServices,
  { operatorId }: SignedInOperator,
  actor: Actor,
  code: string,
): Promise<boolean> {
  const at = clock.now()
  const used = await tx.query(
    sql`
      update operator_recovery_code set used_at = ${at}
      where operator_id = ${operatorId} and hash = ${keyring.hash(plainCode(code))} and used_at is null returning hash`,
    { hash: text },
  )
  if (used.length === 0) return false
  await writeAudit(tx, {
    at,
    actor,
    action: 'operator.use-recovery-code',
    subject: { kind: 'operator', id: operatorId },
  })
  return true
}
