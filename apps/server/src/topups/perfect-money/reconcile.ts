import { isDeepStrictEqual } from 'node:util'
import { text } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { findPayment, readHistory } from '../../rails/perfect-money/history.ts'
import type { Payment } from '../../rails/perfect-money/payment.ts'
import { acceptPayment } from '../accept-payment.ts'
import type { PerfectMoneyServices } from '../perfect-money-services.ts'
import { judgeMissing } from './judge-missing.ts'

const WINDOW_MS = 3 * 24 * 60 * 60 * 1000
/** So many problems are named; the rest are counted. */
const NAMED = 10

/**
 * Asks the provider what was paid lately, accepts what is not settled yet, and marks what we believe and the history
 * does not show. Answers with how many were accepted; what could not be settled does not block the rest,
 * and is thrown at the end.
 */
export async function reconcilePerfectMoney(services: PerfectMoneyServices): Promise<number> {
  const { db, clock, perfectMoney } = services
  const { account, history } = perfectMoney
  const until = clock.now()
  const days = { since: new Date(until.getTime() - WINDOW_MS), until }
  const rows = await readHistory(account, history, days)
  const payments = rows.filter(isPayment)
  const problems = rows.filter((row) => row === 'unreadable').map(() => 'a row of the history could not be read')
  let found = 0
  for (const payment of await unsettled(db, payments)) {
    try {
      // A payer can write what looks like a row of its own; asked for alone, it must be the same.
      if (!isDeepStrictEqual(await findPayment(account, history, { ...days, batch: payment.batch }), payment)) {
        throw new Error(`the history lists batch ${payment.batch}, but not when asked for this batch alone`)
      }
      if ((await acceptPayment(services, payment)) !== 'repeated') found += 1
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  await judgeMissing(services, new Set(payments.map(({ batch }) => batch)), until)
  if (problems.length > 0) {
    throw new Error(`${problems.length} not reconciled, ${found} found: ${problems.slice(0, NAMED).join('; ')}`)
  }
  return found
}

const isPayment = (row: Payment | string): row is Payment => typeof row !== 'string'

async function unsettled(db: Database, payments: readonly Payment[]): Promise<Payment[]> {
  const rows = await db.query(
    sql`
      select reference from topup
      where rail = 'perfect-money' and reference = any(${payments.map(({ batch }) => batch)}::text[])
        and state <> 'confirming' and reason is distinct from 'not_in_history'`,
    { reference: text },
  )
  const settled = new Set(rows.map(({ reference }) => reference))
  return payments.filter(({ batch }) => !settled.has(batch))
}
