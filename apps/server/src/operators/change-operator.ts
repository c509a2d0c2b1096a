import type { ParsedInputOf } from '@cashbox/contract'
import { type createOperator as call, KnownOperator } from '@cashbox/contract/operator'
import { col, only, type Queryable, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import { type Actor, changesBetween, writeAudit } from '../access/audit.ts'
import { endSessionsOf } from '../access/operator-sessions.ts'
import { hashPassword } from '../access/passwords.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { withdrawDisallowed } from '../approvals/approval-request.ts'
import {
  approvedAs,
  auditChange,
  type ChangeContext,
  type ChangeHandler,
  type InputOfChange,
} from '../approvals/kinds.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import { refusal, refuseBroken } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { checkPassword } from './log-in.ts'
import { checkOperatorLink, mailOperatorLink, useOperatorLink } from './operator-link.ts'

const operatorColumns = { ...columnsFor(KnownOperator), id: col.uuid }

type OperatorRow = RowOf<typeof operatorColumns>

type Change = InputOfChange<'operator_change'>

export const changeOperatorHandler =
  (services: Services): ChangeHandler<Change> =>
  async (tx, change, context) => {
    if (change.operator_id === context.actor.operatorId) throw refusal('own_account_not_allowed')
    const known = await lockOperator(tx, change)
    await updateOperator(tx, change, context.at)
    const now = only(await readOperators(tx, known.id))
    await withdrawDisallowed(tx, now, context)
    if (change.reset_password) await mailOperatorLink(tx, services, now)
    return auditChange(tx, context, {
      action: 'operator.change',
      subject: { kind: 'operator', id: known.id, name: `${known.name} (${known.email})` },
      reason: change.reason ?? null,
      ...changesBetween(
        { ...auditedOf(known), password: 'kept' },
        { ...auditedOf(now), password: change.reset_password ? 'reset' : 'kept' },
      ),
      needsApproval: accessGiven(known, now),
    })
  }

/** All, or the one with this ID. */
export const readOperators = (db: Queryable, id: string | null = null) =>
  query(db, operatorColumns)`
    select id, email, name, role, password_hash is not null as has_password, totp_since is not null as has_two_factor, disabled_at is not null as is_disabled,
           created_at, version,
           (select max(last_seen_at) from operator_session where operator_id = operator.id) as last_seen_at
    from operator where ${id}::uuid is null or id = ${id}::uuid order by email`

async function lockOperator(tx: Tx, { operator_id, version }: Change): Promise<OperatorRow> {
  await tx.execute(sql`select 1 from operator where id = ${operator_id} for update`)
  const [row] = await readOperators(tx, operator_id)
  if (!row) throw refusal('not_found')
  if (row.version !== version) throw refusal('version_conflict')
  return row
}

async function updateOperator(tx: Tx, change: Change, at: Date) {
  const { operator_id: id, reset_password = false, reset_two_factor = false, is_disabled } = change
  await tx.execute(sql`
    update operator set
      name = coalesce(${change.name ?? null}, name), role = coalesce(${change.role ?? null}, role),
      password_hash = case when ${reset_password} then null else password_hash end,
      disabled_at = case ${is_disabled ?? null}::boolean
        when true then coalesce(disabled_at, ${at}) when false then null else disabled_at end,
      totp_secret = case when ${reset_two_factor} then null else totp_secret end,
      totp_since = case when ${reset_two_factor} then null else totp_since end,
      version = version + 1
    where id = ${id}`)
  if (reset_two_factor) {
    await tx.execute(sql`delete from operator_recovery_code where operator_id = ${id}`)
    await tx.execute(sql`delete from operator_passkey where operator_id = ${id}`)
  }
  if (reset_password || is_disabled || reset_two_factor) await endSessionsOf(tx, id, at)
}

const auditedOf = ({ id: _id, email: _email, created_at: _created, last_seen_at: _seen, ...audited }: OperatorRow) =>
  audited

/** Another role, a re-enabled account, or a reset password or second factor. */
const accessGiven = (known: OperatorRow, now: OperatorRow) => [
  ...(known.role === now.role ? [] : (['role'] as const)),
  ...(known.is_disabled && !now.is_disabled ? (['is_disabled'] as const) : []),
  ...(known.has_password && !now.has_password ? (['has_password'] as const) : []),
  ...(known.has_two_factor && !now.has_two_factor ? (['has_two_factor'] as const) : []),
]

type Input = ParsedInputOf<typeof call>

/** Always needs a second admin: otherwise one admin could create the account that approves their own requests. */
export async function createOperator(services: Services, input: Input, actor: Actor) {
  const change = { kind: 'operator_create', input, actor } as const
  const request = await applyOrRequest(services, change, createOperatorHandler(services))
  if (!request) throw new Error('an operator was created without a second admin')
  return { request }
}

/** The account has no password until the operator uses the link in the e-mail. */
export const createOperatorHandler =
  (services: Services): ChangeHandler<Input> =>
  async (tx, input, context) => {
    const operator = await insertOperator(tx, input, context)
    await mailOperatorLink(tx, services, operator)
    const { email, name, role } = operator
    return {
      subject: { kind: 'operator', id: email, name: `${name} (${email})` },
      before: null,
      after: { email, name, role },
      needsApproval: ['email', 'role'],
    }
  }

export async function insertOperator(tx: Tx, { email, name, role, reason }: Input, context: ChangeContext) {
  const id = uuidv7()
  await tx
    .execute(sql`
      insert into operator (id, email, name, role, created_at) values (${id}, ${email}, ${name}, ${role}, ${context.at})`)
    .catch(refuseBroken({ operator_email_key: 'operator_exists' }))
  await writeAudit(tx, { ...context, reason }, { kind: 'operator', id }, 'operator.create', {
    after: { email, name, role, ...approvedAs(context) },
  })
  return only(await readOperators(tx, id))
}

/** Sets the password with the link from the e-mail. Does not log in, because the second factor is still required. */
export async function activateOperator(
  { db, clock, limits }: Services,
  { hash, password }: { hash: string; password: string },
  caller: Caller,
) {
  await limits.spend('link-address', caller.ip)
  // Hashing a password is expensive, so it needs a link that works.
  await checkOperatorLink(db, clock, hash)
  checkPassword(password)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const at = clock.now()
    const id = await useOperatorLink(tx, clock, hash)
    const { email, name } = await queryOne(tx, { email: col.text, name: col.text })`
      update operator set password_hash = ${passwordHash}, version = version + 1 where id = ${id}
      returning email, name`
    await endSessionsOf(tx, id, at)
    await writeAudit(
      tx,
      { at, actor: { operatorId: id, name, ip: caller.ip } },
      { kind: 'operator', id },
      'operator.activate',
    )
    return { email }
  })
}
