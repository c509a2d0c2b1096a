import type { Tx } from './database.ts'

/** Does it and takes it back: what would stop it is met now, and only the answer is kept. */
export async function rehearse<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.script('savepoint rehearsal')
  const answer = await work()
  await tx.script('rollback to savepoint rehearsal; release savepoint rehearsal')
  return answer
}
