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

const BATCH_SIZE = 500
const MAX_EVIDENCE = 50
/** Confirmations are written a little later than their time. */
const SETTLED_AFTER_MS = 90_000
const FORGOTTEN_AFTER_MS = RISK_DAYS * 24 * 60 * 60 * 1000

const WITHIN_S = 60 * 60

/** The largest difference between the two amounts, as a share of the larger one. */
const SIMILAR = 0.05

const confirmationColumns = { id: col.uuid, agent_id: col.uuid, number: col.int8, finished_us: col.int8 }
type ConfirmationKey = RowOf<typeof confirmationColumns>

const pairColumns = { agent_id: col.uuid, number: col.int8, earlier: col.int8 }

const candidateColumns = { ...pairColumns, subject: col.text, at: col.timestamptz }

type Candidate = RowOf<typeof candidateColumns>

/** Scans the confirmations since the last scan. Workers take turns; a batch whose worker dies is scanned again. */
export async function scanForRisk({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  let isBehind = true
  while (isBehind) isBehind = await db.transaction((tx) => scanBatch(tx, clock.now()))
  const old = new Date(clock.now().getTime() - FORGOTTEN_AFTER_MS)
  await db.execute(sql`delete from risk_trace where last_at < ${old}`)
  await db.execute(sql`delete from risk_event where at < ${old}`)
}

/** True when there is more to scan. */
async function scanBatch(tx: Tx, now: Date): Promise<boolean> {
  const rows = await readNext(tx, now)
  const last = rows.at(-1)
  if (!last) return false
  const numbers = new Map<string, bigint>()
  for (const { agent_id, number } of rows) {
    const before = numbers.get(agent_id) ?? 0n
    numbers.set(agent_id, number > before ? number : before)
  }
  const agents = [...numbers].map(([id, number]) => ({ id, number }))
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
  await noteTravel(batch)
  await noteLoops(batch)
  const places = await noteTraces(batch)
  await saveSignals(batch.tx, [
    ...(await findIdenticalPoints(batch)),
    ...(await findPoorAccuracy(batch)),
    ...(await findEvents(batch)),
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

/** Records deposits and withdrawals of similar amounts by one player at one agent within an hour. */
async function noteLoops({ tx, ids, agents }: Batch): Promise<void> {
  const candidates = await query(tx, candidateColumns)`
    select done.agent_id, partner.code || ' ' || transaction.player_id as subject, done.number::bigint, before.number::bigint as earlier,
           done.finished_at as at
    from confirmation as done
    join agent on agent.id = done.agent_id and not agent.is_demo
    join player_transaction as transaction on transaction.id = done.player_transaction_id
    join partner on partner.id = transaction.partner_id
    join lateral (
      select number, player_transaction_id from confirmed_payment as other
      where other.float_id = done.float_id and other.number < done.number and other.session_id is not null
        and other.number > confirmed_before(done.agent_id, done.finished_at - make_interval(secs => ${WITHIN_S}::integer))
        and other.player_id = transaction.player_id and other.type <> done.type
        and abs(other.amount - done.amount) <= ${SIMILAR}::float8 * greatest(other.amount, done.amount)) as before on true
    join player_transaction as earlier on earlier.id = before.player_transaction_id
      and earlier.partner_id = transaction.partner_id
    where done.player_transaction_id = any (${ids}::uuid[]) and done.session_id is not null
    order by done.agent_id, done.number, before.number desc`
  if (candidates.length === 0) return
  const paired = await query(tx, pairColumns)`
    select agent_id, number, earlier from risk_event
    where kind = 'circular_payments' and agent_id = any (${agents.map(({ id }) => id)}::uuid[])`
  const pairs = pairUp(candidates, paired)
  await tx.execute(sql`
    insert into risk_event (agent_id, kind, subject, number, earlier, at)
    select agent_id, 'circular_payments', subject, number, earlier, at
    from unnest(${pairs.map(({ agent_id }) => agent_id)}::uuid[], ${pairs.map(({ subject }) => subject)}::text[],
                ${pairs.map(({ number }) => number.toString())}::bigint[],
                ${pairs.map(({ earlier }) => earlier.toString())}::bigint[], ${pairs.map(({ at }) => at)}::timestamptz[])
      as pair (agent_id, subject, number, earlier, at)
    on conflict do nothing`)
}

/** Pairs each confirmation with the nearest earlier one that is in no other pair. */
function pairUp(candidates: readonly Candidate[], paired: readonly RowOf<typeof pairColumns>[]): Candidate[] {
  const name = (agentId: string, number: bigint) => `${agentId} ${number}`
  const used = new Set(paired.flatMap((pair) => [name(pair.agent_id, pair.number), name(pair.agent_id, pair.earlier)]))
  const pairs: Candidate[] = []
  for (const candidate of candidates) {
    const halves = [name(candidate.agent_id, candidate.number), name(candidate.agent_id, candidate.earlier)]
    if (halves.some((half) => used.has(half))) continue
    for (const half of halves) used.add(half)
    pairs.push(candidate)
  }
  return pairs
}
