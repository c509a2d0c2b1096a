import type { ParsedInputOf } from '@cashbox/contract'
import { passwordRule } from '@cashbox/contract'
import type { changeOperator as changeCall, KnownOperator, OperatorRole } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { type Actor, changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import { endSessionsOf, type SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { breaks, type Database, only, type Queryable, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { hashPassword, isCommonPassword, matchPassword } from '../../../platform/passwords.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { OperatorServices } from './services.ts'

interface Row {
  id: string
  email: string
  name: string
  role: OperatorRole
  has_second_factor: boolean
  is_disabled: boolean
  created_at: Date
  last_seen_at: Date | null
  version: number
}

const show = ({ created_at, last_seen_at, ...row }: Row): KnownOperator => ({
  ...row,
  created_at: toSeconds(created_at),
  last_seen_at: last_seen_at ? toSeconds(last_seen_at) : null,
})

const readRows = (db: Queryable, id: string | null = null) =>
  db.query<Row>(sql`
    select id, email, name, role, totp_since is not null as has_second_factor, disabled_at is not null as is_disabled,
           created_at, version,
           (select max(last_seen_at) from operator_session where operator_id = operator.id) as last_seen_at
    from operator where ${id}::uuid is null or id = ${id}::uuid order by email`)

export const listOperators = async (db: Database) => ({ list: (await readRows(db)).map(show) })

interface NewOperator {
  readonly email: string
  readonly name: string
  readonly role: OperatorRole
  readonly password: string
}

function checkPassword(password: string) {
  if (!passwordRule(password)) throw refusal('password_weak')
  if (isCommonPassword(password)) throw refusal('password_common')
}

/** A new account, and the note of who made it. */
export async function createOperator(db: Database, wish: NewOperator, actor: Actor, at: Date): Promise<KnownOperator> {
  checkPassword(wish.password)
  const passwordHash = await hashPassword(wish.password)
  const { email, name, role } = wish
  try {
    return await db.transaction(async (tx) => {
      const id = uuidv7()
      await tx.query(sql`
        insert into operator (id, email, name, role, password_hash, created_at)
        values (${id}, ${email}, ${name}, ${role}, ${passwordHash}, ${at})`)
      await writeAudit(tx, {
        at,
        actor,
        action: 'operator.create',
        subject: { kind: 'operator', id },
        after: { email, name, role },
      })
      return show(only(await readRows(tx, id)))
    })
  } catch (error) {
    if (breaks(error, 'operator_email_key')) throw refusal('operator_exists')
    throw error
  }
}

type Change = ParsedInputOf<typeof changeCall>

/** Changes somebody else's account: nobody raises or locks out themselves. */
export async function changeOperator(
  { db, clock }: OperatorServices,
  change: Change,
  self: SignedInOperator,
  actor: Actor,
) {
  if (change.operator_id === self.operatorId) throw refusal('not_oneself')
  if (change.password !== undefined) checkPassword(change.password)
  const passwordHash = change.password === undefined ? null : await hashPassword(change.password)
  const at = clock.now()
  return db.transaction(async (tx) => {
    const before = await lockOperator(tx, change)
    await tx.query(sql`
      update operator set
        name = coalesce(${change.name ?? null}, name), role = coalesce(${change.role ?? null}, role),
        password_hash = coalesce(${passwordHash}, password_hash),
        disabled_at = case ${change.is_disabled ?? null}::boolean
          when true then coalesce(disabled_at, ${at}) when false then null else disabled_at end,
        totp_secret = case when ${change.forget_second_factor ?? false} then null else totp_secret end,
        totp_since = case when ${change.forget_second_factor ?? false} then null else totp_since end,
        version = version + 1
      where id = ${before.id}`)
    if (change.forget_second_factor) {
      await tx.query(sql`delete from operator_recovery_code where operator_id = ${before.id}`)
    }
    if (passwordHash !== null || change.is_disabled || change.forget_second_factor)
      await endSessionsOf(tx, before.id, at)
    const after = only(await readRows(tx, before.id))
    await writeAudit(tx, {
      at,
      actor,
      action: 'operator.change',
      subject: { kind: 'operator', id: before.id },
      ...changesBetween(
        { ...before, last_seen_at: null, password: 'old' },
        { ...after, last_seen_at: null, password: passwordHash === null ? 'old' : 'new' },
      ),
    })
    return { operator: show(after) }
  })
}

async function lockOperator(tx: Tx, { operator_id, version }: Change): Promise<Row> {
  await tx.query(sql`select 1 from operator where id = ${operator_id} for update`)
  const [row] = await readRows(tx, operator_id)
  if (!row) throw refusal('not_found')
  if (row.version !== version) throw refusal('stale')
  return row
}

/** One's own password; the other sessions end. */
export async function changeOwnPassword(
  { db, clock, limits }: OperatorServices,
  { password, new_password }: { password: string; new_password: string },
  self: SignedInOperator,
  actor: Actor,
) {
  await limits.spend('login-account', `operator ${self.email}`)
  const { password_hash } = only(
    await db.query<{ password_hash: string }>(sql`select password_hash from operator where id = ${self.operatorId}`),
  )
  if (!(await matchPassword(password_hash, password))) throw refusal('credentials_wrong')
  await limits.giveBack('login-account', `operator ${self.email}`)
  checkPassword(new_password)
  const passwordHash = await hashPassword(new_password)
  const at = clock.now()
  await db.transaction(async (tx) => {
    await tx.query(sql`
      update operator set password_hash = ${passwordHash}, version = version + 1 where id = ${self.operatorId}`)
    await endSessionsOf(tx, self.operatorId, at, self.sessionId)
    await writeAudit(tx, {
      at,
      actor,
      action: 'operator.change-own-password',
      subject: { kind: 'operator', id: self.operatorId },
    })
  })
  return {}
}
