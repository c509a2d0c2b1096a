import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { makeDatabaseFolder } from '../../../test/database-folder.ts'
import { prepareEmptyDatabase } from '../../../test/empty-database.ts'
import { int4 } from './columns.ts'
import { type Database, only } from './database.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

const openEmpty = prepareEmptyDatabase()
let db: Database
type Release = Awaited<ReturnType<typeof makeDatabaseFolder>>
let [old, next]: Release[] = []
const upgradeTo = (release: Release | undefined) => migrate(db, release?.folder)

const numberOf = (number: number) =>
  `create or replace function number_of() returns integer language sql as $$ select ${number} $$;`

/** The texts that the function has had up to this release. */
async function writeNumber(release: Release | undefined, ...numbers: number[]) {
  const line = (number: number) => `${createHash('sha256').update(numberOf(number)).digest('hex')}  number_of.sql\n`
  await release?.write('functions/checksums.txt', numbers.map(line).join(''))
  await release?.write('functions/number_of.sql', numberOf(numbers.at(-1) ?? 0))
}

const numberNow = async () => only(await db.query(sql`select number_of()`, { number_of: int4 })).number_of

beforeEach(async () => {
  ;[old, next] = [await makeDatabaseFolder(), await makeDatabaseFolder()]
  ;[db] = await openEmpty()
  for (const release of [old, next]) {
    await release?.write('migrations/0001_note.sql', 'create table note (id integer, text text);')
    await writeNumber(release, 1)
  }
  await upgradeTo(old)
})

test('an old and a new release that start in turn leave the newer functions in place', async () => {
  await writeNumber(next, 1, 2)
  expect(await upgradeTo(next)).toEqual(['number_of.sql'])
  for (const release of [old, next, old]) expect(await upgradeTo(release)).toEqual([])
  expect(await numberNow()).toBe(2)
})

test('a function that goes back to an older text is newer all the same', async () => {
  await writeNumber(old, 1, 2)
  await writeNumber(next, 1, 2, 1)
  for (const release of [old, next, old]) await upgradeTo(release)
  expect(await numberNow()).toBe(1)
})

test('a function that only the newer release has is not dropped by the old one', async () => {
  await old?.remove('functions/number_of.sql')
  await old?.write('functions/checksums.txt', '')
  expect(await upgradeTo(next)).toEqual([])
  await upgradeTo(old)
  expect(await numberNow()).toBe(1)
})

test('a program refuses a database with a migration that it does not know', async () => {
  await next?.write('migrations/0002_more.sql', 'alter table note add column more text;')
  await upgradeTo(next)
  await expect(upgradeTo(old)).rejects.toThrow('another version of Cashbox: it has migration 0002_more.sql')
})

test('two programs of which each has something that the other lacks do not share a database', async () => {
  await writeNumber(next, 1, 2)
  await upgradeTo(next)
  await old?.write('migrations/0002_other.sql', 'create table other (id integer);')
  await expect(upgradeTo(old)).rejects.toThrow('it has number_of and lacks 0002_other.sql')
  expect(await numberNow()).toBe(2)
})
