import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { int8 } from './columns.ts'
import { isUnavailable } from './database.ts'
import { ensureImage } from './database-image.ts'
import { openEmbedded } from './pglite.ts'
import { sql } from './sql.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cashbox-disk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('with little space left nothing is begun, and everything goes on when there is space again', async () => {
  let free = 10 ** 9
  const db = await openEmbedded({ directory: folder, readDump: () => ensureImage(), freeBytes: () => free })
  await db.execute(sql`create table note (id integer)`)
  free = 10 ** 6
  const refused = [
    await failureOf(db.execute(sql`insert into note values (1)`)),
    await failureOf(db.transaction((tx) => tx.execute(sql`insert into note values (2)`))),
  ]
  expect(refused.map(isUnavailable)).toEqual([true, true])
  free = 10 ** 9
  await db.execute(sql`insert into note values (3)`)
  expect(await db.query(sql`select sum(id) as sum from note`, { sum: int8 })).toEqual([{ sum: 3n }])
  await db.close()
})
