import type { Client } from 'pg'
import { addTransactions } from './prepare.ts'

/** Hands out transactions that no one has confirmed yet, in their order. */
export interface Supply {
  use<T extends { readonly sent: number }>(
    most: number,
    run: (from: { start: number; count: number }) => Promise<T>,
  ): Promise<T>
}

export async function openSupply(db: Client, total: number) {
  await addTransactions(db, total)
  let next = 0
  const supply: Supply = {
    async use(most, run) {
      const result = await run({ start: next, count: Math.min(most, total - next) })
      next += result.sent
      return result
    },
  }
  return { ...supply, used: () => next }
}
