import { agentStatuses, formatMinor, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import type { listDueCommissions as call } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import type { RowAct } from '../access/bulk-acts.ts'
import {
  col,
  type Database,
  query,
  queryOne,
  type RowOf,
  type Sql,
  sql,
  type Tx,
  toPage,
} from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { createIn } from './create-request.ts'
import { lockFloat, readCommission } from './find-subject.ts'
import { notifyAgent } from './move-money.ts'

type Input = ParsedInputOf<typeof call>

const columns = {
  id: col.uuid,
  cash_id: col.digits,
  first_name: col.text,
  last_name: col.text,
  status: col.oneOf(...agentStatuses),
  channel: col.text,
  currency_code: col.text,
  commission: col.int8,
  balance: col.money,
  last_settled_at: col.nullable(col.seconds),
  request_id: col.nullable(col.uuid),
  version: col.count,
}

/** `currency_code:commission:cash_id` of the last row. */
const cursorOf = ({ currency_code, commission, cash_id }: RowOf<typeof columns>) =>
  [currency_code, commission, cash_id].join(':')

/**
 * Largest first in each currency. Reads the commission of every agent for each page, which takes 0.15 s for 100,000 of
 * them. An index on the balance would slow down every confirmation, which then could not update its account in place.
 */
export async function listDueCommissions(db: Database, input: Input): Promise<OutputOf<typeof call>> {
  const { cash_id, channel, min_amount, cursor, limit } = input
  const [asset, commission, cashId] = cursor?.split(':') ?? []
  const isAfter = sql`(channel.currency_code, -commission.balance, agent.cash_id)
    > (${asset ?? null}::text, -${commission ?? null}::bigint, ${cashId ?? null}::bigint)`
  const page = sql`
    select agent.id, agent.cash_id, agent.first_name, agent.last_name, agent.status, channel.name as channel,
           channel.currency_code, commission.id as commission_id, commission.balance as commission, commission.version,
           agent.float_id
    from agent
    join account as commission on commission.id = agent.commission_id
    join channel on channel.id = agent.channel_id
    where not agent.is_demo and commission.balance >= ${min_amount ?? 1n} and commission.balance > 0
      ${cash_id === undefined ? sql`` : sql`and agent.cash_id = ${cash_id}::bigint`}
      ${channel === undefined ? sql`` : sql`and channel.code = ${channel}`}
      ${cursor === undefined ? sql`` : sql`and ${isAfter}`}
    order by channel.currency_code, commission.balance desc, agent.cash_id limit ${limit + 1}`
  const rows = await query(db, columns)`
    select due.id, cash_id, first_name, last_name, status, channel, currency_code, commission, float.balance, due.version,
           (select at from movement where from_id = commission_id and kind = 'settlement' and from_version is not null
            order by from_version desc limit 1) as last_settled_at,
           (${waitingSettlement(sql`due.id`)}) as request_id
    from (${page}) as due
    join account as float on float.id = due.float_id
    order by currency_code, commission desc, cash_id`
  const { list, next_cursor } = toPage(rows, limit, cursorOf)
  return { list: list.map((row) => ({ ...row, commission: formatMinor(row.commission) })), next_cursor }
}

const waitingSettlement = (agentId: Sql): Sql => sql`
  select id from approval_request
  where agent_id = ${agentId} and state = 'pending' and kind = 'settlement' order by number limit 1`

/** Settles what the operator saw. Commission that was earned since stays; one that was settled meanwhile is refused. */
export const commissionBulkActs = (services: Services) => ({
  'commission.settle': (async (tx, { id, version }, { actor, note = '', at: _at }) => {
    const [agent] = await query(tx, { cash_id: col.int8 })`select cash_id from agent where id = ${id}`
    if (!agent) throw refusal('not_found')
    await lockFloat(tx, id)
    const isWaiting = await tx.execute(waitingSettlement(sql`${id}::uuid`))
    if (isWaiting > 0) throw refusal('request_already_waiting')
    const amount = await commissionAt(tx, id, version)
    const input = { id: uuidv7(), kind: 'settlement', cash_id: agent.cash_id.toString(), amount, reason: note } as const
    const request = await createIn(tx, services, input, { operatorId: actor.operatorId, actor })
    return request.state === 'completed'
      ? { outcome: 'done', afterCommit: () => notifyAgent(services, request) }
      : { outcome: 'waiting' }
  }) satisfies RowAct,
})

/** The commission in this version of its account, unless something was taken from it since. */
async function commissionAt(tx: Tx, agentId: string, version: number): Promise<bigint> {
  const { id } = await readCommission(tx, agentId)
  const { seen, taken } = await queryOne(tx, { seen: col.nullable(col.int8), taken: col.int8 })`
    select (select balance from statement_line where account_id = ${id} and number = ${version}) as seen,
           (select count(*) from movement where from_id = ${id} and from_version > ${version}) as taken`
  if (seen === null || seen <= 0n || taken > 0n) throw refusal('version_conflict')
  return seen
}
