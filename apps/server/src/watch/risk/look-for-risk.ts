import { RISK_DAYS } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import type { Clock } from '../../platform/clock.ts'
import { type Database, int8, type RowOf, sql, type Tx, uuid } from '../../platform/database/database.ts'
import { noteLoops } from './find-loops.ts'
import { type Batch, type Found, findEvents, findIdenticalPoints, findPoorAccuracy, noteTravel } from './find-runs.ts'
import { findShared, noteTraces } from './find-shared.ts'

const AT_ONCE = 500
const EVIDENCE_KEPT = 50
/** Confirmations are written a little later than the time they carry; by then they are all there. */
const SETTLED_AFTER_MS = 90_000
const FORGOTTEN_AFTER_MS = RISK_DAYS * 24 * 60 * 60 * 1000

interface RiskServices {
  readonly db: Database
  readonly clock: Clock
}

/** Looks at the confirmations since the last time. Workers take turns; what is half done when one dies is done again. */
export async function lookForRisk({ db, clock }: RiskServices): Promise<void> {
  let isBehind = true
  while (isBehind) isBehind = await db.transaction((tx) => lookOnce(tx, clock.now()))
  const old = new Date(clock.now().getTime() - FORGOTTEN_AFTER_MS)
  await db.execute(sql`delete from risk_trace where last_at < ${old}`)
  await db.execute(sql`delete from risk_event where at < ${old}`)
}

const seenColumns = { id: uuid, agent_id: uuid, number: int8, finished_us: int8 }
type Seen = RowOf<typeof seenColumns>

/** True when there is more to look at. */
async function lookOnce(tx: Tx, now: Date): Promise<boolean> {
  const rows = await takeNext(tx, now)
  const last = rows.at(-1)
  if (!last) return false
  const numbers = new Map<string, bigint>()
  for (const { agent_id, number } of rows) {
    const before = numbers.get(agent_id) ?? 0n
    numbers.set(agent_id, number > before ? number : before)
  }
  const agents = [...numbers].map(([id, number]) => ({ id, number }))
  await searchBatch({ tx, now, ids: rows.map(({ id }) => id), agents })
  await tx.execute(sql`
    update risk_cursor set finished_at = timestamptz 'epoch' + ${last.finished_us}::bigint * interval '1 microsecond',
      id = ${last.id}`)
  return rows.length === AT_ONCE
}

/** In the order of their time; the first look goes back as far as anything counts. */
async function takeNext(tx: Tx, now: Date): Promise<Seen[]> {
  await tx.execute(sql`select 1 from risk_cursor for update`)
  return tx.query(
    sql`
      select player_transaction_id as id, agent_id, number, (extract(epoch from finished_at) * 1000000)::bigint as finished_us
      from confirmation
      where (finished_at, player_transaction_id) > (
          select coalesce(finished_at, ${new Date(now.getTime() - FORGOTTEN_AFTER_MS)}),
                 coalesce(id, '00000000-0000-0000-0000-000000000000') from risk_cursor)
        and finished_at <= ${new Date(now.getTime() - SETTLED_AFTER_MS)}
      order by finished_at, player_transaction_id limit ${AT_ONCE}`,
    seenColumns,
  )
}

async function searchBatch(batch: Batch) {
  await noteTravel(batch)
  await noteLoops(batch)
  const places = await noteTraces(batch)
  await keepSignals(batch.tx, [
    ...(await findIdenticalPoints(batch)),
    ...(await findPoorAccuracy(batch)),
    ...(await findEvents(batch)),
    ...(await findShared(batch, places)),
  ])
}

/** One signal for each agent, kind and subject. New evidence renews it, and opens it again if it was dismissed. */
async function keepSignals(tx: Tx, signals: readonly Found[]) {
  for (const { agentId, kind, subject, weight, firstAt, lastAt, facts, numbers, other_agents = [] } of signals) {
    const evidence = { facts, numbers: numbers.slice(0, EVIDENCE_KEPT).map(Number), other_agents }
    await tx.execute(sql`
      insert into risk_signal as known (id, agent_id, kind, subject, weight, evidence, first_at, last_at)
      values (${uuidv7()}, ${agentId}, ${kind}, ${subject}, ${weight}, ${JSON.stringify(evidence)}::jsonb, ${firstAt}, ${lastAt})
      on conflict on constraint risk_signal_is_one do update set
        weight = excluded.weight, evidence = excluded.evidence, last_at = excluded.last_at,
        first_at = case when known.dismissed_at is null then least(known.first_at, excluded.first_at) else excluded.first_at end,
        dismissed_at = null, dismissed_by = null, dismiss_reason = null, version = known.version + 1
      where excluded.last_at > known.last_at`)
  }
}
