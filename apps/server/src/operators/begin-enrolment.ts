import type { SignedInOperator } from '../access/operator-sessions.ts'
import { newTotpSecret, totpUri } from '../access/second-factor.ts'
import { uuid } from '../platform/database/columns.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { totpPlace } from './factor.ts'
import type { OperatorServices } from './services.ts'

/** A new secret each time it is begun; none counts before a code of it was entered. */
export async function beginEnrolment({ db, keyring }: OperatorServices, operator: SignedInOperator) {
  const totpSecret = newTotpSecret()
  const begun = await db.query(
    sql`
      update operator set totp_secret = ${keyring.seal(totpSecret, totpPlace(operator.operatorId))}, totp_last_step = 0, totp_offset = 0,
        totp_missed_step = null
      where id = ${operator.operatorId} and totp_since is null returning id`,
    { id: uuid },
  )
  if (begun.length === 0) throw refusal('two_factor_already_set_up')
  return { secret: totpSecret, uri: totpUri(totpSecret, operator.email) }
}
