import { formatMinor, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import type { readStatement as call, StatementEntry } from '@cashbox/contract/operator'
import { findAccount, type Line, listLines } from '../balances/list-lines.ts'
import { fromSeconds, toSeconds } from '../platform/clock.ts'
import { type Database, sql, uuid } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'

/** What moved one account of an agent, newest first. */
export async function readStatement(db: Database, asked: ParsedInputOf<typeof call>): Promise<OutputOf<typeof call>> {
  const { cash_id, limit, cursor } = asked
  const [agent] = await db.query(sql`select id from agent where cash_id = ${cash_id}::bigint`, { id: uuid })
  if (!agent) throw refusal('not_found')
  const account = await findAccount(db, agent.id, asked.account)
  const period = { from: fromSeconds(asked.from ?? 0), until: asked.to === undefined ? null : fromSeconds(asked.to) }
  const { lines, nextCursor } = await listLines(db, account, { period, kind: null, limit, cursor })
  return {
    currency_code: account.asset,
    balance: formatMinor(account.balance),
    list: lines.map(toEntry),
    next_cursor: nextCursor,
  }
}

const toEntry = (line: Line): StatementEntry => ({
  number: Number(line.account_version),
  at: toSeconds(line.at),
  kind: line.kind,
  reference: line.reference,
  transaction_id: line.transaction_id,
  request_id: line.request_id,
  reason: line.reason,
  amount: formatMinor(line.amount),
  balance: formatMinor(line.balance_after),
})
