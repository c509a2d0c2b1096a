import { isDeepStrictEqual } from 'node:util'
import { col, type Database, query, sql } from '@cashbox/postgres/database'
import type { PerfectMoneyConfig } from '../../platform/config.ts'
import type { JobServices } from '../../platform/services.ts'
import { findPayment, readHistory } from '../../rails/perfect-money/history.ts'
import type { Payment } from '../../rails/perfect-money/status-call.ts'
import { holdTopup } from '../credit-topup.ts'
import { lockTopup } from '../topup.ts'
import { acceptPayment } from './accept-payment.ts'

const WINDOW_MS = 3 * 24 * 60 * 60 * 1000

/** The message lists so many problems and counts the rest. */
const MAX_LISTED = 10

const MINUTE_MS = 60 * 1000

/** The history can show a payment later than the status call reports it. */
const PATIENCE_MS = 60 * MINUTE_MS

/** Shorter than WINDOW_MS, so that the history surely covers it. */
const LOOK_BACK_MS = 2 * 24 * 60 * MINUTE_MS

/**
 * Accepts unsettled payments from the provider's history, and marks payments that the history does not show. Returns how
 * many were accepted. A payment that can't be settled does not block the others; it is reported in an error at the end.
 */
export async function reconcilePerfectMoney(services: JobServices, { account, history }: PerfectMoneyConfig) {
  const { db, clock } = services
  const until = clock.now()
  const days = { since: new Date(until.getTime() - WINDOW_MS), until }
  const rows = await readHistory(account, history, days)
  const payments = rows.filter(isPayment)
  const problems = rows.filter((row) => row === 'unreadable').map(() => 'a row of the history could not be read')
  let found = 0
  for (const payment of await findUnsettled(db, payments)) {
    try {
      // A payer can forge a row with the memo, so the same row must come back when queried alone.
      if (!isDeepStrictEqual(await findPayment(account, history, { ...days, batch: payment.batch }), payment)) {
        throw new Error(`the history lists batch ${payment.batch}, but not when asked for this batch alone`)
      }
      if ((await acceptPayment(services, payment)) !== 'repeated') found += 1
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  await handleMissing(services, new Set(payments.map(({ batch }) => batch)), until)
  if (problems.length > 0) {
    throw new Error(`${problems.length} not reconciled, ${found} found: ${problems.slice(0, MAX_LISTED).join('; ')}`)
  }
  return found
}

const isPayment = (row: Payment | string): row is Payment => typeof row !== 'string'

async function findUnsettled(db: Database, payments: readonly Payment[]): Promise<Payment[]> {
  const rows = await query(db, { reference: col.text })`
    select reference from topup
    where rail = 'perfect-money' and reference = any(${payments.map(({ batch }) => batch)}::text[])
      and state <> 'confirming' and reason is distinct from 'not_in_history'`
  const settled = new Set(rows.map(({ reference }) => reference))
  return payments.filter(({ batch }) => !settled.has(batch))
}

/** A reported payment that the history does not show is held after an hour. A credited one is marked, which raises an alert. */
async function handleMissing(services: JobServices, shown: ReadonlySet<string>, now: Date): Promise<void> {
  const { db, live } = services
  const batches = [...shown]
  const late = await query(db, { id: col.uuid })`
    select id from topup
    where rail = 'perfect-money' and state = 'confirming' and seen_at < ${before(now, PATIENCE_MS)}
      and reference <> all(${batches}::text[])`
  for (const { id } of late) {
    const agentId = await db.transaction(async (tx) => {
      const topup = await lockTopup(tx, id)
      if (topup?.state !== 'confirming') return null
      await holdTopup(tx, topup, 'not_in_history', now)
      return topup.agent_id
    })
    if (agentId !== null) live.publish(agentId, 'topups', 'notices')
  }
  await db.execute(sql`
    update topup set missing_since = case when reference = any(${batches}::text[]) then null else ${now}::timestamptz end
    where rail = 'perfect-money' and state = 'credited' and seen_at > ${before(now, LOOK_BACK_MS)}
      and seen_at < ${before(now, PATIENCE_MS)} and (missing_since is null) <> (reference = any(${batches}::text[]))`)
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
