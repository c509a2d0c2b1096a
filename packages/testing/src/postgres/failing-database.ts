import type { Database, Queryable } from '@cashbox/postgres/database'

/** The same, with something done before each statement. */
export const stepping = <Q extends Queryable>(inner: Q, step: () => void): Q => ({
  ...inner,
  query: async (statement, columns) => {
    step()
    return inner.query(statement, columns)
  },
  execute: async (statement) => {
    step()
    return inner.execute(statement)
  },
})

/** What a process that ends in the middle leaves behind. */
class Crash extends Error {}

/**
 * A database that is lost at the given statement: before it, or right after a commit, when its answer is lost.
 * Once lost it stays lost, as it is for a process that ended.
 */
export function failAt(db: Database, statement: number) {
  let done = 0
  let isLost = false
  const step = () => {
    if (!isLost) done += 1
    if (done === statement) isLost = true
    if (isLost) throw new Crash(`lost at step ${statement}`)
  }
  const failing: Database = {
    ...stepping(db, step),
    transaction: async (work) => {
      const result = await db.transaction((tx) => work(stepping(tx, step)))
      step()
      return result
    },
  }
  return { db: failing, isLost: () => isLost }
}
