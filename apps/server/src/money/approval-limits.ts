import { formatMinor } from '@cashbox/contract'
import type { ApprovalLimits } from '@cashbox/contract/operator'
import { col, type Queryable, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { changesBetween, writeAudit } from '../access/audit.ts'
import { approvedAs, type ChangeHandler, type InputOfChange, refuseStale } from '../approvals/kinds.ts'
import { type Limits, limitsOf, readLimits } from '../approvals/limits.ts'
import { invalidFields } from '../platform/refusal.ts'
import { lockSettings } from '../platform/settings.ts'

type Input = InputOfChange<'approval_limit'>

/** For all assets in use and all that have a limit. */
export async function readApprovalLimits(db: Queryable): Promise<ApprovalLimits> {
  // Read first: limits that change meanwhile are then newer than the version, never older.
  const { version } = await queryOne(db, { version: col.int4 })`select version from setting_version`
  const rows = await query(db, { asset: col.text, above: col.nullable(col.text), per_day: col.nullable(col.text) })`
    with chosen as (select value from setting where key = 'approval_limits'),
         caps as (select value from setting where key = 'daily_caps'),
         known as (
           select currency_code as asset from channel where not is_demo
           union select coin from rate
           union select jsonb_object_keys(value) from chosen
           union select jsonb_object_keys(value) from caps)
    select asset, (select value ->> asset from chosen) as above, (select value ->> asset from caps) as per_day
    from known order by asset`
  return {
    list: rows.map(({ asset, above, per_day }) => ({ asset, ...toLimits(limitsOf(above, per_day)) })),
    version,
  }
}

const toLimits = ({ above, perDay, ownPerDay }: Limits) => ({
  above: above === 0n ? null : formatMinor(above),
  per_day: perDay === null ? null : formatMinor(perDay),
  is_per_day_default: ownPerDay === null,
})

/** Applies from the next request on. One admin may lower a limit; raising it takes a second admin. */
export const setLimit: ChangeHandler<Input> = async (tx, input, context) => {
  const { asset, reason } = input
  const { version } = await lockSettings(tx)
  const known = (await readApprovalLimits(tx)).list.some((one) => one.asset === asset)
  if (!known) throw invalidFields({ asset: [{ code: 'currency_unknown' }] })
  const before = await readLimits(tx, asset)
  // All settings share one version.
  refuseStale(context, version === input.version, auditedOf(before))
  await writeLimits(tx, input, before)
  const after = await readLimits(tx, asset)
  const changes = { before: auditedOf(before), after: auditedOf(after) }
  await writeAudit(tx, { ...context, reason }, { kind: 'approval_limit', id: asset }, 'money.set-approval-limit', {
    before: changes.before,
    after: { ...changes.after, ...approvedAs(context) },
  })
  const subject = { kind: 'approval_limit', id: asset, name: asset }
  return { subject, ...changesBetween(changes.before, changes.after), needsApproval: raised(before, after) }
}

const auditedOf = (limits: Limits) => {
  const { above, per_day } = toLimits(limits)
  return { above, per_day }
}

/** Without a limit each request needs two operators; without a cap nothing is capped. */
const raised = (before: Limits, after: Limits) => [
  ...(after.above > before.above ? (['above'] as const) : []),
  ...(before.perDay !== null && (after.perDay === null || after.perDay > before.perDay) ? (['per_day'] as const) : []),
]

async function writeLimits(tx: Tx, { asset, above, per_day }: Input, before: Limits) {
  await putSetting(tx, 'approval_limits', asset, above)
  // When the limit is removed, a cap that followed it stays as it was.
  const presentCap = above === null ? before.perDay : before.ownPerDay
  await putSetting(tx, 'daily_caps', asset, per_day === undefined ? presentCap : per_day)
  await tx.execute(sql`update setting_version set version = version + 1`)
}

async function putSetting(tx: Tx, key: string, asset: string, sum: bigint | null) {
  const chosen = sum === null ? {} : { [asset]: formatMinor(sum) }
  await tx.execute(sql`
    insert into setting (key, value) values (${key}, ${JSON.stringify(chosen)}::jsonb)
    on conflict (key) do update set value = (setting.value - ${asset}::text) || excluded.value`)
}
