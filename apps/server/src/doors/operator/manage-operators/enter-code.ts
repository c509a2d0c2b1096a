import type { OperatorSession } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import {
  matchCode,
  newRecoveryCodes,
  newTotpSecret,
  plainCode,
  totpUri,
} from '../../../domain/operators/second-factor.ts'
import { only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { keyedHash, seal, unseal } from '../../../platform/secrets.ts'
import { showSession } from './log-in.ts'
import type { OperatorServices } from './services.ts'

interface Factor {
  totp_secret: string | null
  totp_since: Date | null
  totp_last_step: bigint
}

const lockFactor = async (tx: Tx, operatorId: string) =>
  only(
    await tx.query<Factor>(sql`
      select totp_secret, totp_since, totp_last_step from operator where id = ${operatorId} for update`),
  )

const passed = (operator: SignedInOperator): OperatorSession =>
  showSession({ ...operator, needs: null, hasSecondFactor: true })

const finishSession = (tx: Tx, sessionId: string) =>
  tx.query(sql`update operator_session set needs = null where id = ${sessionId}`)

/** Takes a code of the app, or a recovery code; each works once. */
export async function enterCode(services: OperatorServices, operator: SignedInOperator, actor: Actor, code: string) {
  const { db, clock, limits, secret } = services
  await limits.spend('login-account', `code ${operator.operatorId}`)
  const isRight = await db.transaction(async (tx) => {
    const factor = await lockFactor(tx, operator.operatorId)
    if (!factor.totp_secret || !factor.totp_since) return false
    const step = matchCode(unseal(secret, factor.totp_secret), code, factor.totp_last_step, clock.now())
    if (step === null && !(await useRecoveryCode(tx, services, operator, actor, code))) return false
    if (step !== null) {
      await tx.query(sql`update operator set totp_last_step = ${step} where id = ${operator.operatorId}`)
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
  { clock, secret }: OperatorServices,
  { operatorId }: SignedInOperator,
  actor: Actor,
  code: string,
): Promise<boolean> {
  const at = clock.now()
  const used = await tx.query(sql`
    update operator_recovery_code set used_at = ${at}
    where operator_id = ${operatorId} and hash = ${keyedHash(secret, plainCode(code))} and used_at is null returning hash`)
  if (used.length === 0) return false
  await writeAudit(tx, {
    at,
    actor,
    action: 'operator.use-recovery-code',
    subject: { kind: 'operator', id: operatorId },
  })
  return true
}

/** A new secret each time it is begun; none counts before a code of it was entered. */
export async function beginEnrolment({ db, secret }: OperatorServices, operator: SignedInOperator) {
  const totpSecret = newTotpSecret()
  const begun = await db.query(sql`
    update operator set totp_secret = ${seal(secret, totpSecret)}, totp_last_step = 0
    where id = ${operator.operatorId} and totp_since is null returning id`)
  if (begun.length === 0) throw refusal('enrolled_already')
  return { secret: totpSecret, uri: totpUri(totpSecret, operator.email) }
}

export async function finishEnrolment(
  services: OperatorServices,
  operator: SignedInOperator,
  actor: Actor,
  code: string,
) {
  const { db, clock, limits, secret } = services
  await limits.spend('login-account', `code ${operator.operatorId}`)
  const recoveryCodes = newRecoveryCodes()
  await db.transaction(async (tx) => {
    const at = clock.now()
    const factor = await lockFactor(tx, operator.operatorId)
    if (factor.totp_since) throw refusal('enrolled_already')
    const step = factor.totp_secret && matchCode(unseal(secret, factor.totp_secret), code, 0n, at)
    if (!step) throw refusal('code_wrong')
    await tx.query(sql`
      update operator set totp_since = ${at}, totp_last_step = ${step} where id = ${operator.operatorId}`)
    await tx.query(sql`delete from operator_recovery_code where operator_id = ${operator.operatorId}`)
    await tx.query(sql`
      insert into operator_recovery_code (operator_id, hash)
      select ${operator.operatorId}::uuid, unnest(${recoveryCodes.map((one) => keyedHash(secret, plainCode(one)))}::text[])`)
    await finishSession(tx, operator.sessionId)
    await writeAudit(tx, {
      at,
      actor,
      action: 'operator.enrol-second-factor',
      subject: { kind: 'operator', id: operator.operatorId },
    })
  })
  await limits.giveBack('login-account', `code ${operator.operatorId}`)
  return { session: passed(operator), recovery_codes: recoveryCodes }
}
