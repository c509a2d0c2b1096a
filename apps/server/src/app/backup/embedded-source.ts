import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { openEmbedded } from '../../platform/db/pglite.ts'
import { UsageError } from '../usage-error.ts'
import { type BackupSource, closing, noteBackup } from './backup-source.ts'
import { connect, copyEmbedded } from './embedded-door.ts'

const gather = async (parts: AsyncIterable<Uint8Array>) =>
  new Blob(await Array.fromAsync(parts, (part) => new Uint8Array(part)))

export async function openEmbeddedSource(directory: string): Promise<BackupSource> {
  const inScratch: BackupSource['inScratch'] = async (parts, work) => {
    const copy = await gather(parts)
    return closing(await openEmbedded({ directory: null, readDump: async () => copy }), work)
  }
  const running = await connect(directory)
  if (running) {
    return {
      kind: 'tar',
      copy: async (work) => work(await running.copy()),
      inScratch,
      note: running.note,
      close: async () => {},
    }
  }
  if (!existsSync(join(directory, 'postgres/PG_VERSION'))) {
    throw new UsageError(`There is no database in ${directory}. Set CASHBOX_DATA_DIR or DATABASE_URL.`)
  }
  const db = await openEmbedded({ directory })
  return {
    kind: 'tar',
    copy: async (work) => work(await copyEmbedded(db)),
    inScratch,
    note: (note) => noteBackup(db, note),
    close: () => db.close(),
  }
}

export async function openEmbeddedTarget({ databaseUrl, databaseOwnerUrl, dataDirectory: name }: Config) {
  if (databaseUrl !== null || databaseOwnerUrl !== null) {
    throw new UsageError('This is a back-up of an embedded database. Unset DATABASE_URL to restore it.')
  }
  if (existsSync(join(name, 'postgres'))) {
    throw new UsageError(`${name} already has a database. Set CASHBOX_DATA_DIR to an empty folder.`)
  }
  const load = async (parts: AsyncIterable<Uint8Array>) => {
    const copy = await gather(parts)
    await (await openEmbedded({ directory: name, readDump: async () => copy })).close()
  }
  return { name, load }
}
