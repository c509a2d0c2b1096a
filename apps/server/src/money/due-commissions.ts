import { formatMinor, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import { type listDueCommissions as call, DueCommission } from '@cashbox/contract/operator'
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
} from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import type { RowAct } from '../access/bulk-acts.ts'
import { findChannelId } from '../agents/list-agents.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { createIn } from './create-request.ts'
import { lockFloat, readCommission } from './find-subject.ts'
import { notifyAgent } from './move-money.ts'

type Input = ParsedInputOf<typeof call>

const columns = {
  ...columnsFor(DueCommission),
  id: col.uuid,
  cash_id: col.digits,
  commission_id: col.int8,
  commission: col.int8,
  request_id: col.nullable(col.uuid),
  version: col.count,
}

/** `currency_code:commission:commission_id` of the last row. */
const cursorOf = ({ currency_code, commission, commission_id }: RowOf<typeof columns>) =>
  [currency_code, commission, commission_id].join(':')

/**
 * Largest first in each currency. Reads all accounts for each page, and only then the agents of the page. An index on the
 * balance would slow down every confirmation, which then could not update its account in place. `offset 0` keeps
 * PostgreSQL from sorting all accounts first and looking up the channel of each.
 */
export async function listDueCommissions(db: Database, input: Input): Promise<OutputOf<typeof call>> {
  const { cash_id, channel, min_amount, cursor, limit } = input
  const [asset, commission, commissionId] = cursor?.split(':') ?? []
  const isAfter = sql`
    (asset > ${asset ?? null} or asset = ${asset ?? null}
      and (balance < ${commission ?? null}::bigint or balance = ${commission ?? null} and id > ${commissionId ?? null}::bigint))`
  const channelId = channel === undefined ? undefined : await findChannelId(db, channel)
  const page = sql`
    select * from (
      select id, agent_id, asset, balance, version from account
      where kind = 'commission' and balance > 0 and balance >= ${min_amount ?? 1n}
        and not exists (select from agent where agent.id = account.agent_id and agent.is_demo)
        ${cash_id === undefined ? sql`` : sql`and agent_id = (select id from agent where cash_id = ${cash_id}::bigint)`}
        ${cursor === undefined ? sql`` : sql`and ${isAfter}`}
        ${channelId === undefined ? sql`` : sql`and agent_id in (select id from agent where channel_id = ${channelId}) offset 0`}
    ) as found
    order by asset, balance desc, id limit ${limit + 1}`
  const rows = await query(db, columns)`
    select agent.id, cash_id, first_name, last_name, status, channel.name as channel, due.asset as currency_code,
           due.id as commission_id, due.balance as commission, float.balance, due.version,
           (select at from movement where from_id = due.id and kind = 'commission_credit' and from_version is not null
            order by from_version desc limit 1) as last_credited_at,
           (${waitingCredit(sql`agent.id`)}) as request_id
    from (${page}) as due
    join agent on agent.id = due.agent_id
    join channel on channel.id = agent.channel_id
    join account as float on float.id = agent.float_id
    order by due.asset, due.balance desc, due.id`
  const { list, next_cursor } = toPage(rows, limit, cursorOf)
  return {
    list: list.map(({ commission_id: _id, ...row }) => ({ ...row, commission: formatMinor(row.commission) })),
    next_cursor,
  }
}

const waitingCredit = (agentId: Sql): Sql => sql`
  select id from approval_request
  where agent_id = ${agentId} and state = 'pending' and kind = 'commission_credit' order by number limit 1`

/** Credits what the operator saw. Commission that was earned since stays; one that was credited meanwhile is refused. */
export const commissionBulkActs = (services: Services) => ({
  'commission.credit': (async (tx, { id, version }, { actor, note = '', at: _at }) => {
    const [agent] = await query(tx, { cash_id: col.int8 })`select cash_id from agent where id = ${id}`
    if (!agent) throw refusal('not_found')
    await lockFloat(tx, id)
    const isWaiting = await tx.execute(waitingCredit(sql`${id}::uuid`))
    if (isWaiting > 0) throw refusal('request_already_waiting')
    const amount = await commissionAt(tx, id, version)
    const input = {
      id: uuidv7(),
      kind: 'commission_credit',
      cash_id: agent.cash_id.toString(),
      amount,
      reason: note,
    } as const
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
