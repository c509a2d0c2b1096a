import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { int4, text } from './columns.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openEmbedded } from './pglite.ts'
import { connectPostgres } from './postgres.ts'
import { sql } from './sql.ts'

/** An empty database of its own, reached as two processes reach it. */
async function openEmpty(): Promise<[Database, Database]> {
  const template = inject('template')
  if (template.engine === 'pglite') {
    const db = await openEmbedded({ directory: null })
    onTestFinished(() => db.close())
    return [db, db]
  }
  const name = `empty_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: template.url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = template.url.replace(/\/[^/]*$/, `/${name}`)
  const connect = () => connectPostgres({ url, connections: 2, onError: () => {} })
  const both: [Database, Database] = [connect(), connect()]
  onTestFinished(async () => {
    await Promise.all(both.map((db) => db.close()))
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return both
}

const appliedTo = async (db: Database) =>
  (await db.query(sql`select name from schema_migration order by name`, { name: text })).map(({ name }) => name)

const hasTable = async (db: Database, name: string) =>
  (await db.execute(sql`select 1 where to_regclass(${name}) is not null`)) === 1

describe("Cashbox's own migrations", () => {
  const own = async () =>
    (await readdir(join(import.meta.dirname, '../../../migrations'))).filter((name) => name.endsWith('.sql')).toSorted()

  test('are applied in order to an empty database, and not again', async () => {
    const [db] = await openEmpty()
    expect(await migrate(db)).toEqual(await own())
    expect(await migrate(db)).toEqual([])
    expect(await appliedTo(db)).toEqual(await own())
  })

  test('are applied once when two processes start at the same moment', async () => {
    const [one, other] = await openEmpty()
    const applied = await Promise.all([migrate(one), migrate(other)])
    expect(applied.flat().toSorted()).toEqual(await own())
    expect(await appliedTo(one)).toEqual(await own())
  })
})

describe('a migration', () => {
  let folder: string
  let db: Database
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cashbox-migrations-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    ;[db] = await openEmpty()
    await write('0001_first.sql', 'create table first (id integer);')
  })

  test('that fails says so, leaves nothing of itself behind and can be mended', async () => {
    await write('0002_second.sql', 'create table second (id integer); insert into first values (1); select 1 / 0;')
    await write('0003_third.sql', 'create table third (id integer);')
    await expect(migrate(db, folder)).rejects.toThrow('division by zero')
    expect(await appliedTo(db)).toEqual(['0001_first.sql'])
    expect(await hasTable(db, 'second')).toBe(false)
    expect(await hasTable(db, 'third')).toBe(false)
    expect(await db.query(sql`select id from first`, { id: int4 })).toEqual([])

    await write('0002_second.sql', 'create table second (id integer); insert into first values (1);')
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
