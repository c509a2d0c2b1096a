import { Refusal } from '../refusal.ts'
import type { Columns, RowOf } from './columns.ts'
import type { Sql } from './sql.ts'

export interface Queryable {
  /** The rows as `columns` describes them. An answer that differs from it is a bug, and thrown as one. */
  query<C extends Columns>(statement: Sql, columns: C): Promise<RowOf<C>[]>
  /** For statements whose rows do not matter. Says how many there were, or how many were changed. */
  execute(statement: Sql): Promise<number>
}

declare const inTransaction: unique symbol

/** Only `transaction()` hands one out, so a function that takes it can't write outside of one. */
export interface Tx extends Queryable {
  readonly [inTransaction]: true
  /** Several statements at once, without parameters. */
  script(text: string): Promise<void>
}

export interface Database extends Queryable {
  /** Runs again from the start when PostgreSQL asks for it (serialization failure, deadlock). */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same database with time for statements that take minutes: checks, counts, migrations. Never for a call. */
  patiently(): Database
  /** Receives messages of `pg_notify` on a channel, from any process. Messages can get lost; nothing may depend on them. */
  listen(channel: string, onMessage: (text: string) => void): Promise<{ stop(): Promise<void> }>
  /** Connections in use and idle, and calls that wait for one. Null where there is no pool. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number } | null
  close(): Promise<void>
}

/** The only row of an answer that has exactly one. */
export function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`)
  return row
}

const RETRIED = new Set(['40001', '40P01'])
const ATTEMPTS = 5

const isRetryable = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRIED.has(error.code)

/** Serialization failures and deadlocks undo everything, so the work can simply be done again. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

type Attempt<T> = { readonly value: T } | { readonly refused: Refusal }

/** Executes in a savepoint; a refusal rolls back to it and is returned. */
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

/** Dry run: executes in a savepoint and rolls back. Only the answer is kept. */
export async function rehearse<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.script('savepoint rehearsal')
  const answer = await work()
  await tx.script('rollback to savepoint rehearsal; release savepoint rehearsal')
  return answer
}

/** For code that sends several queries at once: a transaction has one connection, which answers one at a time. */
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

const OUT_OF_REACH = /^(08|53|57)/
const LOCK_NOT_AVAILABLE = '55P03'

/** Another transaction held the lock for longer than the statement may wait. Nothing was done. */
export const isLockedOut = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE

/** Out of reach, shutting down, out of space, or too slow: worth trying again, and what was asked may have been done. */
const UNAVAILABLE =
  /^(08...|53...|57P0[1-5]|57014|55P03|25P03|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
const UNAVAILABLE_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|connection timeout/i

/** In words for the log: the database answers some of these itself. */
export function whyUnavailable(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === LOCK_NOT_AVAILABLE) return 'another transaction held a lock for too long'
  if (code === '57014') return 'a statement took too long'
  if (code.startsWith('53')) return 'the database is out of space, memory or connections'
  return 'the database did not answer'
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && UNAVAILABLE.test(error.code)) ||
    UNAVAILABLE_WORDS.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isUnavailable)))

/** PostgreSQL itself refused the statement, so none of it was done. */
export const isRefusedByDatabase = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/.test(error.code) &&
  !OUT_OF_REACH.test(error.code)

/** True for a broken UNIQUE or PRIMARY KEY constraint of that name. */
export const breaks = (error: unknown, constraint: string) =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint
