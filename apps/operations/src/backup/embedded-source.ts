import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyDataFolder, unpackDataFolder } from '@cashbox/postgres/base-backup'
import { closing } from '@cashbox/postgres/database'
import { fillEmbeddedPostgres, findPlace, openEmbeddedPostgres } from '@cashbox/postgres/embedded-postgres'
import { connectForCommand } from '@cashbox/postgres/postgres'
import { stopPostgres } from '@cashbox/postgres/postgres-process'
import type { Config } from '@cashbox/server/platform/config'
import { UsageError } from '../command-line/help.ts'
import { type BackupSource, noteBackup } from './backup-source.ts'

export async function openEmbeddedSource({ dataDirectory: directory, network }: Config): Promise<BackupSource> {
  const { data } = await findPlace(directory)
  if (!existsSync(data)) {
    throw new UsageError(`There is no database in ${directory}. Set CASHBOX_DATA_DIR or DATABASE_URL.`)
  }
  const { url, ...db } = await open(directory, network)
  // The same each time, so that what a killed process left behind is removed by the next.
  const scratch = join(directory, 'backup-check')
  return {
    kind: 'tar',
    refuseWithoutRights: async () => {},
    copy: async (work) =>
      work({
        madeAt: new Date(),
        rows: null,
        parts: copyDataFolder(url, data),
      }),
    async inScratch(parts, work) {
      await remove(scratch)
      try {
        await fill(scratch, parts)
        return await closing(await open(scratch, network), work)
      } finally {
        await remove(scratch)
      }
    },
    note: (note) => noteBackup(db, note),
    close: db.close,
  }
}

async function open(directory: string, network: string) {
  const embedded = await openEmbeddedPostgres(directory, () => {})
  const db = connectForCommand(embedded.url, network)
  return { ...db, url: embedded.url, close: () => db.close().then(() => embedded.close()) }
}

const fill = (directory: string, parts: AsyncIterable<Uint8Array>) =>
  fillEmbeddedPostgres(directory, (folder) => unpackDataFolder(parts, folder))

async function remove(directory: string) {
  const { folder, data } = await findPlace(directory)
  await stopPostgres(data)
  for (const path of [folder, directory]) await rm(path, { recursive: true, force: true })
}

/** Refuses a folder that has a database already. */
export async function openEmbeddedTarget({ databaseUrl, databaseOwnerUrl, dataDirectory: name }: Config) {
  if (databaseUrl !== null || databaseOwnerUrl !== null) {
    throw new UsageError('This is a back-up of an embedded database. Unset DATABASE_URL to restore it.')
  }
  if (existsSync((await findPlace(name)).data)) {
    throw new UsageError(`${name} already has a database. Set CASHBOX_DATA_DIR to an empty folder.`)
  }
  return { name, load: (parts: AsyncIterable<Uint8Array>) => fill(name, parts) }
}
