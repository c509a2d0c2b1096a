import * as contract from '@cashbox/contract'
import { formatMinor, LinkedLine, type StatementDetail, StatementPayment } from '@cashbox/contract'
import { col, type Queryable, query, sql } from '@cashbox/postgres/database'
import { type AgentRoute, refuseBlocked, route } from '../access/admit-agent.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { queryFirst } from '../platform/query-first.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { findTopup } from '../topups/topup.ts'
import { explainBalance } from './explain-balance.ts'
import { type Account, findAccount, type Line, lineColumns, linesOf, listLines, toLine } from './list-lines.ts'
import { periodOf } from './period.ts'

export const statementRoutes = ({ db, config }: Services): AgentRoute[] => [
  route(contract.listStatement, async ({ agent, input: { account: name, kind, limit, cursor, ...bounds } }) => {
    refuseBlocked(agent)
    const account = await findAccount(db, agent.agentId, name)
    const { lines, nextCursor } = await listLines(db, account, {
      period: periodOf(bounds),
      kind: kind ?? null,
      limit,
      cursor,
    })
    return { currency_code: account.asset, list: lines.map(toLine), next_cursor: nextCursor }
  }),
  route(contract.readStatementLine, async ({ agent, input }) => {
    refuseBlocked(agent)
    return { line: await readLine(db, agent.agentId, input, config.tron.explorerUrl) }
  }),
  route(contract.explainBalance, async ({ agent, input: { account, ...bounds } }) => {
    refuseBlocked(agent)
    return { explanation: await explainBalance(db, agent.agentId, account, periodOf(bounds)) }
  }),
]

async function readLine(
  db: Queryable,
  agentId: string,
  { account: name, number }: contract.ParsedInputOf<typeof contract.readStatementLine>,
  explorerUrl: string,
): Promise<StatementDetail> {
  const account = await findAccount(db, agentId, name)
  const [line] = await db.query(linesOf(account.id, sql`${number}::bigint`), lineColumns)
  if (!line) throw refusal('not_found')
  return {
    ...toLine(line),
    account: name,
    currency_code: account.asset,
    balance_before: formatMinor(line.balance - line.amount),
    payment: line.transaction_id === null ? null : await readPayment(db, line),
    topup: line.kind === 'top_up' ? await findTopup(db, agentId, line.reference, explorerUrl) : null,
    paid_to: line.request_id === null ? null : await readPaidTo(db, line.request_id),
    linked: await listLinked(db, account, line),
  }
}

// Hundredths of a percent are written as hundredths of money are.
const readPayment = (db: Queryable, { reference }: Line) =>
  queryFirst(db, columnsFor(StatementPayment))`
    select transaction_id, type, amount, fee, fee_bp::bigint as fee_percent, player_id as customer_id, finished_at,
           reversal.reversed_at, reversal.reason as reversal_reason
    from confirmed_payment as payment left join reversal on reversal.player_transaction_id = payment.player_transaction_id
    where payment.player_transaction_id = ${reference}`

async function readPaidTo(db: Queryable, requestId: string): Promise<string | null> {
  const [row] = await query(db, { paid_to: col.nullable(col.text) })`
    select payload ->> 'paid_to' as paid_to from approval_request where id = ${requestId}`
  return row?.paid_to ?? null
}

/** All other lines of both accounts for the same thing: the fee of a payment, its reversal, the other side of a commission credit. */
const listLinked = (db: Queryable, account: Account, line: Line): Promise<StatementDetail['linked']> =>
  query(db, { ...columnsFor(LinkedLine), number: col.count })`
    select owned.account, linked.number::bigint, linked.at, linked.amount,
           case when linked.kind in ('confirmation', 'fee') then done.type
                when linked.kind = 'fee_reversal' then 'reversal' else linked.kind::text end as kind
    from statement_line as linked
    join (
      select float_id as id, 'float' as account from agent where id = ${account.agent_id}
      union all select commission_id, 'commission' from agent where id = ${account.agent_id}
    ) as owned on owned.id = linked.account_id
    left join confirmation as done on done.player_transaction_id = linked.reference
    where linked.reference = ${line.reference}
      and (linked.account_id, linked.number) <> (${account.id}::bigint, ${line.number}::bigint)
    order by linked.at, owned.account desc, linked.number`
