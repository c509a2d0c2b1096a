import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { int4 } from '../../platform/db/columns.ts'
import { only } from '../../platform/db/database.ts'
import { dumpPostgres, requireProgram } from '../../platform/db/postgres-programs.ts'
import { sql } from '../../platform/db/sql.ts'
import { UsageError } from '../usage-error.ts'
import { copyEmbedded, knock } from './embedded-door.ts'
import { describeDatabase, packBackup } from './manifest.ts'
import { type BackupNote, noteBackup } from './note-backup.ts'

/** The database to be backed up, as it is: it is not brought up to date. */
export interface BackupSource {
  /** Its state of one moment, packed. */
  copy(): AsyncIterable<Uint8Array>
  note(note: BackupNote): Promise<unknown>
  close(): Promise<void>
}

export const openSource = (config: Config): Promise<BackupSource> =>
  config.databaseUrl === null ? openEmbeddedSource(config.dataDirectory) : openPostgresSource(config)

async function openEmbeddedSource(directory: string): Promise<BackupSource> {
  const running = await knock(directory)
  if (running) return { copy: () => running.copy(), note: (note) => running.note(note), close: async () => {} }
  if (!existsSync(join(directory, 'postgres/PG_VERSION'))) {
    throw new UsageError(`There is no database in ${directory}. Set CASHBOX_DATA_DIR or DATABASE_URL.`)
  }
  const { openEmbedded } = await import('../../platform/db/pglite.ts')
  const db = await openEmbedded({ directory })
  return { copy: () => copyEmbedded(db), note: (note) => noteBackup(db, note), close: () => db.close() }
}

/** PostgreSQL itself, because a pooler in transaction mode keeps no snapshot; as the owner, who reads everything. */
export const sessionUrlOf = ({ databaseUrl, databaseOwnerUrl, databasePooler }: Config) =>
  databaseOwnerUrl ?? databasePooler?.listenUrl ?? databaseUrl ?? ''

async function openPostgresSource(config: Config): Promise<BackupSource> {
  const ownerUrl = sessionUrlOf(config)
  const { connectPostgres } = await import('../../platform/db/postgres.ts')
  const { holdSnapshot } = await import('../../platform/db/postgres-snapshot.ts')
  const db = connectPostgres({ url: ownerUrl, connections: 2, onError: () => {} })
  const programs = { folder: config.backup.programs }
  return {
    async *copy() {
      const snapshot = await holdSnapshot(ownerUrl)
      try {
        const versions = await snapshot.db.query(
          sql`select current_setting('server_version_num')::integer as version`,
          { version: int4 },
        )
        await requireProgram('pg_dump', programs, only(versions).version)
        const manifest = { ...(await describeDatabase(snapshot.db, 'postgres')), dump_bytes: null }
        yield* packBackup(manifest, dumpPostgres(ownerUrl, snapshot.id, programs))
      } finally {
        await snapshot.release()
      }
    },
    note: (note) => noteBackup(db, note),
    close: () => db.close(),
  }
}
