import type { RefusalCode } from '@cashbox/contract'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/refusal.ts'

type Attempt<T> = { readonly value: T } | { readonly refused: RefusalCode }

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
    return { refused: error.reason.code }
  }
}
