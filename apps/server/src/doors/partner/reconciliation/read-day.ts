import { formatMinor, type TransactionType, transactionTypes } from '@cashbox/contract'
import { type Clock, toSeconds } from '../../../platform/clock.ts'
import { int8, nullable, oneOf, type RowOf, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A confirmation that began before midnight has been written by then. */
const SETTLED_AFTER_MS = 5 * 60 * 1000
const AT_ONCE = 2000

/** The first moment of a UTC day that is over for good, so that its file never changes again. */
export function dayOf(text: string, clock: Clock): Date {
  const day = new Date(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw refusal('not_found')
  }
  if (day.getTime() + DAY_MS + SETTLED_AFTER_MS > clock.now().getTime()) throw refusal('day_not_ended')
  return day
}

export interface Line {
  readonly event: 'confirmed' | 'reversed'
  readonly transaction_id: string
  readonly reference: string | null
  readonly type: TransactionType
  readonly amount: string
  readonly currency_code: string
  readonly player_id: string
  readonly cash_id: string
  readonly at: number
}

const columns = {
  event: oneOf('confirmed', 'reversed'),
  id: uuid,
  transaction_id: text,
  reference: nullable(text),
  type: oneOf(...transactionTypes),
  amount: int8,
  currency_code: text,
  player_id: text,
  cash_id: int8,
  at: timestamptz,
}
type Row = RowOf<typeof columns>

/** What was confirmed and reversed on a day, in the order of its time, some lines at once. */
export async function* linesOf(db: Queryable, playerServiceId: string, day: Date): AsyncGenerator<Line[]> {
  const end = new Date(day.getTime() + DAY_MS)
  let after = { at: new Date(day.getTime() - 1), id: '00000000-0000-0000-0000-000000000000', event: '' }
  for (;;) {
    const rows = await db.query(
      sql`
        select event, id, transaction_id, reference, type, amount, currency_code, player_id, cash_id, at from (
          select 'confirmed' as event, tx.id, tx.transaction_id, tx.reference, tx.type, tx.amount, channel.currency_code,
                 tx.player_id, agent.cash_id, confirmation.finished_at as at
          from confirmation
          join player_transaction as tx on tx.id = confirmation.player_transaction_id
          join channel on channel.id = tx.channel_id
          join agent on agent.id = confirmation.agent_id
          where confirmation.finished_at >= ${day} and confirmation.finished_at < ${end}
            and tx.player_service_id = ${playerServiceId}
          union all
          select 'reversed', tx.id, tx.transaction_id, tx.reference, tx.type, tx.amount, channel.currency_code,
                 tx.player_id, agent.cash_id, reversal.reversed_at
          from reversal
          join player_transaction as tx on tx.id = reversal.player_transaction_id
          join channel on channel.id = tx.channel_id
          join agent on agent.id = reversal.agent_id
          where reversal.reversed_at >= ${day} and reversal.reversed_at < ${end}
            and tx.player_service_id = ${playerServiceId}
        ) as line
        where (at, id, event) > (${after.at}::timestamptz, ${after.id}::uuid, ${after.event}::text)
        order by at, id, event limit ${AT_ONCE}`,
      columns,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toLine)
    after = { at: last.at, id: last.id, event: last.event }
  }
}

const toLine = (row: Row): Line => ({
  event: row.event,
  transaction_id: row.transaction_id,
  reference: row.reference,
  type: row.type,
  amount: formatMinor(row.amount),
  currency_code: row.currency_code,
  player_id: row.player_id,
  cash_id: row.cash_id.toString(),
  at: toSeconds(row.at),
})
