import type { ParsedInputOf } from '@cashbox/contract'
import type { changeOperator as call } from '@cashbox/contract/operator'
import { type Actor, changesBetween, writeAudit } from '../access/audit.ts'
import { endSessionsOf } from '../access/operator-sessions.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { type Act, approvedAs, type ChangeContext } from '../approvals/kinds.ts'
import { only, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { type OperatorRow, readOperators, showOperator } from './known-operator.ts'
import { postOperatorLink } from './operator-link.ts'
import type { LetterServices, OperatorServices } from './services.ts'

type Change = ParsedInputOf<typeof call>

/** Changes the account of another operator; one's own role and access can't be changed. */
export async function changeOperator(services: OperatorServices, change: Change, actor: Actor) {
  const wish = { kind: 'operator_change', input: change, reason: change.reason ?? null, actor } as const
  const request = await applyOrRequest(services, wish, actOfChangeOperator(services))
  return { operator: showOperator(only(await readOperators(services.db, change.operator_id))), request }
}

export const actOfChangeOperator =
  (services: LetterServices): Act<Change> =>
  async (tx, change, by) => {
    if (change.operator_id === by.actor.operatorId) throw refusal('own_account_not_allowed')
    const known = await lockOperator(tx, change)
    await write(tx, change, by.at)
    const now = only(await readOperators(tx, known.id))
    if (change.reset_password) await postOperatorLink(tx, services, now)
    const changes = await audit(tx, known, now, change, by)
    return {
      subject: { kind: 'operator', id: known.id, name: `${known.name} (${known.email})` },
      ...changes,
      needsApproval: givesAccess(known, now),
    }
  }

/** Another role, an account that works again, or a password or second factor that is chosen anew. */
const givesAccess = (known: OperatorRow, now: OperatorRow) =>
  known.role !== now.role ||
  (known.is_disabled && !now.is_disabled) ||
  (known.has_password && !now.has_password) ||
  (known.has_two_factor && !now.has_two_factor)

async function write(tx: Tx, change: Change, at: Date) {
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

const auditedOf = ({ name, role, has_password, has_two_factor, is_disabled, version }: OperatorRow) => ({
  name,
  role,
  has_password,
  has_two_factor,
  is_disabled,
  version,
})

async function audit(tx: Tx, known: OperatorRow, now: OperatorRow, change: Change, by: ChangeContext) {
  const { before, after } = changesBetween(
    { ...auditedOf(known), password: 'kept' },
    { ...auditedOf(now), password: change.reset_password ? 'reset' : 'kept' },
  )
  await writeAudit(tx, {
    at: by.at,
    actor: by.actor,
    action: 'operator.change',
    subject: { kind: 'operator', id: known.id },
    reason: change.reason ?? null,
    before,
    after: { ...after, ...approvedAs(by) },
  })
  return { before, after }
}

async function lockOperator(tx: Tx, { operator_id, version }: Change): Promise<OperatorRow> {
  await tx.execute(sql`select 1 from operator where id = ${operator_id} for update`)
  const [row] = await readOperators(tx, operator_id)
  if (!row) throw refusal('not_found')
  if (row.version !== version) throw refusal('version_conflict')
  return row
}
