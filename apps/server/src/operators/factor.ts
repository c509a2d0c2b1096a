import type { OperatorSession } from '@cashbox/contract/operator'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import { judgeCode } from '../access/second-factor.ts'
import { int2, int8, nullable, type RowOf, text, timestamptz } from '../platform/database/columns.ts'
import { only, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { hashToken, newToken } from '../platform/secrets/secrets.ts'
import type { OperatorServices } from './services.ts'
import { showSession } from './show-session.ts'

export const totpPlace = (operatorId: string) => `operator.totp_secret ${operatorId}`

const factorColumns = {
  totp_secret: nullable(text),
  totp_since: nullable(timestamptz),
  totp_last_step: int8,
  totp_offset: int2,
  totp_missed_step: nullable(int8),
}
type Factor = RowOf<typeof factorColumns>

export const lockFactor = async (tx: Tx, operatorId: string): Promise<Factor> =>
  only(
    await tx.query(
      sql`
        select totp_secret, totp_since, totp_last_step, totp_offset, totp_missed_step from operator
        where id = ${operatorId} for update`,
      factorColumns,
    ),
  )

/** Takes a code of the app, or remembers that it came a period too early or too late. */
export async function takeCode(
  tx: Tx,
  { keyring, clock }: Pick<OperatorServices, 'keyring' | 'clock'>,
  operatorId: string,
  factor: Factor,
  code: string,
): Promise<'right' | 'out of step' | 'wrong'> {
  if (!factor.totp_secret) return 'wrong'
  const phone = { lastStep: factor.totp_last_step, offset: factor.totp_offset, missedStep: factor.totp_missed_step }
  const verdict = judgeCode(keyring.open(factor.totp_secret, totpPlace(operatorId)), code, phone, clock.now())
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

export const refusalOf = (verdict: 'out of step' | 'wrong') =>
  verdict === 'wrong' ? ('code_wrong' as const) : ('code_expired' as const)

/** The session after a right code. */
export const passed = (operator: SignedInOperator): OperatorSession =>
  showSession({ ...operator, needs: null, hasTwoFactor: true })

/**
 * Ends what a session lacked. It goes on under a new token, so that one which was seen before the second factor is worth
 * nothing.
 */
export async function finishSession(tx: Tx, sessionId: string): Promise<string> {
  const token = newToken()
  await tx.execute(sql`
    update operator_session set needs = null, token_hash = ${hashToken(token)} where id = ${sessionId}`)
  return token
}
