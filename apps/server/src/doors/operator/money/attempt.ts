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

/** Does it and takes it back: whatever stands in its way is met now, and its answer is all that stays. */
export async function rehearse<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.script('savepoint rehearsal')
  const answer = await work()
  await tx.script('rollback to savepoint rehearsal; release savepoint rehearsal')
  return answer
}
