import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { isRecoveryCode, matchCode, plainCode } from '../../../domain/operators/second-factor.ts'
import { text } from '../../../platform/db/columns.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { auditFailure } from './audit-failure.ts'
import { finishSession, lockFactor, passed } from './factor.ts'
import type { OperatorServices } from './services.ts'

/** Takes a code of the app, or a recovery code; each works once. The token is that of the finished session. */
export async function enterCode(services: OperatorServices, operator: SignedInOperator, actor: Actor, code: string) {
  const token = isRecoveryCode(code)
    ? await enterRecoveryCode(services, operator, actor, code)
    : await enterAppCode(services, operator, code)
  if (token === null) {
    await auditFailure(services, { action: 'operator.code-failed', operatorId: operator.operatorId, actor })
    throw refusal('code_wrong')
  }
  return { session: passed(operator), token }
}

/** Six figures can be guessed, so guesses are few. */
async function enterAppCode(
  { db, clock, limits, keyring }: OperatorServices,
  operator: SignedInOperator,
  code: string,
) {
  await limits.spend('login-account', `code ${operator.operatorId}`)
  const token = await db.transaction(async (tx) => {
    const factor = await lockFactor(tx, operator.operatorId)
    if (!factor.totp_secret || !factor.totp_since) return null
    const step = matchCode(keyring.open(factor.totp_secret), code, factor.totp_last_step, clock.now())
    if (step === null) return null
    await tx.execute(sql`update operator set totp_last_step = ${step} where id = ${operator.operatorId}`)
    return finishSession(tx, operator.sessionId)
  })
  if (token !== null) await limits.giveBack('login-account', `code ${operator.operatorId}`)
  return token
}

/** Recovery codes can't be guessed, so they work when guesses of the other kind have used up their allowance. */
async function enterRecoveryCode(services: OperatorServices, operator: SignedInOperator, actor: Actor, code: string) {
  await services.limits.spend('recovery-account', operator.operatorId)
  return services.db.transaction(async (tx) => {
    await lockFactor(tx, operator.operatorId)
    return (await useRecoveryCode(tx, services, operator, actor, code)) ? finishSession(tx, operator.sessionId) : null
  })
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
