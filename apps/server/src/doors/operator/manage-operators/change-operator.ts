import type { ParsedInputOf } from '@cashbox/contract'
import type { changeOperator as call } from '@cashbox/contract/operator'
import { type Actor, changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import { endSessionsOf, type SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { refusal } from '../../../platform/refusal.ts'
import { checkPassword } from './check-password.ts'
import { type OperatorRow, readOperators, showOperator } from './known-operator.ts'
import type { OperatorServices } from './services.ts'

type Change = ParsedInputOf<typeof call>

/** Changes the account of another operator; one's own role and access can't be changed. */
export async function changeOperator(
  { db, clock }: OperatorServices,
  change: Change,
  self: SignedInOperator,
  actor: Actor,
) {
  if (change.operator_id === self.operatorId) throw refusal('own_account_not_allowed')
  if (change.password !== undefined) checkPassword(change.password)
  const passwordHash = change.password === undefined ? null : await hashPassword(change.password)
  const at = clock.now()
  return db.transaction(async (tx) => {
    const before = await lockOperator(tx, change)
    await tx.execute(sql`
      update operator set
        name = coalesce(${change.name ?? null}, name), role = coalesce(${change.role ?? null}, role),
        password_hash = coalesce(${passwordHash}, password_hash),
        disabled_at = case ${change.is_disabled ?? null}::boolean
          when true then coalesce(disabled_at, ${at}) when false then null else disabled_at end,
        totp_secret = case when ${change.reset_two_factor ?? false} then null else totp_secret end,
        totp_since = case when ${change.reset_two_factor ?? false} then null else totp_since end,
        version = version + 1
      where id = ${before.id}`)
    if (change.reset_two_factor) {
      await tx.execute(sql`delete from operator_recovery_code where operator_id = ${before.id}`)
    }
    if (passwordHash !== null || change.is_disabled || change.reset_two_factor) await endSessionsOf(tx, before.id, at)
    const after = only(await readOperators(tx, before.id))
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
    return { operator: showOperator(after) }
  })
}

async function lockOperator(tx: Tx, { operator_id, version }: Change): Promise<OperatorRow> {
  await tx.execute(sql`select 1 from operator where id = ${operator_id} for update`)
  const [row] = await readOperators(tx, operator_id)
  if (!row) throw refusal('not_found')
  if (row.version !== version) throw refusal('version_conflict')
  return row
}
