import { isDeepStrictEqual } from 'node:util'
import { acceptPayment } from '../../domain/topups/accept-payment.ts'
import type { PerfectMoneyServices } from '../../domain/topups/perfect-money-services.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { type HistoryAccess, readHistory } from '../../rails/perfect-money/history.ts'
import type { Payment } from '../../rails/perfect-money/payment.ts'

const WINDOW_MS = 3 * 24 * 60 * 60 * 1000
/** So many problems are named; the rest are counted. */
const NAMED = 10

/**
 * Asks the provider what was paid lately and accepts what no status call told. Answers with how many there were; what
 * could not be settled does not stand in the way of the rest, and is thrown at the end.
 */
export async function reconcilePerfectMoney(services: PerfectMoneyServices): Promise<number> {
  const { db, clock, perfectMoney } = services
  const { account, history } = perfectMoney
  if (!history) return 0
  const until = clock.now()
  const days = { since: new Date(until.getTime() - WINDOW_MS), until }
  const rows = await readHistory(account, history, days)
  const problems = rows.filter((row) => row === 'unreadable').map(() => 'a row of the history could not be read')
  let found = 0
  for (const payment of await withoutRecorded(db, rows.filter(isPayment))) {
    try {
      if (!(await isConfirmed(account, history, days, payment))) {
        throw new Error(`the history does not tell of batch ${payment.batch} when asked for it alone`)
      }
      if ((await acceptPayment(services, payment)) !== 'repeated') found += 1
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  if (problems.length > 0) {
    throw new Error(`${problems.length} not reconciled, ${found} found: ${problems.slice(0, NAMED).join('; ')}`)
  }
  return found
}

const isPayment = (row: Payment | string): row is Payment => typeof row !== 'string'

async function withoutRecorded(db: Database, payments: readonly Payment[]): Promise<Payment[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select reference from topup
    where rail = 'perfect-money' and reference = any(${payments.map(({ batch }) => batch)}::text[])`)
  const recorded = new Set(rows.map(({ reference }) => reference))
  return payments.filter(({ batch }) => !recorded.has(batch))
}

/**
 * The payer chooses the memo and the payment ID, and the provider is not known to quote them: a line break there could
 * look like another row. Asked for one batch, the answer must be one row, and the same.
 */
async function isConfirmed(
  account: string,
  access: HistoryAccess,
  days: { readonly since: Date; readonly until: Date },
  payment: Payment,
): Promise<boolean> {
  return isDeepStrictEqual(await readHistory(account, access, { ...days, batch: payment.batch }), [payment])
}
