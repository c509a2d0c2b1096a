import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDatabaseFolder } from '../../../test/database-folder.ts'
import { int8 } from './columns.ts'
import { ensureImage, IMAGES, readImage } from './database-image.ts'
import { migrate } from './migrate.ts'
import { openEmbedded } from './pglite.ts'
import { sql } from './sql.ts'

let folder: string
beforeAll(() => ensureImage())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cashbox-image-'))
})
afterEach(() => rm(folder, { recursive: true }))

const openNew = () => openEmbedded({ directory: folder, readDump: () => readImage() })

test('a new database that is copied from the image has every table and function, and no data of an installation', async () => {
  const db = await openNew()
  expect(await migrate(db)).toEqual([])
  const count = sql`select (select count(*) from installation) + (select count(*) from agent) as count`
  expect(await db.query(count, { count: int8 })).toEqual([{ count: 0n }])
  await db.close()
})

test('a damaged image is not used', async () => {
  await cp(IMAGES, folder, { recursive: true })
  expect(await readImage({ images: folder })).not.toBeNull()
  const name = (await readdir(folder)).find((one) => one.endsWith('.tar.gz')) ?? ''
  const whole = await readFile(join(folder, name))
  const flipped = Buffer.from(whole)
  flipped[1_000_000] = (flipped[1_000_000] ?? 0) ^ 1
  for (const damaged of [flipped, whole.subarray(0, -1), Buffer.alloc(0)]) {
    await writeFile(join(folder, name), damaged)
    expect(await readImage({ images: folder })).toBeNull()
  }
})

test('an image of other migrations is not used', async () => {
  const { folder: database, write } = await makeDatabaseFolder()
  await write('migrations/0001_other.sql', 'create table other (id integer)')
  expect(await readImage({ database })).toBeNull()
})

test('a database whose creation was cut off is created again, and a finished one is kept', async () => {
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/PG_VERSION'), '18')
  await writeFile(join(folder, 'postgres-unfinished'), '')
  const db = await openNew()
  await db.execute(sql`create table note as select 1::bigint as number`)
  await db.close()
  const again = await openNew()
  expect(await again.query(sql`select number from note`, { number: int8 })).toEqual([{ number: 1n }])
  await again.close()
})
