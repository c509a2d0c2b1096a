import type { Database, Queryable } from '../src/platform/db/database.ts'

/** What a process that ends in the middle leaves behind. */
class Crash extends Error {}

/**
 * A database that is lost at the given statement: before it, or right after a commit, when nobody hears of it any more.
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
  const counting = <Q extends Queryable>(inner: Q): Q => ({
    ...inner,
    query: async (text: Parameters<Queryable['query']>[0]) => {
      step()
      return inner.query(text)
    },
  })
  const failing: Database = {
    ...counting(db),
    transaction: async (work) => {
      const result = await db.transaction((tx) => work(counting(tx)))
      step()
      return result
    },
  }
  return { db: failing, isLost: () => isLost }
}
