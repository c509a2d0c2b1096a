import type { OperatorSession } from '@cashbox/contract/operator'
import { col, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { type Actor, writeAudit } from '../access/audit.ts'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import {
  checkTotpCode,
  isRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  plainCode,
  totpUri,
} from '../access/second-factor.ts'
import { refusal } from '../platform/refusal.ts'
import { hashToken, newToken } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import { auditFailure } from './log-in.ts'
import { mailOperator } from './operator-link.ts'
import { toOperatorSession } from './own-account/operator-api.ts'

const factorColumns = {
  totp_secret: col.nullable(col.text),
  totp_since: col.nullable(col.timestamptz),
  totp_last_step: col.int8,
  totp_offset: col.int2,
  totp_missed_step: col.nullable(col.int8),
}

type FactorRow = RowOf<typeof factorColumns>

type CodeResult = { readonly token: string } | { readonly refused: 'code_wrong' | 'code_expired' }

const totpBinding = (operatorId: string) => `operator.totp_secret ${operatorId}`

/** Accepts a code of the app or a recovery code; each works once. */
export async function enterCode(services: Services, operator: SignedInOperator, actor: Actor, code: string) {
  const result = isRecoveryCode(code)
    ? await enterRecoveryCode(services, operator, actor, code)
    : await enterAppCode(services, operator, code)
  if ('refused' in result) {
    await auditFailure(services, { action: 'operator.code-failed', operatorId: operator.operatorId, actor })
    throw refusal(result.refused)
  }
  return { session: toCompleteSession(operator), token: result.token }
}

/** A new secret each time. It is required only after a code of it was entered. */
export async function beginEnrolment({ db, keyring }: Services, operator: SignedInOperator) {
  const totpSecret = newTotpSecret()
  const begun = await query(db, { id: col.uuid })`
    update operator set totp_secret = ${keyring.seal(totpSecret, totpBinding(operator.operatorId))}, totp_last_step = 0, totp_offset = 0,
      totp_missed_step = null
    where id = ${operator.operatorId} and totp_since is null returning id`
  if (begun.length === 0) throw refusal('two_factor_already_set_up')
  return { secret: totpSecret, uri: totpUri(totpSecret, operator.email) }
}

export async function finishEnrolment(services: Services, operator: SignedInOperator, actor: Actor, code: string) {
  const { db, clock, limits, keyring } = services
  await limits.spend('login-account', `code ${operator.operatorId}`)
  const recoveryCodes = newRecoveryCodes()
  const result = await db.transaction(async (tx) => {
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
    await mailOperator(services, tx, operator, 'two_factor_set_up')
    await writeAudit(tx, { at, actor }, { kind: 'operator', id: operator.operatorId }, 'operator.set-up-two-factor')
    return { token: await finishSession(tx, operator.sessionId) }
  })
  // Thrown after the commit, which saves that a code came too early or too late.
  if ('refused' in result) throw refusal(result.refused)
  await limits.giveBack('login-account', `code ${operator.operatorId}`)
  return { session: toCompleteSession(operator), recovery_codes: recoveryCodes, token: result.token }
}

/** The session gets a new token, so that a token stolen before the second factor is useless. */
export async function finishSession(tx: Tx, sessionId: string): Promise<string> {
  const token = newToken()
  await tx.execute(sql`
    update operator_session set needs = null, token_hash = ${hashToken(token)} where id = ${sessionId}`)
  return token
}

export const toCompleteSession = (operator: SignedInOperator): OperatorSession =>
  toOperatorSession({ ...operator, needs: null, has_two_factor: true })

export const lockFactor = (tx: Tx, operatorId: string): Promise<FactorRow> => queryOne(tx, factorColumns)`
    select totp_secret, totp_since, totp_last_step, totp_offset, totp_missed_step from operator
    where id = ${operatorId} for update`

/** Six digits can be guessed, so the number of attempts is limited. */
async function enterAppCode(services: Services, operator: SignedInOperator, code: string): Promise<CodeResult> {
  const { db, limits } = services
  await limits.spend('login-account', `code ${operator.operatorId}`)
  const result = await db.transaction(async (tx): Promise<CodeResult> => {
    const factor = await lockFactor(tx, operator.operatorId)
    if (!factor.totp_since) return { refused: 'code_wrong' }
    const verdict = await takeCode(tx, services, operator.operatorId, factor, code)
    if (verdict !== 'right') return { refused: refusalOf(verdict) }
    return { token: await finishSession(tx, operator.sessionId) }
  })
  if ('token' in result) await limits.giveBack('login-account', `code ${operator.operatorId}`)
  return result
}

/** Recovery codes can't be guessed, so they still work when the attempts at app codes are used up. */
async function enterRecoveryCode(
  services: Services,
  operator: SignedInOperator,
  actor: Actor,
  code: string,
): Promise<CodeResult> {
  await services.limits.spend('recovery-account', operator.operatorId)
  return services.db.transaction(async (tx) => {
    await lockFactor(tx, operator.operatorId)
    const isRight = await useRecoveryCode(tx, services, operator, actor, code)
    return isRight ? { token: await finishSession(tx, operator.sessionId) } : { refused: 'code_wrong' }
  })
}

async function useRecoveryCode(
  tx: Tx,
  { clock, keyring }: Services,
  { operatorId }: SignedInOperator,
  actor: Actor,
  code: string,
): Promise<boolean> {
  const at = clock.now()
  const used = await query(tx, { hash: col.text })`
    update operator_recovery_code set used_at = ${at}
    where operator_id = ${operatorId} and hash = ${keyring.hash(plainCode(code))} and used_at is null returning hash`
  if (used.length === 0) return false
  await writeAudit(tx, { at, actor }, { kind: 'operator', id: operatorId }, 'operator.use-recovery-code')
  return true
}

/** Uses up a code of the app, or saves that it was a period too early or too late. */
async function takeCode(
  tx: Tx,
  { keyring, clock }: Pick<Services, 'keyring' | 'clock'>,
  operatorId: string,
  factor: FactorRow,
  code: string,
): Promise<'right' | 'out of step' | 'wrong'> {
  if (!factor.totp_secret) return 'wrong'
  const phone = { lastStep: factor.totp_last_step, offset: factor.totp_offset, missedStep: factor.totp_missed_step }
  const verdict = checkTotpCode(keyring.open(factor.totp_secret, totpBinding(operatorId)), code, phone, clock.now())
  if (verdict.is === 'right') {
    await tx.execute(sql`
      update operator set totp_last_step = ${verdict.step}, totp_offset = ${verdict.offset}, totp_missed_step = null
      where id = ${operatorId}`)
  }
  if (verdict.is === 'out of step') {
    await tx.execute(sql`update operator set totp_missed_step = ${verdict.step} where id = ${operatorId}`)
  }
  return verdict.is
}

const refusalOf = (verdict: 'out of step' | 'wrong') =>
  verdict === 'wrong' ? ('code_wrong' as const) : ('code_expired' as const)
