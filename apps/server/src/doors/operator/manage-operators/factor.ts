import type { OperatorSession } from '@cashbox/contract/operator'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { int8, nullable, text, timestamptz } from '../../../platform/db/columns.ts'
import { only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { hashToken, newToken } from '../../../platform/secrets.ts'
import { showSession } from './show-session.ts'

const factorColumns = {
  totp_secret: nullable(text),
  totp_since: nullable(timestamptz),
  totp_last_step: int8,
}

export const lockFactor = async (tx: Tx, operatorId: string) =>
  only(
    await tx.query(
      sql`select totp_secret, totp_since, totp_last_step from operator where id = ${operatorId} for update`,
      factorColumns,
    ),
  )

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
