import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Payment, StatusCall } from './payment.ts'

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
