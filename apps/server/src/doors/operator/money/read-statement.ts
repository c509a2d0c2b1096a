import { formatMinor, type OutputOf, type ParsedInputOf } from '@cashbox/contract'
import { type readStatement as call, StatementEntry } from '@cashbox/contract/operator'
import { fromSeconds, toSeconds } from '../../../platform/clock.ts'
import { int8, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'

const columns = {
  account_version: int8,
  created_at: timestamptz,
  kind: oneOf(...StatementEntry.shape.kind.options),
  reference: text,
  reason: nullable(text),
  transaction_id: nullable(text),
  request_id: nullable(uuid),
  amount: int8,
  balance_after: int8,
}
type Row = RowOf<typeof columns>

const all = sql``
/** Entries are only nearly in the order of their time: clocks of several processes differ a little. */
const CLOCKS_DIFFER = '1 hour'

/**
 * What moved one account of an agent, newest first. A page is a range of numbers, found by a few steps into an index;
 * what belongs to an entry is looked up by its key, however much PostgreSQL believes that a time has in it.
 */
export async function readStatement(db: Database, asked: ParsedInputOf<typeof call>): Promise<OutputOf<typeof call>> {
  const { limit, cursor } = asked
  const account = await findAccount(db, asked)
  const from = asked.from === undefined ? null : fromSeconds(asked.from)
  const to = asked.to === undefined ? null : fromSeconds(asked.to)
  const rows = await db.query(
    sql`
      select entry.account_version, transfer.created_at, transfer.kind, transfer.reference, transfer.reason,
             entry.amount, entry.balance_after, request.id as request_id,
             (select transaction_id from player_transaction where id = case
                when transfer.kind in ('confirmation', 'reversal') then transfer.reference::uuid end) as transaction_id
      from entry
      cross join lateral (
        select created_at, kind, reference, reason from transfer where id = entry.transfer_id limit 1) as transfer
      left join lateral (select id from money_request where transfer_id = entry.transfer_id limit 1) as request on true
      where entry.account_id = ${account.id}
        ${cursor === undefined ? all : sql`and entry.account_version < ${cursor}`}
        ${
          from === null
            ? all
            : sql`and transfer.created_at >= ${from} and entry.account_version >
                  (select entries_before(${account.id}, ${from}::timestamptz - ${CLOCKS_DIFFER}::interval))`
        }
        ${
          to === null
            ? all
            : sql`and transfer.created_at < ${to} and entry.account_version <=
                  (select entries_before(${account.id}, ${to}::timestamptz + ${CLOCKS_DIFFER}::interval))`
        }
      order by entry.account_version desc limit ${limit + 1}`,
    columns,
  )
  const page = rows.slice(0, limit)
  return {
    currency_code: account.asset,
    balance: formatMinor(account.balance),
    list: page.map(showEntry),
    next_cursor: rows.length > limit ? String(page.at(-1)?.account_version) : null,
  }
}

const showEntry = (row: Row): StatementEntry => ({
  number: Number(row.account_version),
  at: toSeconds(row.created_at),
  kind: row.kind,
  reference: row.reference,
  transaction_id: row.transaction_id,
  request_id: row.request_id,
  reason: row.reason,
  amount: formatMinor(row.amount),
  balance: formatMinor(row.balance_after),
})

async function findAccount(
  db: Database,
  { cash_id, account }: Pick<ParsedInputOf<typeof call>, 'cash_id' | 'account'>,
) {
  const [found] = await db.query(
    sql`
      select id, asset, balance from account where id = (
        select case ${account} when 'float' then float_id else commission_id end from agent
        where cash_id = ${cash_id}::bigint)`,
    { id: uuid, asset: text, balance: int8 },
  )
  if (!found) throw refusal('not_found')
  return found
}
