import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { type Database, isUnavailable } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openEmbedded } from '../platform/db/pglite.ts'
import { connectPostgres } from '../platform/db/postgres.ts'
import type { Log } from '../platform/log.ts'

/** The database that the configuration names, brought up to date. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const db =
    config.databaseUrl === null
      ? await openEmbedded({ directory: config.dataDirectory })
      : connectPostgres({
          url: config.databaseUrl,
          connections: config.databaseConnections,
          onError: (error) => log.error({ err: error }, 'lost a database connection'),
        })
  try {
    const applied = await onceReachable(() => migrate(db.patiently()), log)
    if (applied.length > 0) log.info({ migrations: applied }, 'the database was brought forward')
    return db
  } catch (error) {
    await db.close()
    throw error
  }
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
