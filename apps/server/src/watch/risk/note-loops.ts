import { transactionTypes } from '@cashbox/contract'
import { col, query, type RowOf, type Tx } from '@cashbox/postgres/database'
import { type Batch, eventColumns, LOOK_BACK, type NotedEvent } from './find-runs.ts'

const WITHIN_MS = 60 * 60 * 1000

/** The largest difference between the two amounts, in percent of the larger one. */
const SIMILAR_PERCENT = 5n

const paymentColumns = {
  agent_id: col.uuid,
  number: col.int8,
  at: col.timestamptz,
  type: col.oneOf(...transactionTypes),
  amount: col.int8,
  subject: col.text,
  is_new: col.bool,
}
type Payment = RowOf<typeof paymentColumns>

interface Loop {
  readonly later: Payment
  readonly earlier: Payment
}

/** Records deposits and withdrawals of similar amounts by one player at one agent within an hour. */
export async function noteLoops({ tx, agents }: Batch): Promise<NotedEvent[]> {
  const payments = await query(tx, paymentColumns)`
    select agent.id as agent_id, done.number::bigint, done.finished_at as at, done.type, done.amount,
           partner.code || ' ' || paid.player_id as subject, done.number >= seen.first as is_new
    from unnest(${agents.map(({ id }) => id)}::uuid[], ${agents.map(({ first }) => first.toString())}::bigint[],
                ${agents.map(({ number }) => number.toString())}::bigint[]) as seen (id, first, number)
    join agent on agent.id = seen.id and not agent.is_demo
    join confirmation as done on done.float_id = agent.float_id and done.session_id is not null
      and done.number between seen.first - ${LOOK_BACK} and seen.number
    cross join lateral (
      select player_id, partner_id from player_transaction where id = done.player_transaction_id limit 1) as paid
    join partner on partner.id = paid.partner_id
    order by agent.id, done.number`
  const groups = [...Map.groupBy(payments, ({ agent_id, subject }) => `${agent_id} ${subject}`).values()]
  const paired = await readPairs(
    tx,
    groups.flatMap(([first]) => first ?? []),
  )
  const loops = groups.flatMap((group) => findLoops(group, paired))
  return query(tx, eventColumns)`
    insert into risk_event (agent_id, kind, subject, number, earlier, at)
    select agent_id, 'circular_payments', subject, number, earlier, at
    from unnest(${loops.map(({ later }) => later.agent_id)}::uuid[], ${loops.map(({ later }) => later.subject)}::text[],
                ${loops.map(({ later }) => later.number.toString())}::bigint[],
                ${loops.map(({ earlier }) => earlier.number.toString())}::bigint[],
                ${loops.map(({ later }) => later.at)}::timestamptz[]) as pair (agent_id, subject, number, earlier, at)
    on conflict do nothing
    returning agent_id, kind, subject`
}

const pairColumns = { agent_id: col.uuid, number: col.int8, earlier: col.int8 }

const nameOf = (agentId: string, number: bigint) => `${agentId} ${number}`

/** The payments that are in a pair already, of each player since the given one. */
async function readPairs(tx: Tx, since: readonly Payment[]): Promise<ReadonlySet<string>> {
  const pairs = await query(tx, pairColumns)`
    select event.agent_id, event.number, event.earlier
    from unnest(${since.map(({ agent_id }) => agent_id)}::uuid[], ${since.map(({ subject }) => subject)}::text[],
                ${since.map(({ number }) => number.toString())}::bigint[]) as since (agent_id, subject, number)
    join risk_event as event on event.agent_id = since.agent_id and event.kind = 'circular_payments'
      and event.subject = since.subject and event.number >= since.number`
  return new Set(
    pairs.flatMap(({ agent_id, number, earlier }) => [nameOf(agent_id, number), nameOf(agent_id, earlier)]),
  )
}

/** Pairs each new payment of a player with the nearest earlier one the other way that is in no other pair. */
function findLoops(payments: readonly Payment[], paired: ReadonlySet<string>): Loop[] {
  const loops: Loop[] = []
  const unpaired: Payment[] = []
  for (const payment of payments) {
    const from = payment.at.getTime() - WITHIN_MS
    const index = payment.is_new
      ? unpaired.findLastIndex((other) => other.at.getTime() > from && isReverse(payment, other))
      : -1
    const [earlier] = index === -1 ? [] : unpaired.splice(index, 1)
    if (earlier) loops.push({ later: payment, earlier })
    else if (!paired.has(nameOf(payment.agent_id, payment.number))) unpaired.push(payment)
    if (unpaired.length > LOOK_BACK) unpaired.shift()
  }
  return loops
}

const isReverse = (payment: Payment, other: Payment) => {
  const [less, more] = payment.amount < other.amount ? [payment.amount, other.amount] : [other.amount, payment.amount]
  return payment.type !== other.type && (more - less) * 100n <= more * SIMILAR_PERCENT
}
