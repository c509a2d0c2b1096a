import type { Config } from '../../platform/config.ts'
import { closing, type Database, sql } from '../../platform/database/database.ts'
import { connectForCommand } from '../../platform/database/postgres.ts'
import { findSessionUrl } from '../backup/postgres-source.ts'

/** One network of the database that the settings name, as the owner of its tables. Nothing is brought up to date. */
export async function onNetwork<T>(config: Config, network: string, work: (db: Database) => Promise<T>): Promise<T> {
  const url = await findSessionUrl(config)
  if (url !== null) return closing(connectForCommand(url, network), work)
  const { openEmbeddedPostgres } = await import('../../platform/database/embedded-postgres.ts')
  return closing(await openEmbeddedPostgres(config.dataDirectory, () => {}), (embedded) =>
    closing(connectForCommand(embedded.url, network), work),
  )
}

export const hasSchema = async (db: Database): Promise<boolean> =>
  (await db.execute(sql`select 1 from pg_namespace where nspname = ${db.network}`)) > 0
