import { uuid } from '../../platform/database/columns.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PerfectMoneyServices } from '../perfect-money-services.ts'
import { holdTopup } from '../suspense.ts'
import { lockTopup } from '../topup.ts'

const MINUTE_MS = 60 * 1000
/** The history may show a payment later than the status call reports it. */
const PATIENCE_MS = 60 * MINUTE_MS
/** Well within the days that were asked for. */
const LOOK_BACK_MS = 2 * 24 * 60 * MINUTE_MS

/**
 * Judges what the account's history does not show: an announced payment is held after an hour, and a credited one is
 * marked, which raises an alert.
 */
export async function judgeMissing(
  services: PerfectMoneyServices,
  shown: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const { db, onChanged } = services
  const batches = [...shown]
  const late = await db.query(
    sql`
      select id from topup
      where rail = 'perfect-money' and state = 'confirming' and seen_at < ${before(now, PATIENCE_MS)}
        and reference <> all(${batches}::text[])`,
    { id: uuid },
  )
  for (const { id } of late) {
    const agentId = await db.transaction(async (tx) => {
      const topup = await lockTopup(tx, id)
      if (topup?.state !== 'confirming') return null
      await holdTopup(tx, topup, 'not_in_history', now)
      return topup.agent_id
    })
    if (agentId !== null) onChanged(agentId, 'topups', 'notices')
  }
  await db.execute(sql`
    update topup set missing_since = case when reference = any(${batches}::text[]) then null else ${now}::timestamptz end
    where rail = 'perfect-money' and state = 'credited' and seen_at > ${before(now, LOOK_BACK_MS)}
      and seen_at < ${before(now, PATIENCE_MS)} and (missing_since is null) <> (reference = any(${batches}::text[]))`)
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
