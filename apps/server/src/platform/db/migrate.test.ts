import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeDatabaseFolder } from '../../../test/database-folder.ts'
import { prepareEmptyDatabase } from '../../../test/empty-database.ts'
import { int4, text } from './columns.ts'
import type { Database } from './database.ts'
import { DATABASE_FOLDER, migrate } from './migrate.ts'
import { readFunctions, readSqlFiles } from './read-schema.ts'
import { sql } from './sql.ts'

const openEmpty = prepareEmptyDatabase()

const appliedTo = async (db: Database) =>
  (await db.query(sql`select name from schema_migration order by name`, { name: text })).map(({ name }) => name)

const hasTable = async (db: Database, name: string) =>
  (await db.execute(sql`select 1 where to_regclass(${name}) is not null`)) === 1

describe("Cashbox's own tables and functions", () => {
  const migrations = join(DATABASE_FOLDER, 'migrations')
  const own = async () => {
    const folders = ['functions/triggers', 'migrations', 'functions']
    const files = await Promise.all(folders.map((folder) => readSqlFiles(join(DATABASE_FOLDER, folder))))
    return files.flat().map(({ name }) => name)
  }

  test('are applied in order to an empty database, and not again', async () => {
    const [db] = await openEmpty()
    expect(await migrate(db)).toEqual(await own())
    expect(await migrate(db)).toEqual([])
    expect(await appliedTo(db)).toEqual((await readSqlFiles(migrations)).map(({ name }) => name))
  })

  test('are applied once when two processes start at the same moment', async () => {
    const [one, other] = await openEmpty()
    const applied = await Promise.all([migrate(one.patiently()), migrate(other.patiently())])
    expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], await own()])
  })

  test('have one home for each function', async () => {
    const { triggers, others } = await readFunctions(join(DATABASE_FOLDER, 'functions'))
    const names = [...triggers, ...others].map((file) => file.function)
    expect(names).toEqual([...new Set(names)])
    for (const { name, text: statements } of await readSqlFiles(migrations)) {
      expect(statements, `${name} makes a function: move it to database/functions`).not.toMatch(
        /create .*\bfunction \w+\s*\(/i,
      )
    }
  })

  test('keep every migration as it was committed', async () => {
    const lines = (await readFile(join(migrations, 'checksums.txt'), 'utf8')).split('\n')
    const committed = new Map(
      lines.filter((line) => /^\w/.test(line)).map((line) => [line.slice(66), line.slice(0, 64)]),
    )
    for (const { name, checksum } of await readSqlFiles(migrations)) {
      const add = `(cd apps/server/database/migrations && sha256sum ${name} >> checksums.txt)`
      expect(committed.has(name), `${name} is new. When it is final, add its line:\n${add}`).toBe(true)
      const why = `${name} differs from checksums.txt. Databases have it already: restore it and write a new migration.`
      expect(committed.get(name), why).toBe(checksum)
      committed.delete(name)
    }
    expect([...committed.keys()], 'migrations in checksums.txt without a file: restore them').toEqual([])
  })

  test('number every text that a function has had, so that an older program knows a newer one', async () => {
    const folder = join(DATABASE_FOLDER, 'functions')
    const lines = (await readFile(join(folder, 'checksums.txt'), 'utf8')).split('\n')
    const last = new Map(lines.map((line) => [basename(line.slice(66)), line.slice(0, 64)]))
    const { triggers, others } = await readFunctions(folder)
    for (const [path, { name, checksum }] of [
      ...triggers.map((file) => [`triggers/${file.name}`, file] as const),
      ...others.map((file) => [file.name, file] as const),
    ]) {
      const add = `(cd apps/server/database/functions && sha256sum ${path} >> checksums.txt)`
      expect(last.get(name), `${name} changed. Keep its older lines and add one:\n${add}`).toBe(checksum)
    }
  })
})

describe('a migration', () => {
  let folder: string
  let db: Database
  let write: (name: string, text: string) => Promise<void>
  beforeEach(async () => {
    const made = await makeDatabaseFolder()
    folder = made.folder
    write = (name, text) => made.write(`migrations/${name}`, text)
    ;[db] = await openEmpty()
    await write('0001_first.sql', 'create table first (id integer);')
  })

  test('that fails is named, leaves nothing of the whole upgrade behind and can be corrected', async () => {
    await migrate(db, folder)
    await write('0002_second.sql', 'create table second (id integer);')
    await write('0003_third.sql', 'insert into first (id) values (1); select 1 / 0;')
    await expect(migrate(db, folder)).rejects.toThrow('0003_third.sql: division by zero')
    expect(await appliedTo(db)).toEqual(['0001_first.sql'])
    expect(await hasTable(db, 'second')).toBe(false)
    expect(await db.query(sql`select id from first`, { id: int4 })).toEqual([])

    await write('0003_third.sql', 'insert into first (id) values (1);')
    expect(await migrate(db, folder)).toEqual(['0002_second.sql', '0003_third.sql'])
    expect(await db.query(sql`select id from first`, { id: int4 })).toEqual([{ id: 1 }])
  })

  test('that was changed after it had been applied is refused, and so is everything after it', async () => {
    await migrate(db, folder)
    await write('0001_first.sql', 'create table first (id bigint);')
    await write('0002_second.sql', 'create table second (id integer);')
    await expect(migrate(db, folder)).rejects.toThrow('0001_first.sql was changed')
    expect(await hasTable(db, 'second')).toBe(false)
  })

  test('that is slipped in before an applied one is refused', async () => {
    await migrate(db, folder)
    await write('0000_before.sql', 'create table before (id integer);')
    await expect(migrate(db, folder)).rejects.toThrow('another version of Cashbox')
    expect(await hasTable(db, 'before')).toBe(false)
  })

  test('of a newer version is not overlooked', async () => {
    await migrate(db, folder)
    await db.execute(sql`insert into schema_migration (name, checksum) values ('0009_future.sql', 'x')`)
    await expect(migrate(db, folder)).rejects.toThrow('0009_future.sql')
  })

  test('is only looked for in files that end with .sql', async () => {
    await write('notes.md', 'not a statement')
    expect(await migrate(db, folder)).toEqual(['0001_first.sql'])
  })
})
