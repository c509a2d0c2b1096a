import { closing, type Database, sql } from '@cashbox/postgres/database'
import { connectForCommand } from '@cashbox/postgres/postgres'
import type { Config } from '../../platform/config.ts'
import { findSessionUrl } from '../backup/postgres-source.ts'

/** One network of the database that the settings name, as the owner of its tables. Nothing is brought up to date. */
export async function onNetwork<T>(config: Config, network: string, work: (db: Database) => Promise<T>): Promise<T> {
  const url = await findSessionUrl(config)
  if (url !== null) return closing(connectForCommand(url, network), work)
  const { openEmbeddedPostgres } = await import('@cashbox/postgres/embedded-postgres')
  return closing(await openEmbeddedPostgres(config.dataDirectory, () => {}), (embedded) =>
    closing(connectForCommand(embedded.url, network), work),
  )
}

export const hasSchema = async (db: Database): Promise<boolean> =>
  (await db.execute(sql`select 1 from pg_namespace where nspname = ${db.network}`)) > 0
