import { formatMinor, transactionTypes } from '@cashbox/contract'
import { Metadata, type ReconciliationLine, reconciledEvents } from '@cashbox/contract/partner'
import { toSeconds } from '../../platform/clock.ts'
import { int8, json, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../../platform/db/columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const AT_ONCE = 2000

const columns = {
  day: text,
  event: oneOf(...reconciledEvents),
  id: uuid,
  transaction_id: text,
  reference: nullable(text),
  type: oneOf(...transactionTypes),
  amount: int8,
  currency_code: text,
  player_id: text,
  cash_id: nullable(int8),
  confirmed_by: int8,
  metadata: nullable(json(Metadata)),
  at: timestamptz,
}
type Row = RowOf<typeof columns>

interface DayLine {
  readonly day: string
  readonly line: ReconciliationLine
}

/**
 * What is in the files of some days, in the order of the files. Which line is in which file is written down; what it says is
 * read from the confirmation, the reversal and the transaction.
 */
export async function* linesOf(
  db: Queryable,
  playerServiceId: string,
  days: { readonly first: string; readonly last: string },
): AsyncGenerator<DayLine[]> {
  let after = { day: days.first, at: new Date(0), id: '00000000-0000-0000-0000-000000000000', event: '' }
  for (;;) {
    const rows = await db.query(
      sql`
        select line.day::text as day, line.event, tx.id, tx.transaction_id, tx.reference, tx.type, confirmation.amount,
               channel.currency_code, tx.player_id, aimed.cash_id, agent.cash_id as confirmed_by, tx.metadata,
               case line.event when 'confirmed' then confirmation.finished_at else reversal.reversed_at end as at
        from reconciliation_line as line
        join player_transaction as tx on tx.id = line.player_transaction_id
        join confirmation on confirmation.player_transaction_id = tx.id
        left join reversal on reversal.player_transaction_id = tx.id
        join channel on channel.id = tx.channel_id
        join agent on agent.id = confirmation.agent_id
        left join agent as aimed on aimed.id = tx.agent_id
        where line.player_service_id = ${playerServiceId} and line.day <= ${days.last}::date
          and (line.day, line.at, line.player_transaction_id, line.event)
            > (${after.day}::date, ${after.at}::timestamptz, ${after.id}::uuid, ${after.event}::text)
        order by line.day, line.at, line.player_transaction_id, line.event limit ${AT_ONCE}`,
      columns,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => ({ day: row.day, line: toLine(row) }))
    if (rows.length < AT_ONCE) return
    after = last
  }
}

// The order of these is the order in the file.
const toLine = (row: Row): ReconciliationLine => ({
  event: row.event,
  transaction_id: row.transaction_id,
  reference: row.reference,
  type: row.type,
  amount: formatMinor(row.amount),
  currency_code: row.currency_code,
  player_id: row.player_id,
  cash_id: row.cash_id?.toString() ?? null,
  confirmed_by: row.confirmed_by.toString(),
  metadata: row.metadata ?? {},
  at: toSeconds(row.at),
})
