import type { Queryable } from './database.ts'

/** The same, for code that asks several things at once: a transaction has one connection, which answers one at a time. */
export function oneAtATime(db: Queryable): Queryable {
  let last: Promise<unknown> = Promise.resolve()
  const afterLast = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = last.then(work, work)
    last = result.catch(() => {})
    return result
  }
  return {
    query: (statement, columns) => afterLast(() => db.query(statement, columns)),
    execute: (statement) => afterLast(() => db.execute(statement)),
  }
}
