import { RISK_DAYS } from '@cashbox/contract/operator'
import { col, query, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import type { Services } from '../../platform/services.ts'
import {
  type Batch,
  type FoundSignal,
  findEvents,
  findIdenticalPoints,
  findPoorAccuracy,
  noteTravel,
} from './find-runs.ts'
import { findShared, noteTraces } from './find-shared.ts'
import { noteLoops } from './note-loops.ts'

const BATCH_SIZE = 500
const MAX_EVIDENCE = 50
/** Confirmations are written a little later than their time. */
const SETTLED_AFTER_MS = 90_000
const FORGOTTEN_AFTER_MS = RISK_DAYS * 24 * 60 * 60 * 1000

/** Then the worker gives its turn away, and goes on with the next. */
const RUN_MS = 45_000

const confirmationColumns = { id: col.uuid, agent_id: col.uuid, number: col.int8, finished_us: col.int8 }
type ConfirmationKey = RowOf<typeof confirmationColumns>

/** Scans the confirmations since the last scan. Workers take turns; a batch whose worker dies is scanned again. */
export async function scanForRisk({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const end = performance.now() + RUN_MS
  let isBehind = true
  while (isBehind && performance.now() < end) isBehind = await db.transaction((tx) => scanBatch(tx, clock.now()))
  const old = new Date(clock.now().getTime() - FORGOTTEN_AFTER_MS)
  await db.execute(sql`delete from risk_trace where last_at < ${old}`)
  await db.execute(sql`delete from risk_event where at < ${old}`)
}

/** True when there is more to scan. */
async function scanBatch(tx: Tx, now: Date): Promise<boolean> {
  const rows = await readNext(tx, now)
  const last = rows.at(-1)
  if (!last) return false
  const agents = [...Map.groupBy(rows, ({ agent_id }) => agent_id)].map(([id, own]) => {
    const numbers = own.map(({ number }) => number).toSorted((one, other) => (one < other ? -1 : 1))
    return { id, first: numbers[0] ?? 0n, number: numbers.at(-1) ?? 0n }
  })
  await findSignals({ tx, now, ids: rows.map(({ id }) => id), agents })
  await tx.execute(sql`
    update risk_cursor set finished_at = timestamptz 'epoch' + ${last.finished_us}::bigint * interval '1 microsecond',
      id = ${last.id}`)
  return rows.length === BATCH_SIZE
}

/** Oldest first. The first scan goes back as far as a signal counts. */
async function readNext(tx: Tx, now: Date): Promise<ConfirmationKey[]> {
  await tx.execute(sql`select 1 from risk_cursor for update`)
  return query(tx, confirmationColumns)`
    select player_transaction_id as id, agent_id, number::bigint, (extract(epoch from finished_at) * 1000000)::bigint as finished_us
    from confirmation
    where (finished_at, player_transaction_id) > (
        select coalesce(finished_at, ${new Date(now.getTime() - FORGOTTEN_AFTER_MS)}),
               coalesce(id, '00000000-0000-0000-0000-000000000000') from risk_cursor)
      and finished_at <= ${new Date(now.getTime() - SETTLED_AFTER_MS)}
    order by finished_at, player_transaction_id limit ${BATCH_SIZE}`
}

async function findSignals(batch: Batch) {
  const noted = [...(await noteTravel(batch)), ...(await noteLoops(batch))]
  const places = await noteTraces(batch)
  await saveSignals(batch.tx, [
    ...(await findIdenticalPoints(batch)),
    ...(await findPoorAccuracy(batch)),
    ...(await findEvents(batch, noted)),
    ...(await findShared(batch, places)),
  ])
}

/** One signal for each agent, kind and subject. New evidence renews it and reopens a dismissed one. */
async function saveSignals(tx: Tx, signals: readonly FoundSignal[]) {
  for (const { agentId, kind, subject, weight, firstAt, lastAt, facts, numbers, other_agents = [] } of signals) {
    const evidence = { facts, numbers: numbers.slice(0, MAX_EVIDENCE).map(Number), other_agents }
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

/** Since when the oldest confirmation waits that the next scan reads; null while none has waited for long. */
export const unscannedSince = (now: Date) => sql`(
  select waiting.finished_at from risk_cursor
  cross join lateral (
    select finished_at from confirmation
    where finished_at > risk_cursor.finished_at and finished_at <= ${new Date(now.getTime() - SETTLED_AFTER_MS)}
    order by finished_at limit 1) as waiting)`
