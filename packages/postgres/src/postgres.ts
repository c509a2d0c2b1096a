import { Client } from 'pg'
import { type Columns, type RowOf, typeOf } from './columns.ts'
import { type Database, type Queryable, retrying, type Sql, sql, type Tx } from './database.ts'
import { MovedError, refuseMoved } from './follow.ts'
import { channelOf, toNetwork } from './network.ts'
import { createHosts, type Hosts } from './postgres-hosts.ts'
import {
  type Answer,
  type Connection,
  isSilence,
  type Limits,
  openPool,
  type PostgresOptions,
  type RenewablePool,
  settingsOf,
} from './postgres-pool.ts'

/** For calls with a person waiting. A statement that needs longer has lost its way, or its connection has. */
const PROMPT: Limits = { answerMs: 8_000, lockMs: 5_000 }
/** For checks and counts over the whole database, and for migrations. */
const PATIENT: Limits = { answerMs: 30 * 60_000, lockMs: 60_000 }
const PATIENT_CONNECTIONS = 2
const LIST_CONNECTIONS = 4
const PROBE: Limits = { answerMs: 2_000, lockMs: 2_000 }

const LISTEN_AGAIN_MS = 1000
/** A connection that only listens does not notice that it is dead until it sends something. */
const PROBE_EVERY_MS = 15_000
const ANSWER_MS = 5_000

export function connectPostgres(options: PostgresOptions): Database {
  const hosts = createHosts(options.url)
  const prompt = openPool({ ...options, hosts }, options.limits ?? PROMPT)
  const patient = openPool({ ...options, hosts, connections: PATIENT_CONNECTIONS }, PATIENT)
  const lists = openPool({ ...options, hosts, connections: LIST_CONNECTIONS }, options.limits ?? PROMPT)
  // Separate, so that a busy process is not taken for one that has lost its database.
  const probe = openPool({ ...options, hosts, connections: 1 }, PROBE)
  const begin = (limits: Limits) => (options.pooler ? `begin; ${localLimits(limits)}` : 'begin')
  const { network, pooler } = options
  const notify: Database['notify'] = async (channel, message) =>
    void (await prompt.use((connection) =>
      connection.run(sql`select pg_notify(${channelOf(network, channel)}, ${message})`),
    ))
  const listen: Database['listen'] = async (channel, onMessage) =>
    keepListening({
      ...options,
      hosts: pooler ? createHosts(pooler.listenUrl) : hosts,
      channel: channelOf(network, channel),
      onMessage,
    })
  const close = async () => void (await Promise.all([prompt, patient, lists, probe].map((pool) => pool.end())))
  const isWritable = () =>
    probe
      .use((connection) => connection.script('select from schedule where false for update'))
      .then(
        () => true,
        () => false,
      )
  const common = {
    network,
    notify,
    listen,
    close,
    isWritable,
    withLongTimeouts: () => unhurried,
    forLists: () => listing,
  }
  const promptBegin = begin(options.limits ?? PROMPT)
  const listing: Database = { ...handleOf(lists, promptBegin), ...common }
  const unhurried: Database = {
    ...handleOf(patient, begin(PATIENT)),
    // The role's own limit is for calls, and would end what takes minutes.
    ...(options.pooler
      ? checkedQueries((statement) =>
          patient.use((connection) => inTransaction(connection, begin(PATIENT), () => connection.run(statement))),
        )
      : {}),
    ...common,
  }
  return { ...handleOf(prompt, promptBegin), ...common }
}

/** For a command, with few connections: one that is lost fails its own statement only. */
export const connectForCommand = (url: string, network: string): Database =>
  connectPostgres({ url, network, connections: 2, onError: () => {} })

const handleOf = (pool: RenewablePool, begin: string) => ({
  connections: () => pool.connections(),
  ...checkedQueries((statement) => pool.use((connection) => connection.run(statement))),
  transaction: <T>(work: (tx: Tx) => Promise<T>) =>
    retrying(() => pool.use((connection) => inTransaction(connection, begin, work))),
})

const localLimits = (limits: Limits) =>
  settingsOf(limits)
    .map((setting) => `set local ${setting}`)
    .join('; ')

async function inTransaction<T>(connection: Connection, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    await connection.script(begin)
    const result = await work({ ...checkedQueries(connection.run), script: connection.script } as Tx)
    await connection.script('commit')
    return result
  } catch (error) {
    // A silent connection would not answer this either.
    if (!isSilence(error))
      await connection.script('rollback').catch(() => {
        connection.isBroken = true
      })
    throw error
  }
}

interface Listening extends Pick<PostgresOptions, 'network' | 'onError' | 'follow'> {
  readonly hosts: Hosts
  readonly channel: string
  readonly onMessage: (text: string) => void
}

/** Listens on a separate connection, and replaces it when it is lost or silent. */
function keepListening({ hosts, network, channel, onMessage, onError, follow }: Listening) {
  let isStopped = false
  let client: Client | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  const connect = async () => {
    const url = hosts.current()
    const next = new Client({
      ...toNetwork(url, network, []),
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    client = next
    let probe: ReturnType<typeof setInterval> | undefined
    const giveUp = (error: unknown) => {
      onError(error as Error)
      clearInterval(probe)
      // `end` would say good-bye and wait for the other side, which may be gone.
      ;(next as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    }
    const stillAnswers = async () => {
      try {
        if (!hosts.has(url)) throw new MovedError()
        await next.query('select 1')
      } catch (error) {
        giveUp(error)
      }
    }
    next.on('notification', ({ payload }) => onMessage(payload ?? ''))
    next.on('error', onError)
    next.on('end', () => {
      clearInterval(probe)
      if (!isStopped) again = setTimeout(() => void connect(), LISTEN_AGAIN_MS)
    })
    try {
      await next.connect()
      if (follow) await refuseMoved(next, url, hosts, follow)
      await next.query(`listen "${channel}"`)
      probe = setInterval(() => void stillAnswers(), PROBE_EVERY_MS)
    } catch (error) {
      hosts.giveUp(url)
      giveUp(error)
    }
  }
  const connected = connect()
  return {
    async stop() {
      isStopped = true
      clearTimeout(again)
      await connected
      await client?.end().catch(() => {})
    },
  }
}

const checkedQueries = (run: (statement: Sql) => Promise<Answer>): Queryable => ({
  query: async (statement, columns) => readRows(statement, columns, await run(statement)),
  execute: async (statement) => (await run(statement)).count,
})

function readRows<C extends Columns>(statement: Sql, columns: C, { fields, rows }: Answer): RowOf<C>[] {
  const mismatch = fieldMismatch(columns, fields) ?? valueMismatch(columns, rows)
  if (mismatch !== null) throw new Error(`column ${mismatch}, in the answer to: ${statement.text}`)
  return rows as RowOf<C>[]
}

function fieldMismatch(columns: Columns, fields: Answer['fields']): string | null {
  for (const { name, dataTypeID } of fields) {
    const column = columns[name]
    if (!column) return `${name} is not declared`
    const type = typeOf(dataTypeID)
    if (type !== column.type) return `${name} is ${type}, not ${column.type}`
  }
  const declared = Object.keys(columns)
  if (declared.length === fields.length) return null
  const found = fields.map(({ name }) => name)
  const missing = declared.find((name) => !found.includes(name))
  if (missing !== undefined) return `${missing} is missing`
  return `${found.find((name, index) => found.indexOf(name) < index)} is there twice`
}

/** Column by column, so that those without a check cost nothing. Replaces raw values by converted ones. */
function valueMismatch(columns: Columns, rows: Answer['rows']): string | null {
  for (const [name, { type, isNullable, read }] of Object.entries(columns)) {
    if (isNullable && !read) continue
    for (const row of rows) {
      const value = row[name]
      if (value === null && isNullable) continue
      // JSON has its own null, which only the schema can judge.
      if (value === null && type !== 'json') return `${name} is null, not ${type}`
      if (!read) continue
      try {
        const converted = read(value)
        if (converted !== value) row[name] = converted
      } catch (error) {
        return `${name} ${error instanceof Error ? error.message : String(error)}`
      }
    }
  }
  return null
}
