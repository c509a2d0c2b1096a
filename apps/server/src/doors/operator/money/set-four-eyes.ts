import { formatMinor, type ParsedInputOf } from '@cashbox/contract'
import type { setFourEyes as call } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { invalidFields, refusal } from '../../../platform/refusal.ts'
import { holdSettings } from '../../../platform/settings.ts'
import { readFourEyes } from './read-four-eyes.ts'
import type { MoneyServices } from './services.ts'

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
  await tx.execute(sql`
    insert into setting (key, value) values ('four_eyes_above', ${JSON.stringify(chosen)}::jsonb)
    on conflict (key) do update set value = (setting.value - ${asset}::text) || excluded.value`)
  await tx.execute(sql`update setting_version set version = version + 1`)
}
