import { closing, col, type Database, queryOne, sql } from '@cashbox/postgres/database'
import { connectForCommand } from '@cashbox/postgres/postgres'
import { findPrimary } from '@cashbox/postgres/postgres-hosts'
import { splitHosts } from '@cashbox/postgres/split-hosts'
import type { Config } from '@cashbox/server/platform/config'
import { UsageError } from '../command-line/help.ts'

/** Of PostgreSQL. */
export const OLDEST_VERSION = 15

export const roleOf = (url: string) => decodeURIComponent(new URL(splitHosts(url)[0] ?? url).username)

/** PostgreSQL itself, because a pooler in transaction mode keeps no snapshot; as the owner, who reads everything. */
export async function findSessionUrl(config: Config): Promise<string | null> {
  await refuseTwoDatabases(config)
  const { databaseUrl, databaseOwnerUrl, databasePooler } = config
  const url = databaseOwnerUrl ?? databasePooler?.listenUrl ?? databaseUrl
  return url === null ? null : findPrimary(url)
}

const selectIdentity = sql`
  select (pg_control_system()).system_identifier || ' ' || current_database() as identity`

/** Whether the two addresses lead to different databases. One that does not answer can't be compared. */
export async function namesTwoDatabases({ databaseUrl, databaseOwnerUrl, network }: Config): Promise<boolean> {
  if (databaseUrl === null || databaseOwnerUrl === null) return false
  const identify = (url: string) =>
    closing(connectForCommand(url, network), (db) => queryOne(db, { identity: col.text })`${selectIdentity}`).catch(
      () => null,
    )
  const [one, other] = [await identify(databaseUrl), await identify(databaseOwnerUrl)]
  return one !== null && other !== null && one.identity !== other.identity
}

/** A back-up of another database would look as good, and push out older ones. */
export async function refuseTwoDatabases(config: Config): Promise<void> {
  if (!(await namesTwoDatabases(config))) return
  throw new UsageError('DATABASE_OWNER_URL and DATABASE_URL lead to two databases. Name the same one in both.')
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
