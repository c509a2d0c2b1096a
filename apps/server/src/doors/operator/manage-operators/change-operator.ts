import type { ParsedInputOf } from '@cashbox/contract'
import type { changeOperator as call } from '@cashbox/contract/operator'
import { type Actor, changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import { endSessionsOf, type SignedInOperator } from '../../../domain/operators/operator-sessions.ts'
import { only, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { type OperatorRow, readOperators, showOperator } from './known-operator.ts'
import { postOperatorLink } from './operator-link.ts'
import type { OperatorServices } from './services.ts'

type Change = ParsedInputOf<typeof call>

/** Changes the account of another operator; one's own role and access can't be changed. */
export async function changeOperator(services: OperatorServices, change: Change, self: SignedInOperator, actor: Actor) {
  if (change.operator_id === self.operatorId) throw refusal('own_account_not_allowed')
  const at = services.clock.now()
  return services.db.transaction(async (tx) => {
    const before = await lockOperator(tx, change)
    await tx.execute(sql`
      update operator set
        name = coalesce(${change.name ?? null}, name), role = coalesce(${change.role ?? null}, role),
        password_hash = case when ${change.reset_password ?? false} then null else password_hash end,
        disabled_at = case ${change.is_disabled ?? null}::boolean
          when true then coalesce(disabled_at, ${at}) when false then null else disabled_at end,
        totp_secret = case when ${change.reset_two_factor ?? false} then null else totp_secret end,
        totp_since = case when ${change.reset_two_factor ?? false} then null else totp_since end,
        version = version + 1
      where id = ${before.id}`)
    if (change.reset_two_factor) {
      await tx.execute(sql`delete from operator_recovery_code where operator_id = ${before.id}`)
    }
    if (change.reset_password || change.is_disabled || change.reset_two_factor) await endSessionsOf(tx, before.id, at)
    const after = only(await readOperators(tx, before.id))
    if (change.reset_password) await postOperatorLink(tx, services, after)
    await writeAudit(tx, {
      at,
      actor,
      action: 'operator.change',
      subject: { kind: 'operator', id: before.id },
      ...changesBetween(
        { ...before, last_seen_at: null, password: 'kept' },
        { ...after, last_seen_at: null, password: change.reset_password ? 'reset' : 'kept' },
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
