import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openJsonFile } from '../page/json-file.ts'
import type { Order } from './order.ts'

/** What was said in a status call and what came of it. */
export interface StatusCall {
  readonly kind: string
  readonly sent_at: number
  readonly took_ms: number
  /** The status that was answered; null when there was no answer. */
  readonly answer: number | null
  readonly problem: string | null
  readonly fields: readonly (readonly [name: string, value: string])[]
}

export interface Payment {
  readonly batch: string
  /** The checkout where it was paid; null when it was made at the desk. */
  readonly checkout_id: string | null
  readonly paid_at: number
  readonly payer_account: string
  /** As the provider writes it in all that it says of this payment. */
  readonly amount: string
  readonly memo: string
  readonly order: Order
  /** Oldest first. */
  readonly status_calls: readonly StatusCall[]
}

const PAYMENTS_KEPT = 1000
const CALLS_KEPT = 50

/** All payments, newest first; the oldest are forgotten. Without a directory they are kept in memory only. */
export async function openPaymentBook(directory: string | null) {
  const file = directory === null ? null : join(directory, 'perfect-money.json')
  const book = await openJsonFile<readonly Payment[]>(file, () => [])

  return {
    list: book.state,
    find: (batch: string): Payment | null => book.state().find((payment) => payment.batch === batch) ?? null,

    async add(payment: Omit<Payment, 'batch' | 'status_calls'>): Promise<Payment> {
      let added: Payment = { ...payment, batch: '', status_calls: [] }
      await book.change((payments) => {
        added = { ...added, batch: nextBatch(payments, payment.paid_at) }
        return [added, ...payments].slice(0, PAYMENTS_KEPT)
      })
      return added
    },

    addCall: (batch: string, call: StatusCall): Promise<void> =>
      book.change((payments) =>
        payments.map((payment) =>
          payment.batch === batch
            ? { ...payment, status_calls: [...payment.status_calls, call].slice(-CALLS_KEPT) }
            : payment,
        ),
      ),
  }
}

/** Numbers begin at the time of the payment, so that they aren't used again after a start without a file. */
function nextBatch([newest]: readonly Payment[], paidAt: number): string {
  const after = newest ? BigInt(newest.batch) + 1n : 0n
  return String(after > BigInt(paidAt) ? after : paidAt)
}

const LIFETIME_MS = 30 * 60 * 1000
const KEPT = 1000

interface Checkout {
  readonly order: Order
  readonly expiresAtMs: number
  /** How it ended. A second press gets the same end. */
  end: Promise<Payment> | 'cancelled' | null
}

export function createCheckouts(now: () => Date) {
  const checkouts = new Map<string, Checkout>()

  function forgetOld() {
    const surplus = checkouts.size - KEPT
    for (const [index, [id, { expiresAtMs }]] of [...checkouts].entries()) {
      if (index < surplus || expiresAtMs <= now().getTime()) checkouts.delete(id)
    }
  }

  return {
    open(order: Order): string {
      const id = randomBytes(16).toString('hex')
      checkouts.set(id, { order, expiresAtMs: now().getTime() + LIFETIME_MS, end: null })
      forgetOld()
      return id
    },

    find(id: string): Checkout | null {
      const checkout = checkouts.get(id)
      return checkout && checkout.expiresAtMs > now().getTime() ? checkout : null
    },
  }
}
