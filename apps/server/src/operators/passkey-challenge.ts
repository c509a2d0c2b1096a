import type { SignedInOperator } from '../access/operator-sessions.ts'
import { text } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import type { OperatorServices } from './services.ts'

/** Loaded when a passkey is used: it takes longer to load than the rest of the server. */
export const webauthn = () => import('@simplewebauthn/server')

const LIFETIME_MS = 5 * 60 * 1000

/** Passkeys belong to the host of the public address, and work only on its pages. */
export const siteOf = ({ publicUrl }: Pick<OperatorServices, 'publicUrl'>) => {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

export const keepChallenge = (
  { db, clock }: Pick<OperatorServices, 'db' | 'clock'>,
  { sessionId }: SignedInOperator,
  challenge: string,
) =>
  db.execute(sql`
    update operator_session set passkey_challenge = ${challenge},
      passkey_challenge_until = ${new Date(clock.now().getTime() + LIFETIME_MS)}
    where id = ${sessionId}`)

/** Takes the challenge of this session, which works once. */
export async function takeChallenge(
  db: Queryable,
  { clock }: Pick<OperatorServices, 'clock'>,
  { sessionId }: SignedInOperator,
): Promise<string> {
  const [row] = await db.query(
    sql`
      with taken as (
        select id, passkey_challenge as challenge from operator_session
        where id = ${sessionId} and passkey_challenge_until > ${clock.now()} for update)
      update operator_session set passkey_challenge = null, passkey_challenge_until = null
      from taken where operator_session.id = taken.id returning taken.challenge`,
    { challenge: text },
  )
  if (!row) throw refusal('passkey_wrong')
  return row.challenge
}
