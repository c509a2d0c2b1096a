import { agentStatuses, formatMinor, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import type { listDueCommissions as call, DueCommission } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import type { RowAct } from '../access/bulk-acts.ts'
import { toSeconds } from '../platform/clock.ts'
import {
  type Database,
  int8,
  nullable,
  oneOf,
  only,
  type RowOf,
  sql,
  type Tx,
  text,
  timestamptz,
  uuid,
} from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { createIn } from './create-request.ts'
import { lockFloat, readCommission } from './find-subject.ts'
import { notifyAgent } from './move-money.ts'

type Input = ParsedInputOf<typeof call>

const columns = {
  id: uuid,
  cash_id: int8,
  first_name: text,
  last_name: text,
  status: oneOf(...agentStatuses),
  channel: text,
  currency_code: text,
  commission: int8,
  balance: int8,
  last_settled_at: nullable(timestamptz),
  request_id: nullable(uuid),
  version: int8,
}

/** An index on the balance would slow down every confirmation, so agents are looked at in turn, so many at a time. */
const LOOKED_AT = 2000
const MOST_TURNS = 10

/** By cash ID. Ends after some turns even if nothing was found, and goes on with the next page. */
export async function listDueCommissions(db: Database, input: Input): Promise<OutputOf<typeof call>> {
  const found: DueCommission[] = []
  let after = BigInt(input.cursor ?? 0)
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const limit = input.limit - found.length
    const { rows, end } = await lookAt(db, input, after, limit)
    found.push(...rows.slice(0, limit).map(toDue))
    if (rows.length > limit) return { list: found, next_cursor: found.at(-1)?.cash_id ?? null }
    if (end === null) return { list: found, next_cursor: null }
    after = end
  }
  return { list: found, next_cursor: after.toString() }
}

/** One row more than the limit, if there is one; `end` is the last agent that was looked at, null for the last of all. */
async function lookAt(db: Database, { cash_id, channel, min_amount }: Input, after: bigint, limit: number) {
  const turn = sql`
    select id, cash_id, first_name, last_name, status, channel_id, float_id, commission_id from agent
    where cash_id > ${after} and not is_demo
      ${cash_id === undefined ? sql`` : sql`and cash_id = ${cash_id}::bigint`}
      ${channel === undefined ? sql`` : sql`and channel_id = (select id from channel where code = ${channel})`}
    order by cash_id limit ${LOOKED_AT}`
  const rows = await db.query(
    sql`
      select agent.id, agent.cash_id, agent.first_name, agent.last_name, agent.status, channel.name as channel,
             channel.currency_code, commission.balance as commission, float.balance, commission.version,
             (select at from movement where from_id = commission.id and kind = 'settlement' and from_version is not null
              order by from_version desc limit 1) as last_settled_at,
             (select id from approval_request as request
              where request.agent_id = agent.id and request.state = 'pending' and request.kind = 'settlement'
              order by request.number limit 1) as request_id
      from (${turn}) as agent
      join account as commission on commission.id = agent.commission_id
      join account as float on float.id = agent.float_id
      join channel on channel.id = agent.channel_id
      where commission.balance >= ${min_amount ?? 1n} and commission.balance > 0
      order by agent.cash_id limit ${limit + 1}`,
    columns,
  )
  const [last] = await db.query(sql`select cash_id from (${turn}) as agent order by cash_id offset ${LOOKED_AT - 1}`, {
    cash_id: int8,
  })
  return { rows, end: last?.cash_id ?? null }
}

const toDue = (row: RowOf<typeof columns>): DueCommission => ({
  ...row,
  cash_id: row.cash_id.toString(),
  commission: formatMinor(row.commission),
  balance: formatMinor(row.balance),
  last_settled_at: row.last_settled_at && toSeconds(row.last_settled_at),
  version: Number(row.version),
})

/** Settles what the operator saw. Commission that was earned since stays; one that was settled meanwhile is refused. */
export const commissionBulkActs = (services: Services) => ({
  'commission.settle': (async (tx, { id, version }, { actor, note = '', at: _at }) => {
    const [agent] = await tx.query(sql`select cash_id from agent where id = ${id}`, { cash_id: int8 })
    if (!agent) throw refusal('not_found')
    await lockFloat(tx, id)
    if (await isSettling(tx, id)) throw refusal('request_already_waiting')
    const amount = await commissionAt(tx, id, version)
    const input = { id: uuidv7(), kind: 'settlement', cash_id: agent.cash_id.toString(), amount, reason: note } as const
    const request = await createIn(tx, services, input, { operatorId: actor.operatorId, actor })
    return request.state === 'completed'
      ? { outcome: 'done', afterCommit: () => notifyAgent(services, request) }
      : { outcome: 'waiting' }
  }) satisfies RowAct,
})

const isSettling = async (tx: Tx, agentId: string): Promise<boolean> =>
  (await tx.execute(sql`
    select 1 from approval_request where agent_id = ${agentId} and state = 'pending' and kind = 'settlement'`)) > 0

/** The commission in this version of its account, unless something was taken from it since. */
async function commissionAt(tx: Tx, agentId: string, version: number): Promise<bigint> {
  const { id } = await readCommission(tx, agentId)
  const { seen, taken } = only(
    await tx.query(
      sql`
        select (select balance from statement_line where account_id = ${id} and number = ${version}) as seen,
               (select count(*) from movement where from_id = ${id} and from_version > ${version}) as taken`,
      { seen: nullable(int8), taken: int8 },
    ),
  )
  if (seen === null || seen <= 0n || taken > 0n) throw refusal('version_conflict')
  return seen
}
