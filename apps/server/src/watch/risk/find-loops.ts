import { int8, type RowOf, sql, text, timestamptz, uuid } from '../../platform/database/database.ts'
import type { Batch } from './find-runs.ts'

const WITHIN_S = 60 * 60
/** How far apart the two amounts may be, of the larger. */
const SIMILAR = 0.05

const pairColumns = { agent_id: uuid, number: int8, earlier: int8 }
const candidateColumns = { ...pairColumns, subject: text, at: timestamptz }
type Candidate = RowOf<typeof candidateColumns>

/** Notes deposits and withdrawals of about the same amount by one player at one agent, shortly after each other. */
export async function noteLoops({ tx, ids, agents }: Batch): Promise<void> {
  const candidates = await tx.query(
    sql`
      select done.agent_id, service.code || ' ' || done.player_id as subject, done.number, before.number as earlier,
             done.finished_at as at
      from confirmation as done
      join agent on agent.id = done.agent_id and not agent.is_demo
      join player_transaction as tx on tx.id = done.player_transaction_id
      join player_service as service on service.id = tx.player_service_id
      join lateral (
        select number, player_transaction_id from confirmation as other
        where other.agent_id = done.agent_id and other.number < done.number and other.session_id is not null
          and other.finished_at >= done.finished_at - make_interval(secs => ${WITHIN_S}::integer)
          and other.finished_at <= done.finished_at
          and other.player_id = done.player_id and other.type <> done.type
          and abs(other.amount - done.amount) <= ${SIMILAR}::float8 * greatest(other.amount, done.amount)) as before on true
      join player_transaction as earlier on earlier.id = before.player_transaction_id
        and earlier.player_service_id = tx.player_service_id
      where done.player_transaction_id = any (${ids}::uuid[]) and done.session_id is not null
      order by done.agent_id, done.number, before.number desc`,
    candidateColumns,
  )
  if (candidates.length === 0) return
  const paired = await tx.query(
    sql`
      select agent_id, number, earlier from risk_event
      where kind = 'circular_payments' and agent_id = any (${agents.map(({ id }) => id)}::uuid[])`,
    pairColumns,
  )
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

/** Each confirmation is half of one pair at most, with the nearest before it that is still free. */
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
