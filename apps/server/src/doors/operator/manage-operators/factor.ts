import type { OperatorSession } from '@cashbox/contract/operator'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { int8, nullable, text, timestamptz } from '../../../platform/db/columns.ts'
import { only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
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

export const finishSession = (tx: Tx, sessionId: string) =>
  tx.execute(sql`update operator_session set needs = null where id = ${sessionId}`)
