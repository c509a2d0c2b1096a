import { EventDelivery, WholeTransaction } from '@cashbox/contract/operator'
import { Metadata } from '@cashbox/contract/partner'
import { col, type Queryable, query, queryOne, sql } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { isOf, withProblems } from '../../partners/webhooks/events.ts'
import { columnsFor } from '../../platform/answer-columns.ts'
import { refusal } from '../../platform/refusal.ts'
import { searchTransactions } from './search-transactions.ts'

const SHOWN_ATTEMPTS = 100

export async function readTransaction(db: Queryable, transactionId: string) {
  const { list } = await searchTransactions(db, { transaction_id: transactionId, limit: 1 })
  const [found] = list
  if (!found) throw refusal('not_found')
  const { id, wrong_codes, locked_at, metadata } = await queryOne(db, {
    id: col.uuid,
    wrong_codes: col.int4,
    locked_at: col.nullable(col.seconds),
    metadata: col.nullable(col.json(Metadata)),
  })`select id, wrong_codes, locked_at, metadata from player_transaction where transaction_id = ${transactionId}`
  return {
    transaction: {
      ...found,
      metadata: metadata ?? {},
      wrong_codes,
      locked_at,
      confirmation: await readConfirmation(db, id),
      reversal: await readReversal(db, id),
      events: await readEvents(db, id),
    },
  }
}

const confirmationColumns = {
  ...columnsFor(z.omit(WholeTransaction.shape.confirmation.def.innerType, { session: true })),
  cash_id: col.digits,
  session_id: col.nullable(col.uuid),
  session_created_at: col.nullable(col.seconds),
  user_agent: col.nullable(col.text),
  fingerprint: col.nullable(col.text),
}

async function readConfirmation(db: Queryable, id: string): Promise<WholeTransaction['confirmation']> {
  const [row] = await query(db, confirmationColumns)`
    select agent.cash_id, trim(agent.first_name || ' ' || agent.last_name) as agent_name,
           done.finished_at as confirmed_at, done.fee, done.fee_bp, done.geo_lat, done.geo_lon, done.geo_accuracy_m, done.geo_age_s,
           distance_m(agent.geo_lat, agent.geo_lon, done.geo_lat, done.geo_lon) as distance_m, agent.geo_area as geo_area_m,
           done.ip, done.session_id, session.created_at as session_created_at, session.user_agent, session.fingerprint
    from confirmation as done
    join agent on agent.id = done.agent_id
    left join session on session.id = done.session_id
    where done.player_transaction_id = ${id}`
  if (!row) return null
  const { session_id, session_created_at: created_at, user_agent, fingerprint, ...confirmation } = row
  // Old sessions are deleted; the confirmation keeps their id.
  const session = session_id === null ? null : { id: session_id, created_at, user_agent, fingerprint }
  return { ...confirmation, session }
}

async function readReversal(db: Queryable, id: string): Promise<WholeTransaction['reversal']> {
  const [row] = await query(db, columnsFor(WholeTransaction.shape.reversal.def.innerType))`
    select reversed_at, reason, requested_by from reversal where player_transaction_id = ${id}`
  return row ?? null
}

async function readEvents(db: Queryable, id: string): Promise<EventDelivery[]> {
  const rows = await query(db, { ...columnsFor(EventDelivery), id: col.uuid })`
    select event.id, event.topic::text as type, event_payload(event) as payload, event.created_at,
           case when not event.is_skipped then event.delivered_at end as delivered_at, event.next_attempt_at,
           event.attempts as attempt_count, tries.attempts
    from outbox_event as event
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
               'number', number, 'at', epoch_seconds(started_at), 'duration_ms', duration_ms,
               'status', status, 'problem', problem, 'error', error, 'answer', answer) order by number desc), '[]') as attempts
      from (
        select number, started_at, duration_ms, status, problem, error, answer from webhook_attempt
        where event_id = event.id order by number desc limit ${SHOWN_ATTEMPTS}) as latest
    ) as tries
    where ${isOf(sql`event`, sql`${id}::uuid`)} order by event.number`
  return rows.map((row) => ({ ...row, attempts: withProblems(row.attempts) }))
}
