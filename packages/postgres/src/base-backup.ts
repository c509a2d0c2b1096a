import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarPacker, type TarPackController } from 'modern-tar'
import { unpackTar } from 'modern-tar/fs'
import { Client } from 'pg'

/** PostgreSQL creates these again when it starts; the WAL is copied at the end. */
const NOT_COPIED =
  /^postmaster\.|^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|pgsql_tmp/

/** The data folder of a running PostgreSQL as a tar file, by the low-level API for base back-ups. */
export function copyDataFolder(url: string, folder: string): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker()
  packDataFolder(url, folder, controller).then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  )
  return readable
}

async function packDataFolder(url: string, folder: string, tar: TarPackController) {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    // Keeps the WAL until it is copied. The slot ends with the connection.
    await client.query(`select pg_create_physical_replication_slot('cashbox_backup_${process.pid}', true, true)`)
    await client.query("select pg_backup_start('cashbox', true)")
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const name = relative(folder, path)
      if (NOT_COPIED.test(name)) continue
      if (entry.isDirectory()) await tar.add({ name: `${name}/`, type: 'directory', mode: 0o700, size: 0 }).close()
      else if (entry.isFile()) await addFile(tar, name, path)
    }
    const { rows } = await client.query<{ label: string; last: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    )
    const { label = '', last = '' } = rows[0] ?? {}
    await addText(tar, 'backup_label', label)
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
    for (const name of await readdir(join(folder, 'pg_wal'))) {
      const isNeeded = name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
      if (isNeeded) await addFile(tar, `pg_wal/${name}`, join(folder, 'pg_wal', name))
    }
  } finally {
    await client.end()
  }
}

async function addText(tar: TarPackController, name: string, text: string) {
  const content = Buffer.from(text)
  const body = tar.add({ name, mode: 0o600, size: content.length }).getWriter()
  await body.write(content)
  await body.close()
}

const PART_BYTES = 1024 * 1024

/** A file may be removed or shortened meanwhile: replaying the WAL repairs it. */
async function addFile(tar: TarPackController, name: string, path: string) {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (!file) return
  try {
    await addContent(tar, name, file)
  } finally {
    await file.close()
  }
}

async function addContent(tar: TarPackController, name: string, file: FileHandle) {
  const { size } = await file.stat()
  const body = tar.add({ name, mode: 0o600, size }).getWriter()
  for (let left = size; left > 0; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(left, PART_BYTES)))
    const part = bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead)
    await body.write(part)
    left -= part.length
  }
  await body.close()
}

export async function unpackDataFolder(parts: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await pipeline(Readable.from(parts), unpackTar(folder))
}
