import { closing, type Database, sql } from '@cashbox/postgres/database'
import { connectForCommand } from '@cashbox/postgres/postgres'
import { findPrimary } from '@cashbox/postgres/postgres-hosts'
import { splitHosts } from '@cashbox/postgres/split-hosts'
import type { Config } from '@cashbox/server/platform/config'

/** Of PostgreSQL. */
export const OLDEST_VERSION = 15

export const roleOf = (url: string) => decodeURIComponent(new URL(splitHosts(url)[0] ?? url).username)

/** PostgreSQL itself, because a pooler in transaction mode keeps no snapshot; as the owner, who reads everything. */
export async function findSessionUrl({
  databaseUrl,
  databaseOwnerUrl,
  databasePooler,
}: Config): Promise<string | null> {
  const url = databaseOwnerUrl ?? databasePooler?.listenUrl ?? databaseUrl
  return url === null ? null : findPrimary(url)
}

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
