import { findPayment } from '../rails/perfect-money/history.ts'
import type { Payment } from '../rails/perfect-money/payment.ts'
import { acceptPayment } from './accept-payment.ts'
import type { PerfectMoneyServices } from './perfect-money-services.ts'

/** A payment made shortly before midnight belongs to the day before. */
const AROUND_MS = 24 * 60 * 60 * 1000

/** Asks the account's history for a reported payment, and settles what the history says of it. */
export async function provePayment(services: PerfectMoneyServices, told: Payment): Promise<Proof> {
  const { account, history } = services.perfectMoney
  const days = {
    since: new Date(told.at.getTime() - AROUND_MS),
    until: new Date(services.clock.now().getTime() + AROUND_MS),
  }
  const payment = await findPayment(account, history, { ...days, batch: told.batch })
  return payment === null ? 'not shown' : acceptPayment(services, payment)
}

type Proof = Awaited<ReturnType<typeof acceptPayment>> | 'not shown'
