import type { Config } from '../../platform/config.ts'
import { type Database, sql } from '../../platform/database/database.ts'
import { connectPostgres } from '../../platform/database/postgres.ts'
import { closing } from '../backup/backup-source.ts'
import { findSessionUrl } from '../backup/postgres-source.ts'

/** One network of the database that the settings name, as the owner of its tables. Nothing is brought up to date. */
export async function onNetwork<T>(config: Config, network: string, work: (db: Database) => Promise<T>): Promise<T> {
  const connect = (url: string) => connectPostgres({ url, network, connections: 2, onError: () => {} })
  const url = await findSessionUrl(config)
  if (url !== null) return closing(connect(url), work)
  const { openEmbeddedPostgres } = await import('../../platform/database/embedded-postgres.ts')
  return closing(await openEmbeddedPostgres(config.dataDirectory, () => {}), (embedded) =>
    closing(connect(embedded.url), work),
  )
}

export const hasSchema = async (db: Database): Promise<boolean> =>
  (await db.execute(sql`select 1 from pg_namespace where nspname = ${db.network}`)) > 0
