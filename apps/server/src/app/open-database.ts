import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError } from '../config.ts'
import { text } from '../platform/db/columns.ts'
import { type Database, isUnavailable, only } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openEmbedded } from '../platform/db/pglite.ts'
import { connectPostgres } from '../platform/db/postgres.ts'
import { sql } from '../platform/db/sql.ts'
import type { Log } from '../platform/log.ts'

/** The database that the configuration names, brought up to date. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const db =
    config.databaseUrl === null
      ? await openEmbedded({ directory: config.dataDirectory, onBroken: (error) => endProcess(error, log) })
      : connectPostgres({
          url: config.databaseUrl,
          connections: config.databaseConnections,
          onError: (error) => log.error({ err: error }, 'database connection lost'),
        })
  try {
    const applied = await onceReachable(() => migrate(db.patiently()), log)
    if (applied.length > 0) log.info({ migrations: applied }, 'migrations applied')
    await keepMode(db, config.mode)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** "Try again": a supervisor starts the process again, and the new one reads what the log has. */
const EXIT_TRY_AGAIN = 75

function endProcess(error: Error, log: Log) {
  log.fatal(
    { err: error },
    'the disk is full and the embedded database can not go on; this process ends, start it again with more space',
  )
  process.exitCode = EXIT_TRY_AGAIN
  // After the answers that are on their way.
  setTimeout(() => process.exit(EXIT_TRY_AGAIN), 1_000)
}

const LOOK_AGAIN_MS = 2_000

/** A database that is restarting or not there yet is waited for. */
async function onceReachable<T>(work: () => Promise<T>, log: Log): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      log.warn({ err: error }, 'waiting for the database')
      await sleep(LOOK_AGAIN_MS)
    }
  }
}

/** The first start says what the database is for; no later one may say otherwise. */
async function keepMode(db: Database, mode: Config['mode']) {
  await db.execute(sql`insert into installation (mode) values (${mode}) on conflict do nothing`)
  const made = only(await db.query(sql`select mode from installation`, { mode: text })).mode
  if (made !== mode) {
    throw new ConfigError([`CASHBOX_MODE is ${mode}, and this database was made for ${made}: use another database`])
  }
}
