import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { version } from '../version.ts'
import { DATABASE_FOLDER, migrate } from './migrate.ts'
import { openEmbedded } from './pglite.ts'
import { sql } from './sql.ts'
import { readSqlFiles } from './sql-files.ts'

/** In the installation's own folder, where no other user of the machine can put something else. */
export const IMAGES = join(import.meta.dirname, '../../../../../node_modules/.cache/cashbox-database')

interface Places {
  readonly images?: string
  /** The migrations and functions that it has. */
  readonly database?: string
}

/** The image that fits this program; null when there is none, or it is damaged, which gzip's checksum shows. */
export async function readImage({ images = IMAGES, database = DATABASE_FOLDER }: Places = {}): Promise<Blob | null> {
  const path = join(images, await nameOfImage(database))
  try {
    return new Blob([await promisify(gunzip)(await readFile(path))])
  } catch {
    return null
  }
}

/** Makes the image, unless it is there, and removes those of other versions. */
export async function ensureImage(): Promise<Blob> {
  const known = await readImage()
  if (known) return known
  const image = await makeImage()
  const name = await nameOfImage(DATABASE_FOLDER)
  await mkdir(IMAGES, { recursive: true })
  // Under a name of its own until it is whole, because another process may do the same.
  const unfinished = join(IMAGES, `${name}.${process.pid}`)
  await writeFile(unfinished, await promisify(gzip)(Buffer.from(await image.arrayBuffer())))
  await rename(unfinished, join(IMAGES, name))
  const others = (await readdir(IMAGES)).filter((one) => one.endsWith('.tar.gz') && one !== name)
  for (const other of others) await rm(join(IMAGES, other), { force: true })
  return image
}

async function makeImage(): Promise<Blob> {
  const db = await openEmbedded({ directory: null })
  try {
    await migrate(db)
    // So that a copy has nothing to replay from the log.
    await db.execute(sql`checkpoint`)
    return await db.dump()
  } finally {
    await db.close()
  }
}

/** Named by all that decides its content. */
async function nameOfImage(database: string): Promise<string> {
  const folders = ['migrations', 'functions/triggers', 'functions'].map((one) => join(database, one))
  const files = (await Promise.all(folders.map(readSqlFiles))).flat()
  const parts = [version, await engineVersion(), ...files.map(({ name, checksum }) => `${name} ${checksum}`)]
  return `${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}.tar.gz`
}

async function engineVersion(): Promise<string> {
  const manifest = createRequire(import.meta.url)
    .resolve('@electric-sql/pglite')
    .replace(/dist[/\\].*$/, 'package.json')
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version
}
