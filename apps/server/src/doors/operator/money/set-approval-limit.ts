import { formatMinor, type ParsedInputOf } from '@cashbox/contract'
import type { setApprovalLimit as call } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { invalidFields, refusal } from '../../../platform/refusal.ts'
import { holdSettings } from '../../../platform/settings.ts'
import { readApprovalLimits } from './read-approval-limits.ts'
import type { MoneyServices } from './services.ts'

/** Counts from the next request on. */
export async function setApprovalLimit({ db, clock }: MoneyServices, input: ParsedInputOf<typeof call>, actor: Actor) {
  const { version, asset, reason } = input
  const above = input.above === null ? null : formatMinor(input.above)
  return db.transaction(async (tx) => {
    const held = await holdSettings(tx)
    if (held.version !== version) throw refusal('version_conflict')
    const before = (await readApprovalLimits(tx)).list.find((known) => known.asset === asset)
    if (!before) throw invalidFields({ asset: [{ code: 'currency_unknown' }] })
    await write(tx, asset, above)
    await writeAudit(tx, {
      at: clock.now(),
      actor,
      action: 'money.set-approval-limit',
      subject: { kind: 'approval_limit', id: asset },
      reason,
      before: { above: before.above },
      after: { above },
    })
    return readApprovalLimits(tx)
  })
}

async function write(tx: Tx, asset: string, above: string | null) {
  const chosen = above === null ? {} : { [asset]: above }
  await tx.execute(sql`
    insert into setting (key, value) values ('approval_limits', ${JSON.stringify(chosen)}::jsonb)
    on conflict (key) do update set value = (setting.value - ${asset}::text) || excluded.value`)
  await tx.execute(sql`update setting_version set version = version + 1`)
}
