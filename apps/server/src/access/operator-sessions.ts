import { languages } from '@cashbox/contract'
import { type OperatorSession, operatorRoles, sessionNeeds } from '@cashbox/contract/operator'
import { col, type Queryable, query, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import { hashToken, newToken } from '../platform/secrets/keyring.ts'

export type Needs = OperatorSession['needs']

export type SignedInOperator = NonNullable<Awaited<ReturnType<typeof findOperatorSession>>>

interface NewSession {
  readonly operatorId: string
  readonly needs: Needs
  readonly caller: Caller
  readonly at: Date
}

const IDLE_S = 60 * 60
const ABSOLUTE_S = 12 * 60 * 60
const TOUCH_EVERY_MS = 60_000

const columns = {
  session_id: col.uuid,
  operator_id: col.uuid,
  email: col.text,
  name: col.text,
  role: col.oneOf(...operatorRoles),
  language: col.nullable(col.oneOf(...languages)),
  needs: col.nullable(col.oneOf(...sessionNeeds)),
  has_two_factor: col.bool,
  has_passkey: col.bool,
  last_seen_at: col.timestamptz,
}

/** Returns the token; only its hash is stored. */
export async function openOperatorSession(tx: Tx, { operatorId, needs, caller, at }: NewSession): Promise<string> {
  const token = newToken()
  await tx.execute(sql`
    insert into operator_session (id, operator_id, token_hash, needs, created_at, last_seen_at, expires_at, user_agent, ip)
    values (${uuidv7()}, ${operatorId}, ${hashToken(token)}, ${needs}, ${at}, ${at},
            ${new Date(at.getTime() + ABSOLUTE_S * 1000)}, ${caller.userAgent}, ${caller.ip})`)
  return token
}

export const operatorSessionsInUse = (now: Date) => sql`
  ended_at is null and expires_at > ${now} and last_seen_at > ${new Date(now.getTime() - IDLE_S * 1000)}`

/** An unattended call, such as polling by a page, does not count as use of the session. */
export async function findOperatorSession(
  db: Queryable,
  clock: Clock,
  token: string,
  { isUnattended }: { readonly isUnattended: boolean },
) {
  const now = clock.now()
  const [row] = await query(db, columns)`
    select session.id as session_id, operator.id as operator_id, operator.email, operator.name, operator.role,
           operator.language, session.needs, operator.totp_since is not null as has_two_factor,
           exists (select 1 from operator_passkey where operator_id = operator.id) as has_passkey, session.last_seen_at
    from operator_session as session join operator on operator.id = session.operator_id
    where session.token_hash = ${hashToken(token)} and session.ended_at is null and session.expires_at > ${now}
      and session.last_seen_at > ${new Date(now.getTime() - IDLE_S * 1000)} and operator.disabled_at is null`
  if (!row) return null
  const { session_id: sessionId, operator_id: operatorId, last_seen_at, ...operator } = row
  if (!isUnattended && now.getTime() - last_seen_at.getTime() > TOUCH_EVERY_MS) {
    await db.execute(sql`update operator_session set last_seen_at = ${now} where id = ${sessionId}`)
  }
  return { ...operator, sessionId, operatorId }
}

export const endOperatorSession = (db: Queryable, sessionId: string, at: Date) =>
  db.execute(sql`update operator_session set ended_at = ${at} where id = ${sessionId} and ended_at is null`)

export const endSessionsOf = (db: Queryable, operatorId: string, at: Date, except: string | null = null) =>
  db.execute(sql`
    update operator_session set ended_at = ${at}
    where operator_id = ${operatorId} and ended_at is null and id is distinct from ${except}::uuid`)
