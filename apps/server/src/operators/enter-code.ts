import { type Actor, writeAudit } from '../access/audit.ts'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import { isRecoveryCode, plainCode } from '../access/second-factor.ts'
import { text } from '../platform/database/columns.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { auditFailure } from './audit-failure.ts'
import { finishSession, lockFactor, passed, refusalOf, takeCode } from './factor.ts'
import type { OperatorServices } from './services.ts'

/** Takes a code of the app, or a recovery code; each works once. The token is that of the finished session. */
export async function enterCode(services: OperatorServices, operator: SignedInOperator, actor: Actor, code: string) {
  const entered = isRecoveryCode(code)
    ? await enterRecoveryCode(services, operator, actor, code)
    : await enterAppCode(services, operator, code)
  if ('refused' in entered) {
    await auditFailure(services, { action: 'operator.code-failed', operatorId: operator.operatorId, actor })
    throw refusal(entered.refused)
  }
  return { session: passed(operator), token: entered.token }
}

type Entered = { readonly token: string } | { readonly refused: 'code_wrong' | 'code_expired' }

/** Six figures can be guessed, so guesses are few. */
async function enterAppCode(services: OperatorServices, operator: SignedInOperator, code: string): Promise<Entered> {
  const { db, limits } = services
  await limits.spend('login-account', `code ${operator.operatorId}`)
  const entered = await db.transaction(async (tx): Promise<Entered> => {
    const factor = await lockFactor(tx, operator.operatorId)
    if (!factor.totp_since) return { refused: 'code_wrong' }
    const verdict = await takeCode(tx, services, operator.operatorId, factor, code)
    if (verdict !== 'right') return { refused: refusalOf(verdict) }
    return { token: await finishSession(tx, operator.sessionId) }
  })
  if ('token' in entered) await limits.giveBack('login-account', `code ${operator.operatorId}`)
  return entered
}

/** Recovery codes can't be guessed, so they work when guesses of the other kind have used up their allowance. */
async function enterRecoveryCode(
  services: OperatorServices,
  operator: SignedInOperator,
  actor: Actor,
  code: string,
): Promise<Entered> {
  await services.limits.spend('recovery-account', operator.operatorId)
  return services.db.transaction(async (tx) => {
    await lockFactor(tx, operator.operatorId)
    const isRight = await useRecoveryCode(tx, services, operator, actor, code)
    return isRight ? { token: await finishSession(tx, operator.sessionId) } : { refused: 'code_wrong' }
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
