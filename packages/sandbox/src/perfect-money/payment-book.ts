import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Order } from './order.ts'

/** What was said in a status call and what came of it. */
export interface StatusCall {
  readonly kind: string
  readonly sent_at: number
  readonly took_ms: number
  /** The status that was answered; null when there was no answer. */
  readonly answer: number | null
  /** Why there was no answer. */
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
  let payments = file === null ? [] : await read(file)
  let lastChange: Promise<unknown> = Promise.resolve()

  /** One change at a time, and none is seen before it is written. */
  function change<T>(edit: () => { readonly payments: readonly Payment[]; readonly result: T }): Promise<T> {
    const done = lastChange.then(async () => {
      const changed = edit()
      if (file !== null) await write(file, changed.payments)
      payments = changed.payments
      return changed.result
    })
    lastChange = done.catch(() => {})
    return done
  }

  return {
    list: () => payments,

    find: (batch: string): Payment | null => payments.find((payment) => payment.batch === batch) ?? null,

    /** Numbers a payment and keeps it. */
    add: (payment: Omit<Payment, 'batch' | 'status_calls'>): Promise<Payment> =>
      change(() => {
        const added = { ...payment, batch: nextBatch(payments, payment.paid_at), status_calls: [] }
        return { payments: [added, ...payments].slice(0, PAYMENTS_KEPT), result: added }
      }),

    addCall: (batch: string, call: StatusCall): Promise<void> =>
      change(() => ({
        payments: payments.map((payment) =>
          payment.batch === batch
            ? { ...payment, status_calls: [...payment.status_calls, call].slice(-CALLS_KEPT) }
            : payment,
        ),
        result: undefined,
      })),
  }
}

/** Numbers begin at the time of the payment, so that they aren't used again after a start without a file. */
function nextBatch([newest]: readonly Payment[], paidAt: number): string {
  const after = newest ? BigInt(newest.batch) + 1n : 0n
  return String(after > BigInt(paidAt) ? after : paidAt)
}

async function read(file: string): Promise<readonly Payment[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as readonly Payment[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`The payments of the sandbox can not be read from ${file}`, { cause: error })
  }
}

async function write(file: string, payments: readonly Payment[]): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(`${file}.tmp`, JSON.stringify(payments), { flush: true })
  await rename(`${file}.tmp`, file)
}

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
