import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { Config } from '../../config.ts'
import { int8 } from '../../platform/db/columns.ts'
import { only } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Seal } from '../../platform/sealed-stream.ts'
import { NotUnderstood, UsageError } from '../usage-error.ts'
import { explain } from './backup-command.ts'
import { proveBackup, readBackup, readSeal } from './backup-file.ts'
import { gatherDump, loadPostgres } from './load-backup.ts'
import type { Manifest } from './manifest.ts'
import { sessionUrlOf } from './open-source.ts'

type Print = (line: string) => void

/** Restores a back-up into an empty database or folder. `verify` comes next, before anything is started. */
export async function restoreCommand(config: Config, args: readonly string[], print: Print): Promise<void> {
  const { path, isConfirmed } = readOptions(args)
  try {
    const seal = await readSeal(config)
    const manifest = await proveBackup(path, seal)
    const target = await requireEmpty(config, manifest)
    print(`Back-up of ${manifest.made_at}, made by version ${manifest.version}, tables of ${manifest.migration}.`)
    if (!isConfirmed && !(await confirm(target))) throw new UsageError('Nothing was restored.')
    await load(config, path, seal)
    print(`Restored into ${target}.`)
  } catch (error) {
    throw explain(error)
  }
}

function readOptions(args: readonly string[]): { path: string; isConfirmed: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { yes: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [path] = positionals
    if (path === undefined || positionals.length > 1) throw new NotUnderstood('restore')
    return { path, isConfirmed: values.yes ?? false }
  } catch {
    throw new NotUnderstood('restore')
  }
}

/** Where it goes, in words. Refuses a place that has anything, because a restore would mix two databases. */
async function requireEmpty(config: Config, { engine }: Manifest) {
  const { databaseUrl, databaseOwnerUrl, dataDirectory } = config
  const ownerUrl = databaseUrl === null ? databaseOwnerUrl : sessionUrlOf(config)
  if (engine === 'pglite') {
    if (ownerUrl !== null) {
      throw new UsageError(
        'This is a back-up of an embedded database, which PostgreSQL can not read. Unset DATABASE_URL.',
      )
    }
    if (existsSync(join(dataDirectory, 'postgres'))) {
      throw new UsageError(`${dataDirectory} already has a database. Set CASHBOX_DATA_DIR to an empty folder.`)
    }
    return dataDirectory
  }
  if (ownerUrl === null) throw new UsageError('This is a back-up of a PostgreSQL. Set DATABASE_URL to an empty one.')
  const { connectPostgres } = await import('../../platform/db/postgres.ts')
  const db = connectPostgres({ url: ownerUrl, connections: 2, onError: () => {} })
  try {
    const found = await db.query(
      sql`
        select count(*) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_%' and relkind in ('r', 'p', 'v', 'S')`,
      { count: int8 },
    )
    const { host, pathname } = new URL(ownerUrl)
    const target = `the database ${pathname.slice(1)} on ${host}`
    if (only(found).count > 0n) {
      throw new UsageError(`Restoring refused: ${target} is not empty. Create a new one and set DATABASE_URL to it.`)
    }
    return target
  } finally {
    await db.close()
  }
}

async function confirm(target: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Say --yes to restore without being asked.')
  const line = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await line.question(`Restore into ${target}? Type yes: `).finally(() => line.close())
  return answer.trim() === 'yes'
}

async function load(config: Config, path: string, seal: Seal) {
  const { manifest, dump } = await readBackup(path, seal)
  if (manifest.engine === 'postgres') {
    return loadPostgres(sessionUrlOf(config), dump, { folder: config.backup.programs })
  }
  const { openEmbedded } = await import('../../platform/db/pglite.ts')
  const copy = await gatherDump(dump)
  const db = await openEmbedded({ directory: config.dataDirectory, readDump: async () => copy })
  await db.close()
}
