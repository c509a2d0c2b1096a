import { formatMinor, type ParsedInputOf } from '@cashbox/contract'
import type { ApprovalLimits, setApprovalLimit as call } from '@cashbox/contract/operator'
import { type Actor, changesBetween, writeAudit } from '../access/audit.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { type Act, approvedAs, type ChangeContext } from '../approvals/kinds.ts'
import { type Limits, limitsOf, readLimits } from '../approvals/limits.ts'
import { int4, nullable, only, type Queryable, sql, type Tx, text } from '../platform/database/database.ts'
import { invalidFields, refusal } from '../platform/refusal.ts'
import { lockSettings } from '../platform/settings.ts'
import type { MoneyServices } from './find-subject.ts'

type Input = ParsedInputOf<typeof call>

/** The limits above which a second operator is needed: of all assets in use here, and of all that have one. */
export async function readApprovalLimits(db: Queryable): Promise<ApprovalLimits> {
  // First, so that what is read with it can only be newer.
  const { version } = only(await db.query(sql`select version from setting_version`, { version: int4 }))
  const rows = await db.query(
    sql`
      with chosen as (select value from setting where key = 'approval_limits'),
           caps as (select value from setting where key = 'daily_caps'),
           known as (
             select currency_code as asset from channel where not is_demo
             union select coin from rate
             union select jsonb_object_keys(value) from chosen
             union select jsonb_object_keys(value) from caps)
      select asset, (select value ->> asset from chosen) as above, (select value ->> asset from caps) as per_day
      from known order by asset`,
    { asset: text, above: nullable(text), per_day: nullable(text) },
  )
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

/** Counts from the next request on. Lowered by one admin; a second one agrees to what is raised. */
export async function setApprovalLimit(services: MoneyServices, input: Input, actor: Actor) {
  const change = { kind: 'approval_limit', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, setLimit)
  return { ...(await readApprovalLimits(services.db)), request }
}

export const setLimit: Act<Input> = async (tx, input, by) => {
  const { asset, reason } = input
  const { version } = await lockSettings(tx)
  const known = (await readApprovalLimits(tx)).list.some((one) => one.asset === asset)
  if (!known) throw invalidFields({ asset: [{ code: 'currency_unknown' }] })
  const before = await readLimits(tx, asset)
  refuseStale(by, input, version, shownOf(before))
  await write(tx, input, before)
  const after = await readLimits(tx, asset)
  const changes = { before: shownOf(before), after: shownOf(after) }
  await writeAudit(tx, {
    at: by.at,
    actor: by.actor,
    action: 'money.set-approval-limit',
    subject: { kind: 'approval_limit', id: asset },
    reason,
    before: changes.before,
    after: { ...changes.after, ...approvedAs(by) },
  })
  const subject = { kind: 'approval_limit', id: asset, name: asset }
  return { subject, ...changesBetween(changes.before, changes.after), needsApproval: isRaised(before, after) }
}

const shownOf = (limits: Limits) => {
  const { above, per_day } = toLimits(limits)
  return { above, per_day }
}

/** All settings have one version. An approved change is only out of date when this very limit has changed. */
function refuseStale({ request }: ChangeContext, input: Input, version: number, seen: ReturnType<typeof shownOf>) {
  const isStale = request
    ? Object.entries(request.before ?? {}).some(([name, value]) => seen[name as keyof typeof seen] !== value)
    : version !== input.version
  if (isStale) throw refusal('version_conflict')
}

/** No limit means that each request needs two; no cap means that nothing is capped. */
function isRaised(before: Limits, after: Limits): boolean {
  const isCapRaised = before.perDay !== null && (after.perDay === null || after.perDay > before.perDay)
  return after.above > before.above || isCapRaised
}

async function write(tx: Tx, { asset, above, per_day }: Input, before: Limits) {
  await put(tx, 'approval_limits', asset, above)
  // A cap that followed the limit stays as it was when the limit is removed.
  const kept = above === null ? before.perDay : before.ownPerDay
  await put(tx, 'daily_caps', asset, per_day === undefined ? kept : per_day)
  await tx.execute(sql`update setting_version set version = version + 1`)
}

async function put(tx: Tx, key: string, asset: string, sum: bigint | null) {
  const chosen = sum === null ? {} : { [asset]: formatMinor(sum) }
  await tx.execute(sql`
    insert into setting (key, value) values (${key}, ${JSON.stringify(chosen)}::jsonb)
    on conflict (key) do update set value = (setting.value - ${asset}::text) || excluded.value`)
}
