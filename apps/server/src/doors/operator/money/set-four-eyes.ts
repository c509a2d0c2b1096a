import { formatMinor, type ParsedInputOf, parseMinor } from '@cashbox/contract'
import type { setFourEyes as call, FourEyes } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { only, type Queryable, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { invalidFields, refusal } from '../../../platform/refusal.ts'
import { holdSettings } from '../../../platform/settings.ts'
import type { MoneyServices } from './services.ts'

/** The sums above which two are needed, of all that can be moved here and of whatever else has one. */
export async function readFourEyes(db: Queryable): Promise<FourEyes> {
  // First, so that what is read with it can only be newer.
  const { version } = only(await db.query<{ version: number }>(sql`select version from setting_version`))
  const rows = await db.query<{ asset: string; above: string | null }>(sql`
    with chosen as (select value from setting where key = 'four_eyes_above'),
         known as (
           select currency_code as asset from channel where not is_demo
           union select coin from rate
           union select jsonb_object_keys(value) from chosen)
    select asset, (select value ->> asset from chosen) as above from known order by asset`)
  return { list: rows.map(({ asset, above }) => ({ asset, above: shown(above) })), version }
}

/** What is no amount counts as none, as it does for requests. */
function shown(above: string | null): string | null {
  const minor = parseMinor(above ?? '')
  return minor === null || minor === 0n ? null : formatMinor(minor)
}

/** Counts from the next request on. */
export async function setFourEyes({ db, clock }: MoneyServices, input: ParsedInputOf<typeof call>, actor: Actor) {
  const { version, asset, reason } = input
  const above = input.above === null ? null : formatMinor(input.above)
  return db.transaction(async (tx) => {
    const held = await holdSettings(tx)
    if (held.version !== version) throw refusal('stale')
    const before = (await readFourEyes(tx)).list.find((known) => known.asset === asset)
    if (!before) throw invalidFields({ asset: [{ code: 'currency_unknown' }] })
    await write(tx, asset, above)
    await writeAudit(tx, {
      at: clock.now(),
      actor,
      action: 'money.four_eyes',
      subject: { kind: 'four_eyes', id: asset },
      reason,
      before: { above: before.above },
      after: { above },
    })
    return readFourEyes(tx)
  })
}

async function write(tx: Tx, asset: string, above: string | null) {
  const chosen = above === null ? {} : { [asset]: above }
  await tx.query(sql`
    insert into setting (key, value) values ('four_eyes_above', ${JSON.stringify(chosen)}::jsonb)
    on conflict (key) do update set value = (setting.value - ${asset}::text) || excluded.value`)
  await tx.query(sql`update setting_version set version = version + 1`)
}
