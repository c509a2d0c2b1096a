import { col, type Database, query, queryOne, sql } from '@cashbox/postgres/database'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Hour } from './forecast.ts'

const LOOK_BACK_MS = 28 * 24 * HOUR_MS
/** A payment of the last second of an hour may be committed a little later. */
const SETTLED_MS = 2 * 60 * 1000

/** An agent may have hundreds of thousands of payments: so many days at a time, and no longer than this for one answer. */
const CHUNK_MS = 7 * 24 * HOUR_MS
const PATIENCE_MS = 1000

/** What left the float in each hour of four weeks; null while the count is unfinished. Counts only hours since the last time. */
export async function countHours(db: Database, agentId: string, now: Date): Promise<Hour[] | null> {
  const until = new Date(Math.floor((now.getTime() - SETTLED_MS) / HOUR_MS) * HOUR_MS)
  const since = new Date(until.getTime() - LOOK_BACK_MS)
  const [row] = await query(db, { counted_until: col.timestamptz })`
    select counted_until from hourly_flow_count where agent_id = ${agentId}`
  const startedMs = performance.now()
  for (let counted = row?.counted_until ?? since; counted < until; ) {
    if (performance.now() - startedMs > PATIENCE_MS) return null
    counted = await countSome(db, agentId, since, until)
  }
  const rows = await query(db, { at: col.int8, outflow: col.int8, payments: col.int4 })`
    select epoch_seconds(hour)::bigint as at, outflow, payments from hourly_flow
    where agent_id = ${agentId} and hour >= ${since} order by hour`
  return rows.map(({ at, outflow, payments }) => ({ at: Number(at), outflow, payments }))
}

/** Counts on from where the last one stopped, and says how far it came. */
const countSome = (db: Database, agentId: string, since: Date, until: Date): Promise<Date> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into hourly_flow_count (agent_id, counted_until) values (${agentId}, ${since}) on conflict do nothing`)
    // Two at once count one after the other, and the second goes on where the first stopped.
    const { counted_until } = await queryOne(tx, { counted_until: col.timestamptz })`
      select counted_until from hourly_flow_count where agent_id = ${agentId} for update`
    if (counted_until >= until) return counted_until
    const from = counted_until > since ? counted_until : since
    const end = new Date(Math.min(until.getTime(), from.getTime() + CHUNK_MS))
    await tx.execute(sql`
      insert into hourly_flow (agent_id, hour, outflow, payments)
      select ${agentId}, to_timestamp(floor(extract(epoch from finished_at) / 3600) * 3600) as hour,
             sum(case type when 'deposit' then amount else -amount end)::bigint, count(*)::integer
      from confirmation where float_id = (select float_id from agent where id = ${agentId}) and number > confirmed_before(${agentId}, ${from})
        and number <= confirmed_before(${agentId}, ${end})
      group by hour
      on conflict do nothing`)
    await tx.execute(sql`delete from hourly_flow where agent_id = ${agentId} and hour < ${since}`)
    await tx.execute(sql`update hourly_flow_count set counted_until = ${end} where agent_id = ${agentId}`)
    return end
  })
