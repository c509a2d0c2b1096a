import { Refusal } from '../refusal.ts'
import type { Tx } from './database.ts'

type Attempt<T> = { readonly value: T } | { readonly refused: Refusal }

/** Does it, or leaves everything as it was and says why not. */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<Attempt<T>> {
  await tx.script('savepoint attempt')
  try {
    const value = await work()
    await tx.script('release savepoint attempt')
    return { value }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await tx.script('rollback to savepoint attempt; release savepoint attempt')
    return { refused: error }
  }
}
