import type { ParsedInputOf } from '@cashbox/contract'
import type { removePasskey as call, Passkey } from '@cashbox/contract/operator'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Actor } from '../access/audit.ts'
import { writeAudit } from '../access/audit.ts'
import type { SignedInOperator } from '../access/operator-sessions.ts'
import { toSeconds } from '../platform/clock.ts'
import { int8, nullable, text, textArray, timestamptz, uuid } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { checkOwnPassword } from './check-own-password.ts'
import type { OperatorServices } from './services.ts'

const columns = {
  id: uuid,
  credential_id: text,
  public_key: text,
  counter: int8,
  transports: textArray,
  name: text,
  created_at: timestamptz,
  last_used_at: nullable(timestamptz),
}

export const readPasskeys = (db: Queryable, operatorId: string) =>
  db.query(
    sql`
      select id, credential_id, public_key, counter, transports, name, created_at, last_used_at
      from operator_passkey where operator_id = ${operatorId} order by created_at, id`,
    columns,
  )

type PasskeyRow = Awaited<ReturnType<typeof readPasskeys>>[number]

/** As a browser is told which passkeys there are. */
export const describeCredential = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: transports as AuthenticatorTransport[],
})

export const showPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: toSeconds(created_at),
  last_used_at: last_used_at ? toSeconds(last_used_at) : null,
})

export const listPasskeys = async (db: Queryable, { operatorId }: SignedInOperator) => ({
  list: (await readPasskeys(db, operatorId)).map(showPasskey),
})

export async function removePasskey(
  services: OperatorServices,
  operator: SignedInOperator,
  actor: Actor,
  { passkey_id: passkeyId, password }: ParsedInputOf<typeof call>,
) {
  const { db, clock } = services
  const { operatorId } = operator
  await checkOwnPassword(services, operator, password)
  await db.transaction(async (tx) => {
    const [removed] = await tx.query(
      sql`delete from operator_passkey where id = ${passkeyId} and operator_id = ${operatorId} returning name`,
      { name: text },
    )
    if (!removed) throw refusal('not_found')
    await writeAudit(tx, {
      at: clock.now(),
      actor,
      action: 'operator.remove-passkey',
      subject: { kind: 'operator', id: operatorId },
      before: { passkey: removed.name },
    })
  })
  return {}
}
