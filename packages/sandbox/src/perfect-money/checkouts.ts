import { randomBytes } from 'node:crypto'
import type { Order } from './order.ts'
import type { Payment } from './payment.ts'

const LIFETIME_MS = 30 * 60 * 1000
const KEPT = 1000

interface Checkout {
  readonly order: Order
  readonly expiresAtMs: number
  /** How it ended. A second press gets the same end. */
  end: Promise<Payment> | 'cancelled' | null
}

/** Payments that a payer is looking at. */
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
