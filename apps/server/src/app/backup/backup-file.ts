import { createReadStream } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../../config.ts'
import { openStream, type Seal, sealStream } from '../../platform/sealed-stream.ts'
import { UsageError } from '../usage-error.ts'
import { type Manifest, unpackBackup } from './manifest.ts'

const KEY_LENGTH = 24

/** From the file that CASHBOX_BACKUP_KEY_FILE names. */
export async function readSeal({ backup: { keyFile } }: Pick<Config, 'backup'>): Promise<Seal> {
  if (keyFile === null) {
    throw new UsageError(
      'CASHBOX_BACKUP_KEY_FILE is missing. Make a key with "openssl rand -hex 32 > FILE", and keep a copy of it apart from this machine: no back-up opens without it.',
    )
  }
  const secret = await readFile(keyFile, 'utf8').catch((error: Error) => {
    throw new UsageError(`CASHBOX_BACKUP_KEY_FILE can't be read: ${error.message}`)
  })
  if (secret.trim().length < KEY_LENGTH) {
    throw new UsageError(`CASHBOX_BACKUP_KEY_FILE must have at least ${KEY_LENGTH} characters.`)
  }
  return { secret: secret.trim() }
}

/** Writes a sealed file and has it on disk when it returns. What could not be written whole is removed. */
export async function writeBackup(path: string, packed: AsyncIterable<Uint8Array>, seal: Seal): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    let bytes = 0
    for await (const part of sealStream(packed, seal)) {
      await file.writeFile(part)
      bytes += part.length
    }
    await file.sync()
    await file.close()
    return bytes
  } catch (error) {
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}

/** So that a new name survives a lost power supply. */
export async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What it says of itself, and its dump, each part of which is proven before it is handed out. */
export const readBackup = (
  path: string,
  seal: Seal,
): Promise<{ manifest: Manifest; dump: AsyncIterable<Uint8Array> }> =>
  unpackBackup(openStream(createReadStream(path, { highWaterMark: 1024 * 1024 }), seal))

/** Reads all of a back-up, so that nothing is begun with one that is damaged or cut off. */
export async function proveBackup(path: string, seal: Seal): Promise<Manifest> {
  const { manifest, dump } = await readBackup(path, seal)
  for await (const _ of dump);
  return manifest
}
