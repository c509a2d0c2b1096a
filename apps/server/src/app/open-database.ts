import { type Config, ConfigError } from '../config.ts'
import { text } from '../platform/db/columns.ts'
import { type Database, only } from '../platform/db/database.ts'
import { migrate, OutdatedTablesError } from '../platform/db/migrate.ts'
import { sql } from '../platform/db/sql.ts'
import type { Log } from '../platform/log.ts'
import { onceReachable } from './once-reachable.ts'

/** The database that the configuration names, brought up to date. One that is not there yet is waited for. */
export const openDatabase = (config: Config, log: Log): Promise<Database> =>
  onceReachable(() => openOnce(config, log), log)

async function openOnce(config: Config, log: Log): Promise<Database> {
  const db = await openEngine(config, log)
  try {
    const applied = await migrate(db.patiently())
    if (applied.length > 0) log.info({ migrations: applied }, 'migrations applied')
    await keepMode(db, config.mode)
    return db
  } catch (error) {
    await db.close()
    if (error instanceof OutdatedTablesError) {
      throw new ConfigError([
        `The tables are not up to date (${error.message}): run npm run migrate with DATABASE_OWNER_URL`,
      ])
    }
    throw error
  }
}

/** Each engine is loaded only where it runs: the one is a whole PostgreSQL, the other a client for one. */
async function openEngine(config: Config, log: Log): Promise<Database> {
  const { databaseUrl, databasePooler, databaseConnections, dataDirectory } = config
  if (databaseUrl === null) {
    const { FolderInUseError, openEmbedded } = await import('../platform/db/pglite.ts')
    const { readImage } = await import('../platform/db/database-image.ts')
    const { listenForBackups } = await import('./backup/embedded-door.ts')
    const db = await openEmbedded({
      directory: dataDirectory,
      readDump: () => readImage(),
      onBroken: (error) => endProcess(error, log),
    }).catch((error: unknown) => {
      throw error instanceof FolderInUseError ? new ConfigError([error.message]) : error
    })
    const stopListening = await listenForBackups(db, dataDirectory, log)
    return { ...db, close: () => stopListening().then(() => db.close()) }
  }
  const { connectPostgres } = await import('../platform/db/postgres.ts')
  return connectPostgres({
    url: databaseUrl,
    pooler: databasePooler,
    connections: databaseConnections,
    onError: (error) => log.error({ err: error }, 'database connection lost'),
  })
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

/** The first start says what the database is for; no later one may say otherwise. */
async function keepMode(db: Database, mode: Config['mode']) {
  await db.execute(sql`insert into installation (mode) values (${mode}) on conflict do nothing`)
  const made = only(await db.query(sql`select mode from installation`, { mode: text })).mode
  if (made !== mode) {
    throw new ConfigError([`CASHBOX_MODE is ${mode}, and this database was made for ${made}: use another database`])
  }
}
