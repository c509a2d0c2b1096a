import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { Client } from 'pg'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import type { Seal } from '../../platform/sealed-stream.ts'
import type { Finding } from '../../platform/verify.ts'
import { openKeyring } from '../open-keyring.ts'
import { UsageError } from '../usage-error.ts'
import { verifyDatabase } from '../verify-all.ts'
import { readBackup } from './backup-file.ts'
import { gatherDump, loadPostgres } from './load-backup.ts'
import { countRows, type Manifest } from './manifest.ts'
import { sessionUrlOf } from './open-source.ts'

export interface Checked {
  readonly manifest: Manifest
  readonly findings: readonly Finding[]
}

/**
 * Restores a back-up into a database of its own, which is removed afterwards, and checks there that every row came back and
 * every rule of verify. Throws when it can't be restored.
 */
export async function checkBackup(path: string, seal: Seal, config: Config): Promise<Checked> {
  const { manifest, dump } = await readBackup(path, seal)
  const findings = await inScratch(manifest, dump, config, async (db) => {
    const lost = differences(manifest.rows, await countRows(db))
    if (lost.length > 0) throw new Error(`the restored copy differs from the database: ${lost.join(', ')}`)
    // The copy may be of an older version, and the rules are those of this one.
    await migrate(db.patiently())
    return verifyDatabase(db.patiently(), await openKeyring(db, config))
  })
  return { manifest, findings }
}

const differences = (expected: Manifest['rows'], found: Manifest['rows']) =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    .filter((table) => expected[table] !== found[table])
    .map((table) => `${table} has ${found[table] ?? 'no'} rows instead of ${expected[table] ?? 'none'}`)

async function inScratch<T>(
  { engine }: Manifest,
  dump: AsyncIterable<Uint8Array>,
  config: Config,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (engine === 'pglite') {
    const { openEmbedded } = await import('../../platform/db/pglite.ts')
    const copy = await gatherDump(dump)
    const db = await openEmbedded({ directory: null, readDump: async () => copy })
    return await closing(db, work)
  }
  const { connectPostgres } = await import('../../platform/db/postgres.ts')
  const maintenance = config.backup.checkUrl ?? sessionUrlOf(config)
  const name = scratchName(config.backup.folder ?? '')
  const url = new URL(maintenance)
  url.pathname = `/${name}`
  await asAdmin(maintenance, [
    `drop database if exists ${name} with (force)`,
    `create database ${name} template template0`,
  ])
  try {
    await loadPostgres(url.href, dump, { folder: config.backup.programs })
    const db = connectPostgres({ url: url.href, connections: 2, onError: () => {} })
    return await closing(db, work)
  } finally {
    await asAdmin(maintenance, [`drop database if exists ${name} with (force)`])
  }
}

async function closing<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** The same each time, so that what a killed process left behind is removed by the next. No other machine has it. */
const scratchName = (folder: string) =>
  `cashbox_check_${createHash('sha256').update(`${hostname()} ${folder}`).digest('hex').slice(0, 12)}`

async function asAdmin(url: string, statements: readonly string[]) {
  const admin = new Client({ connectionString: url })
  admin.on('error', () => {})
  await admin.connect()
  try {
    for (const statement of statements) await admin.query(statement)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
    throw new UsageError(
      'The role may not create the database that the back-up is checked in. Set CASHBOX_BACKUP_CHECK_URL to one that may, best on another machine, or say --unchecked.',
    )
  } finally {
    await admin.end()
  }
}
