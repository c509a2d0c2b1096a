import { formatMinor } from '@cashbox/contract'
import type { ToldEvent, WholeTransaction } from '@cashbox/contract/operator'
import { toSeconds } from '../../../platform/clock.ts'
import { only, type Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { searchTransactions } from './search-transactions.ts'

const SHOWN_ATTEMPTS = 100

/** Everything that is known of one transaction, except its security code, which nobody knows. */
export async function readTransaction(
  db: Queryable,
  transactionId: string,
): Promise<{ transaction: WholeTransaction }> {
  const { list } = await searchTransactions(db, { transaction_id: transactionId, limit: 1 })
  const [found] = list
  if (!found) throw refusal('not_found')
  const { id, wrong_codes, locked_at } = only(
    await db.query<{ id: string; wrong_codes: number; locked_at: Date | null }>(
      sql`select id, wrong_codes, locked_at from player_transaction where transaction_id = ${transactionId}`,
    ),
  )
  return {
    transaction: {
      ...found,
      wrong_codes,
      locked_at: locked_at && toSeconds(locked_at),
      confirmation: await readConfirmation(db, id),
      reversal: await readReversal(db, id),
      events: await readEvents(db, id),
    },
  }
}

interface ConfirmationRow {
  cash_id: bigint
  agent_name: string
  finished_at: Date
  fee: bigint
  fee_bp: number
  transfer_id: string
  geo_lat: number | null
  geo_lon: number | null
  geo_accuracy_m: number | null
  geo_age_s: number | null
  distance_m: number | null
  geo_area_m: number
  ip: string | null
  session_id: string | null
  session_created_at: Date | null
  user_agent: string | null
  fingerprint: string | null
}

async function readConfirmation(db: Queryable, id: string): Promise<WholeTransaction['confirmation']> {
  const [row] = await db.query<ConfirmationRow>(sql`
    select agent.cash_id, trim(agent.first_name || ' ' || agent.last_name) as agent_name, done.finished_at, done.fee,
           done.fee_bp, done.transfer_id, done.geo_lat, done.geo_lon, done.geo_accuracy_m, done.geo_age_s,
           distance_m(agent.geo_lat, agent.geo_lon, done.geo_lat, done.geo_lon) as distance_m, agent.geo_area as geo_area_m,
           done.ip, done.session_id, session.created_at as session_created_at, session.user_agent, session.fingerprint
    from confirmation as done
    join agent on agent.id = done.agent_id
    left join session on session.id = done.session_id
    where done.player_transaction_id = ${id}`)
  if (!row) return null
  const { session_id, session_created_at, user_agent, fingerprint, finished_at, ...rest } = row
  return {
    ...rest,
    cash_id: row.cash_id.toString(),
    confirmed_at: toSeconds(finished_at),
    fee: formatMinor(row.fee),
    // Sessions are forgotten after a while; their ids stay with what was done in them.
    session:
      session_id === null
        ? null
        : {
            id: session_id,
            created_at: session_created_at && toSeconds(session_created_at),
            user_agent,
            fingerprint,
          },
  }
}

async function readReversal(db: Queryable, id: string): Promise<WholeTransaction['reversal']> {
  const [row] = await db.query<{ reversed_at: Date; reason: string; asked_by: string; transfer_id: string }>(
    sql`select reversed_at, reason, asked_by, transfer_id from reversal where player_transaction_id = ${id}`,
  )
  return row ? { ...row, reversed_at: toSeconds(row.reversed_at) } : null
}

interface EventRow {
  id: string
  type: ToldEvent['type']
  payload: Record<string, unknown>
  created_at: Date
  delivered_at: Date | null
  next_attempt_at: Date
  attempt_count: number
  attempts: ToldEvent['attempts']
}

async function readEvents(db: Queryable, id: string): Promise<ToldEvent[]> {
  const rows = await db.query<EventRow>(sql`
    select event.id, event.topic as type, event.payload, event.created_at, event.delivered_at, event.next_attempt_at,
           event.attempts as attempt_count, tries.attempts
    from outbox_event as event
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
               'number', number, 'at', epoch_seconds(started_at), 'duration_ms', duration_ms,
               'status', status, 'error', error, 'answer', answer) order by number desc), '[]') as attempts
      from (
        select number, started_at, duration_ms, status, error, answer from webhook_attempt
        where event_id = event.id order by number desc limit ${SHOWN_ATTEMPTS}) as latest
    ) as tries
    where event.subject_id = ${id} order by event.number`)
  return rows.map((row) => ({
    ...row,
    created_at: toSeconds(row.created_at),
    delivered_at: row.delivered_at && toSeconds(row.delivered_at),
    next_attempt_at: row.delivered_at ? null : toSeconds(row.next_attempt_at),
  }))
}
