import type { OperatorSession } from '@cashbox/contract/operator'
import type { SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { showSession } from './show-session.ts'

interface Factor {
  totp_secret: string | null
  totp_since: Date | null
  totp_last_step: bigint
}

export const lockFactor = async (tx: Tx, operatorId: string) =>
  only(
    await tx.query<Factor>(sql`
      select totp_secret, totp_since, totp_last_step from operator where id = ${operatorId} for update`),
  )

/** The session after a right code. */
export const passed = (operator: SignedInOperator): OperatorSession =>
  showSession({ ...operator, needs: null, hasSecondFactor: true })

export const finishSession = (tx: Tx, sessionId: string) =>
  tx.query(sql`update operator_session set needs = null where id = ${sessionId}`)
