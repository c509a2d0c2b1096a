import { createHash } from 'node:crypto'
import type { Columns, RowOf } from './columns.ts'

export * as col from './columns.ts'
export type { RowOf }

export interface Queryable {
  /** The rows as `columns` describes them. Throws when the answer differs, because that is a bug. */
  query<C extends Columns>(statement: Sql, columns: C): Promise<RowOf<C>[]>
  /** Returns how many rows there were, or were changed. */
  execute(statement: Sql): Promise<number>
}

/** Only `transaction()` provides one, so a function that takes a `Tx` can't run outside of a transaction. */
export interface Tx extends Queryable {
  readonly [inTransaction]: true
  /** Several statements at once, without parameters. */
  script(text: string): Promise<void>
}

/** The only way to PostgreSQL. Two calls outside of a transaction may use two connections, so they are not atomic together. */
export interface Database extends Queryable {
  readonly network: string
  /** Runs again from the start when PostgreSQL asks for it (serialization failure, deadlock). */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same database with long timeouts, for checks, counts and migrations that take minutes. Never for a request. */
  withLongTimeouts(): Database
  /** The same database on separate connections, for lists, charts and files, so that no payment waits for them. */
  forLists(): Database
  /** Sends a message to all processes of the network that listen on a channel. */
  notify(channel: string, message: string): Promise<void>
  /** Receives messages of `notify` on a channel, from any process. Messages can get lost; nothing may depend on them. */
  listen(channel: string, onMessage: (text: string) => void): Promise<{ stop(): Promise<void> }>
  /** Whether it answers at once and takes writes. Asked on a separate connection, however busy the others are. */
  isWritable(): Promise<boolean>
  /** Connections in use and idle, and calls that wait for one. Null where there is no pool. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number } | null
  close(): Promise<void>
}

export interface Sql {
  /** Prepared under this name, so that PostgreSQL keeps the plan; empty to plan each time. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

declare const inTransaction: unique symbol

/** The network stands still for a move, or has moved away from there: the trigger `refuse_sealed`. */
export const SEALED = '57M01'
/** It has moved, and the next connections go to the new database. */
export const MOVED = '57M02'

const RETRIED = new Set(['40001', '40P01', MOVED])
const ATTEMPTS = 5

const OUT_OF_REACH = /^(08|53|57)/
const LOCK_NOT_AVAILABLE = '55P03'

/** Unreachable, shutting down, out of space, or too slow: worth a retry, but the statement may have been executed. */
const UNAVAILABLE =
  /^(08...|53...|57P0[1-5]|57M0[12]|57014|55P03|25P03|25006|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
const UNAVAILABLE_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|connection timeout/i

const statements = new WeakMap<TemplateStringsArray, { name: string; text: string }>()
const statementsMade = new WeakSet<object>()

export function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`)
  return row
}

/** For a query with `limit + 1` rows: the extra row shows that there is another page. */
export function toPage<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string) {
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  return { list, next_cursor: last === undefined ? null : cursorOf(last) }
}

/** The code of an error of PostgreSQL or of the system; empty for others. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Retries after serialization failures and deadlocks, which roll everything back. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!RETRIED.has(codeOf(error)) || attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
    }
  }
}

/** Dry run: executes in a savepoint and rolls back. Only the answer is kept. */
export async function dryRun<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.script('savepoint rehearsal')
  const answer = await work()
  await tx.script('rollback to savepoint rehearsal; release savepoint rehearsal')
  return answer
}

/** Closes what was opened when the work has ended, however it ends. */
export async function closing<R extends { close(): Promise<void> }, T>(opened: R, work: (opened: R) => Promise<T>) {
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/** Queues concurrent queries: a transaction has one connection, which answers one at a time. */
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

/** Another transaction kept the lock for longer than the statement may wait. Nothing was done. */
export const isLockedOut = (error: unknown) => codeOf(error) === LOCK_NOT_AVAILABLE

const READ_ONLY = '25006'

/** The server is a standby, or was made one while the connection was open. Nothing was done. */
export const isReadOnly = (error: unknown) => codeOf(error) === READ_ONLY

/** The network stands still for a move. Nothing was done. */
export const isSealed = (error: unknown) => codeOf(error) === SEALED

export function describeUnavailable(error: unknown): string {
  const code = codeOf(error)
  if (code === LOCK_NOT_AVAILABLE) return 'another transaction held a lock for too long'
  if (code === READ_ONLY) return 'the database takes no writes'
  if (code === SEALED || code === MOVED) return 'the network is being moved'
  if (code === '57014') return 'a statement took too long'
  if (code.startsWith('53')) return 'the database is out of space, memory or connections'
  return 'the database did not answer'
}

/** One line of an error, of the first of several where a host has several addresses. */
export function problemIn(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return (first instanceof Error ? first.message : String(first)).split('\n')[0] ?? ''
}

/** A wrong name or password, no such database, or no right to connect. */
const LOGIN_REFUSED = /^(28|3D)/

/** The database can't be reached, or does not let this role in. */
export const isOutOfReach = (error: unknown): boolean => isUnavailable(error) || LOGIN_REFUSED.test(codeOf(error))

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (UNAVAILABLE.test(codeOf(error)) ||
    UNAVAILABLE_WORDS.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isUnavailable)))

/** PostgreSQL itself refused the statement, so none of it was done. */
export const isRefusedByDatabase = (error: unknown) =>
  /^[0-9A-Z]{5}$/.test(codeOf(error)) && !OUT_OF_REACH.test(codeOf(error))

/** True for a broken UNIQUE or PRIMARY KEY constraint of that name. */
export const breaks = (error: unknown, constraint: string) =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint

/** Reads rows: query(db, { id: col.uuid })`select id from …`. Values become parameters, as in `sql`. */
export const query =
  <C extends Columns>(db: Queryable, columns: C) =>
  (strings: TemplateStringsArray, ...values: unknown[]) =>
    db.query(sql(strings, ...values), columns)

/** The same for exactly one row. */
export const queryOne =
  <C extends Columns>(db: Queryable, columns: C) =>
  async (strings: TemplateStringsArray, ...values: unknown[]) =>
    only(await query(db, columns)(strings, ...values))

/**
 * sql`select … where id = ${id}`: every value becomes a parameter, never text. Only another sql`…` is inserted as it is,
 * to build a statement from optional conditions. Such a statement is planned each time.
 */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const statement = values.some(isSql) ? compose(strings, values) : { ...prepare(strings), values }
  statementsMade.add(statement)
  return statement
}

/** The name of a table or column, for statements that differ only in it. Never user input. */
export function identifier(name: string): Sql {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`${name} is not the name of a table or column`)
  const statement = { name: '', text: name, values: [] }
  statementsMade.add(statement)
  return statement
}

const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && statementsMade.has(value)

function prepare(strings: TemplateStringsArray) {
  let statement = statements.get(strings)
  if (!statement) {
    const text = strings.reduce((before, part, index) => `${before}$${index}${part}`)
    statement = { text, name: createHash('sha1').update(text).digest('base64url') }
    statements.set(strings, statement)
  }
  return statement
}

function compose(strings: TemplateStringsArray, parts: readonly unknown[]): Sql {
  const values: unknown[] = []
  const text = strings.reduce((before, string, index) => {
    const part = parts[index - 1]
    const first = values.length
    if (!isSql(part)) {
      values.push(part)
      return `${before}$${values.length}${string}`
    }
    values.push(...part.values)
    return before + part.text.replaceAll(/\$(\d+)/g, (_match, number) => `$${first + Number(number)}`) + string
  })
  return { name: '', text, values }
}
