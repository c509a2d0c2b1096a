import * as contract from '@cashbox/contract/operator'
import { Metadata } from '@cashbox/contract/partner'
import { col, type Queryable, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type Actor, writeAudit } from '../../access/audit.ts'
import type { RowAct } from '../../access/bulk-acts.ts'
import { attemptsOf, isOf, withProblems } from '../../partners/webhooks/events.ts'
import { makeDue } from '../../partners/webhooks/redeliver.ts'
import { columnsFor } from '../../platform/answer-columns.ts'
import { queryFirst } from '../../platform/query-first.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { listRefused } from '../count-refusals.ts'
import { lockTransaction, refuseUnlessOpen, resetWrongCodes } from './lock-transaction.ts'
import { searchTransactions } from './search-transactions.ts'

interface RedeliveryInput {
  readonly event_id: string
  readonly reason: string
  /** The number of attempts when the operator read it. */
  readonly version?: number
}

export const transactionRoutes = (services: Services): OperatorRoute[] => [
  route(contract.searchTransactions, ({ db, input }) => searchTransactions(db, input)),
  route(contract.readTransaction, ({ input }) => readTransaction(services.db, input.transaction_id)),
  route(contract.listRefusedAttempts, ({ db, input }) => listRefused(db, input)),
  route(contract.unlockTransaction, ({ input, actor }) => unlockTransaction(services, input, actor)),
  route(contract.redeliverEvent, ({ input, actor }) => redeliverEvent(services, input, actor)),
]

export const transactionBulkActs = {
  'event.redeliver': async (tx, { id, version }, { actor, note = '', at }) => {
    await redeliverEventIn(tx, { event_id: id, version, reason: note }, { actor, at })
    return { outcome: 'done' }
  },
} satisfies Record<string, RowAct>

/** Allows new attempts at the security code. Refused when the transaction is not locked, so two operators can't both do it. */
async function unlockTransaction(
  { db, clock, live }: Services,
  { transaction_id, reason }: { transaction_id: string; reason: string },
  actor: Actor,
) {
  const at = clock.now()
  const agentId = await db.transaction(async (tx) => {
    const locked = await lockTransaction(tx, transaction_id, null)
    refuseUnlessOpen(locked, at)
    if (locked.locked_at === null) throw refusal('transaction_not_locked')
    await resetWrongCodes(tx, locked, at)
    await writeAudit(tx, { at, actor, reason }, { kind: 'transaction', id: transaction_id }, 'transaction.unlock', {
      before: { wrong_codes: locked.wrong_codes, locked_at: locked.locked_at },
      after: { wrong_codes: 0, locked_at: null },
    })
    return locked.agent_id
  })
  if (agentId) live.publish(agentId, 'transactions')
  return readTransaction(db, transaction_id)
}

async function redeliverEvent({ db, clock }: Services, input: RedeliveryInput, actor: Actor) {
  const transactionId = await db.transaction((tx) => redeliverEventIn(tx, input, { actor, at: clock.now() }))
  return readTransaction(db, transactionId)
}

async function redeliverEventIn(
  tx: Tx,
  { event_id, reason, version }: RedeliveryInput,
  { actor, at }: { actor: Actor; at: Date },
): Promise<string> {
  const { topic, transaction_id, delivered_at, attempts } = await makeDue(tx, event_id, at, null)
  if (version !== undefined && attempts !== version) throw refusal('version_conflict')
  await writeAudit(tx, { at, actor, reason }, { kind: 'transaction', id: transaction_id }, 'event.redeliver', {
    before: { event_id, topic, delivered_at },
    after: { event_id, topic, delivered_at: null },
  })
  return transaction_id
}

const SHOWN_ATTEMPTS = 100

async function readTransaction(db: Queryable, transactionId: string) {
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

/** Old sessions are deleted; the confirmation keeps their id. */
const readConfirmation = (db: Queryable, id: string) =>
  queryFirst(db, { ...columnsFor(contract.WholeTransaction.shape.confirmation.def.innerType), cash_id: col.digits })`
    select agent.cash_id, trim(agent.first_name || ' ' || agent.last_name) as agent_name,
           done.finished_at as confirmed_at, done.fee, done.fee_bp, done.geo_lat, done.geo_lon, done.geo_accuracy_m, done.geo_age_s,
           distance_m(agent.geo_lat, agent.geo_lon, done.geo_lat, done.geo_lon) as distance_m, agent.geo_area as geo_area_m,
           done.ip,
           case when done.session_id is not null then jsonb_build_object(
             'id', done.session_id, 'created_at', epoch_seconds(session.created_at), 'user_agent', session.user_agent,
             'fingerprint', session.fingerprint) end as session
    from confirmation as done
    join agent on agent.id = done.agent_id
    left join session on session.id = done.session_id
    where done.player_transaction_id = ${id}`

const readReversal = (db: Queryable, id: string) =>
  queryFirst(db, columnsFor(contract.WholeTransaction.shape.reversal.def.innerType))`
    select reversed_at, reason, requested_by from reversal where player_transaction_id = ${id}`

async function readEvents(db: Queryable, id: string): Promise<contract.EventDelivery[]> {
  const rows = await query(db, { ...columnsFor(contract.EventDelivery), id: col.uuid })`
    select event.id, event.topic::text as type, event_payload(event) as payload, event.created_at,
           case when not event.is_skipped then event.delivered_at end as delivered_at, event.next_attempt_at,
           event.attempts as attempt_count, tries.attempts
    from outbox_event as event
    cross join lateral (${attemptsOf(SHOWN_ATTEMPTS)}) as tries
    where ${isOf(sql`event`, sql`${id}::uuid`)} order by event.number`
  return rows.map((row) => ({ ...row, attempts: withProblems(row.attempts) }))
}
