import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import { type listRefusedAttempts, RefusedAttempt } from '@cashbox/contract/operator'
import { col, type Database, query, sql, toPage } from '@cashbox/postgres/database'
import { columnsFor } from '../platform/answer-columns.ts'
import { type Clock, HOUR_MS } from '../platform/clock.ts'
import { createTally } from '../platform/jobs/tally.ts'
import type { Services } from '../platform/services.ts'

export interface Refused {
  readonly agentId: string
  /** As the agent typed it. */
  readonly transactionId: string
  readonly code: string
}

interface RefusalCount {
  readonly agent_id: string
  readonly transaction_id: string
  readonly code: string
  readonly hour: string
  readonly is_confirmation: boolean
  readonly count: number
  readonly last_at: string
}

const KEPT_MS = 90 * 24 * HOUR_MS

/** With more look-ups in an hour, some may be counted twice. */
const REMEMBERED = 20_000

/** Longer than any client keeps a form open; the transaction itself still moves money only once. */
const KEYS_KEPT_MS = 48 * 60 * 60 * 1000

export type RefusalCounter = ReturnType<typeof createRefusalCounter>

/** Counts refusals by reason. Look-ups count by partner only, because agents look up what they have half typed. */
export function createRefusalCounter({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) {
  const tally = createTally<RefusalCount>({
    keyOf: (one) => [one.agent_id, one.code, one.hour, one.is_confirmation, one.transaction_id].join(' '),
    merge: (one, other) => ({ ...other, count: one.count + other.count }),
    write: (items) => writeRefusals(db, items),
    onError: (error) => log.warn({ err: error }, 'could not count refusals'),
  })
  const lookedUp = new Set<string>()
  const add = ({ agentId, transactionId, code }: Refused, hour: string, is_confirmation: boolean) =>
    tally.add({
      agent_id: agentId,
      transaction_id: transactionId,
      code,
      hour,
      is_confirmation,
      count: 1,
      last_at: clock.now().toISOString(),
    })
  const thisHour = () => new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS).toISOString()
  return {
    noteConfirmation: (refused: Refused) => add(refused, thisHour(), true),
    /** Once an hour for each transaction: the app repeats a look-up every few seconds while its form is open. */
    noteLookUp(refused: Refused) {
      const hour = thisHour()
      const key = [hour, refused.agentId, refused.code, refused.transactionId].join(' ')
      if (lookedUp.has(key)) return
      if (lookedUp.size >= REMEMBERED) lookedUp.clear()
      lookedUp.add(key)
      add(refused, hour, false)
    },
    close: tally.close,
  }
}

/** Ordered by key, so that two processes that write at once can't deadlock. */
const writeRefusals = (db: Database, items: readonly RefusalCount[]) =>
  db.execute(sql`
    with counted as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as one (agent_id uuid, transaction_id text, code text, hour timestamptz, is_confirmation boolean, count bigint,
                last_at timestamptz)
    ),
    of_agents as (
      insert into refusal_of_agent as kept (agent_id, day, code, count)
      select agent_id, (hour at time zone 'UTC')::date, code, sum(count)
      from counted where is_confirmation group by 1, 2, 3 order by 1, 2, 3
      on conflict (agent_id, day, code) do update set count = kept.count + excluded.count
    ),
    attempts as (
      insert into refused_attempt as kept (agent_id, transaction_id, code, hour, count, last_at)
      select agent_id, transaction_id, code, hour, count, last_at from counted where is_confirmation
      order by agent_id, hour, transaction_id, code
      on conflict (agent_id, hour, transaction_id, code)
      do update set count = kept.count + excluded.count, last_at = greatest(kept.last_at, excluded.last_at)
    ),
    of_partners as (
      insert into refusal_of_partner as kept (partner_id, hour, code, count)
      select partner_id, hour, code, sum(count)
      from counted
      join player_transaction as tx on tx.transaction_id = counted.transaction_id
      join agent on agent.id = counted.agent_id and not agent.is_demo
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (partner_id, hour, code) do update set count = kept.count + excluded.count
    )
    insert into refusal_hour as kept (hour, channel_id, code, count)
    select hour, channel_id, code, sum(count)
    from counted join agent on agent.id = counted.agent_id and not agent.is_demo
    where is_confirmation group by 1, 2, 3 order by 1, 2, 3
    on conflict (hour, channel_id, code) do update set count = kept.count + excluded.count`)

export async function forgetOldRefusals(db: Database, clock: Clock): Promise<void> {
  const since = new Date(clock.now().getTime() - KEPT_MS)
  await db.execute(sql`delete from refused_attempt where hour < ${since}`)
  await db.execute(sql`delete from refusal_of_agent where day < (${since}::timestamptz at time zone 'UTC')::date`)
}

export async function forgetOldKeys(db: Database, clock: Clock) {
  await db.execute(sql`delete from refused_key where created_at < ${new Date(clock.now().getTime() - KEYS_KEPT_MS)}`)
}

const attemptColumns = {
  ...columnsFor(RefusedAttempt),
  number: col.count,
  agent_id: col.uuid,
  cash_id: col.digits,
  count: col.count,
}

/** Newest first. */
export async function listRefused(
  db: Database,
  { agent_id, transaction_id, limit, cursor }: ParsedInputOf<typeof listRefusedAttempts>,
): Promise<OutputOf<typeof listRefusedAttempts>> {
  const all = sql``
  const rows = await query(db, attemptColumns)`
    select attempt.number, attempt.agent_id, agent.cash_id, trim(agent.first_name || ' ' || agent.last_name) as agent_name,
           attempt.transaction_id, attempt.code, attempt.count, attempt.last_at
    from (
      select number, agent_id, transaction_id, code, count, last_at from refused_attempt
      where true
        ${agent_id === undefined ? all : sql`and agent_id = ${agent_id}`}
        ${transaction_id === undefined ? all : sql`and transaction_id = ${transaction_id}`}
        ${cursor === undefined ? all : sql`and number < ${cursor}`}
      order by number desc limit ${limit + 1}) as attempt
    join agent on agent.id = attempt.agent_id
    order by attempt.number desc`
  return toPage(rows, limit, ({ number }) => String(number))
}
