import { setTimeout as sleep } from 'node:timers/promises'
import { col, type Database, isUnavailable, problemIn, query, sql } from '@cashbox/postgres/database'
import { type Follow, NotFollowedError } from '@cashbox/postgres/follow'
import { OtherVersionError, OutdatedTablesError } from '@cashbox/postgres/migrate'
import { WrongSchemaError } from '@cashbox/postgres/network'
import { splitHosts } from '@cashbox/postgres/split-hosts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log/log.ts'
import { createSeals } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import { ConfigError } from './config.ts'
import { migrate } from './schema.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/** Does what needs the database. While that is restarting or not there yet, it waits, and then begins again. */
export async function onceReachable<T>(work: () => Promise<T>, log: Log): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      log.warn({ problem: problemIn(error), nextTryMs: pauseMs }, 'waiting for the database')
      await sleep(pauseMs)
    }
  }
}

/** The database that the configuration names, brought up to date. For reading it may be a copy that takes no writes. */
export async function openDatabase(config: Config, log: Log, { isForReading = false } = {}): Promise<Database> {
  const db = await connect(config, log)
  try {
    const applied = await migrate(db.withLongTimeouts())
    if (applied.length > 0) log.info({ files: applied }, 'tables and functions applied')
    if (!isForReading) await noteMode(db, config.mode)
    await refuseOtherMode(db, config.mode)
    return db
  } catch (error) {
    await db.close()
    if (error instanceof OtherVersionError || error instanceof WrongSchemaError) throw new ConfigError([error.message])
    if (error instanceof OutdatedTablesError) {
      throw new ConfigError([
        `The tables are not up to date (${error.message}): run npm run migrate with DATABASE_OWNER_URL`,
      ])
    }
    throw error
  }
}

async function connect(config: Config, log: Log): Promise<Database> {
  const { connectPostgres } = await import('@cashbox/postgres/postgres')
  const options = {
    network: config.network,
    follow: followMoves(config, log),
    connections: config.databaseConnections,
    onError: (error: Error) => log.warn({ problem: problemIn(error) }, 'database connection lost'),
  }
  if (config.databaseUrl !== null) {
    return connectPostgres({ ...options, url: config.databaseUrl, pooler: config.databasePooler })
  }
  const embedded = await openEmbedded(config.dataDirectory, log)
  const db = connectPostgres({ ...options, url: embedded.url })
  const close = async () => {
    try {
      await db.close()
    } finally {
      await embedded.close()
    }
  }
  return { ...db, close }
}

/** A network that was moved is followed to the address that its old database has, sealed. */
export const followMoves = (
  { secrets, databasePooler }: Pick<Config, 'secrets' | 'databasePooler'>,
  log: Log,
): Follow => ({
  open(sealed, place) {
    // What the new database has in front of it is not known.
    if (databasePooler) throw new NotFollowedError()
    return createSeals(secrets).open(sealed, place)
  },
  onMoved: (url) =>
    log.warn(
      { host: new URL(splitHosts(url)[0] ?? url).host },
      'the network has moved, and this process follows: set DATABASE_URL to the new address before the old database is removed',
    ),
})

async function openEmbedded(directory: string, log: Log) {
  const { openEmbeddedPostgres } = await import('@cashbox/postgres/embedded-postgres')
  const { PostgresProcessError } = await import('@cashbox/postgres/postgres-process')
  const onError = (error: unknown) => log.error({ err: error }, 'the embedded PostgreSQL has ended')
  return openEmbeddedPostgres(directory, onError).catch((error: unknown) => {
    throw error instanceof PostgresProcessError ? new ConfigError([error.message]) : error
  })
}

// The first start says what the database is for; no later one may say otherwise.
const noteMode = (db: Database, mode: Config['mode']) =>
  db.execute(sql`insert into installation (mode) values (${mode}) on conflict do nothing`)

async function refuseOtherMode(db: Database, mode: Config['mode']) {
  const [made] = await query(db, { mode: col.text })`select mode from installation`
  if (made === undefined || made.mode === mode) return
  throw new ConfigError([`CASHBOX_MODE is ${mode}, and this database was made for ${made.mode}: use another database`])
}

/** The database for lists, charts and files: with the replica that the configuration names, or the primary itself. */
export async function openReplica(
  config: Config,
  { db, metrics, log }: Pick<Services, 'db' | 'metrics' | 'log'>,
): Promise<{ db: Database; close(): Promise<void> }> {
  const { databaseReplicaUrl, databaseConnections, network } = config
  if (databaseReplicaUrl === null) return { db: db.forLists(), close: async () => {} }
  const { connectPostgres } = await import('@cashbox/postgres/postgres')
  const { readingFromReplica } = await import('@cashbox/postgres/read-replica')
  const replica = connectPostgres({
    url: databaseReplicaUrl,
    network,
    follow: followMoves(config, log),
    connections: databaseConnections,
    onError: (error) => log.warn({ problem: problemIn(error) }, 'connection to the replica lost'),
  })
  const onRead = (from: string) => metrics.replicaReads.inc({ from })
  return {
    db: readingFromReplica(db.forLists(), { replica, onRead }),
    close: () => replica.close(),
  }
}
