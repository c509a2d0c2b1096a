import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { prepareEmptyDatabase } from '@cashbox/testing/postgres/empty-database'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { col, type Database, only, sql } from './database.ts'
import { migrate } from './migrate.ts'
import { readSchema } from './read-schema.ts'

const openEmpty = prepareEmptyDatabase()

describe('a database', () => {
  let db: Database
  let other: Database
  let files: Awaited<ReturnType<typeof makeDatabaseFolder>>
  const apply = async (on = db) => migrate(on.withLongTimeouts(), await readSchema(files.folder, ['notes', 'more']))
  beforeEach(async () => {
    files = await makeDatabaseFolder()
    ;[db, other] = await openEmpty()
    await files.write('notes/tables.sql', 'create table note (id integer, text text);')
  })

  const numberOf = (result: string, body: string) =>
    `create or replace function number_of() returns ${result} language sql as $$ ${body} $$;`

  const signatures = async () =>
    (
      await db.query(
        sql`
          select oid::regprocedure || ' ' || pg_get_function_result(oid) as signature
          from pg_proc where pronamespace = current_schema()::regnamespace order by 1`,
        { signature: col.text },
      )
    ).map(({ signature }) => signature)

  const tableNames = async () =>
    (
      await db.query(
        sql`select tablename::text as name from pg_tables where schemaname = current_schema() order by 1`,
        {
          name: col.text,
        },
      )
    ).map(({ name }) => name)

  const oidOf = async (name: string) =>
    only(await db.query(sql`select ${name}::regproc::oid::int8 as oid`, { oid: col.int8 })).oid

  test('keeps nothing of a file that fails, whose name the error has', async () => {
    await files.write('more/tables.sql', 'insert into note (id) values (1); select 1 / 0;')
    await expect(apply()).rejects.toThrow('more/tables.sql: division by zero')
    expect(await tableNames()).toEqual([])
    await files.write('more/tables.sql', 'insert into note (id) values (1);')
    await files.write('notes/functions/number_of.sql', numberOf('integer', 'select missing from note'))
    await expect(apply()).rejects.toThrow('number_of.sql: column "missing" does not exist')
    expect(await tableNames()).toEqual([])
  })

  test('with the tables of another version is refused', async () => {
    await apply()
    const wrong = [
      () => files.write('notes/tables.sql', 'create table note (id bigint);'),
      () => files.write('more/tables.sql', 'create table more (id integer);'),
      () => files.remove('notes/tables.sql'),
    ]
    for (const change of wrong) {
      await change()
      await expect(apply()).rejects.toThrow('This database was made by another version of Cashbox')
    }
    expect(await tableNames()).toEqual(['note', 'schema_file'])
  })

  test('takes no file that does not end with .sql', async () => {
    await files.write('notes/tables.md', 'not a statement')
    expect(await apply()).toEqual(['notes/tables.sql'])
  })

  test('is created before the role of the server exists', async () => {
    await files.write('notes/tables.sql', 'create table note (id integer);\ngrant insert on note to :server;\n')
    expect(await apply()).toEqual(['notes/tables.sql'])
  })

  test('has a changed function replaced in its place, and only that one', async () => {
    await files.write('notes/functions/number_of.sql', numberOf('integer', 'select 1'))
    await files.write('notes/functions/text_of.sql', numberOf('text', `select 'a'`).replace('number_of', 'text_of'))
    expect(await apply()).toEqual(['notes/tables.sql', 'number_of.sql', 'text_of.sql'])
    expect(await apply()).toEqual([])
    const oid = await oidOf('number_of')

    await files.write('notes/functions/number_of.sql', numberOf('integer', 'select 2'))
    expect(await apply()).toEqual(['number_of.sql'])
    expect(await db.query(sql`select number_of()`, { number_of: col.int4 })).toEqual([{ number_of: 2 }])
    expect(await oidOf('number_of')).toBe(oid)
  })

  test('keeps nothing of the old form of a function with another result or other parameters', async () => {
    await files.write('notes/functions/number_of.sql', numberOf('integer', 'select 1'))
    await apply()
    await files.write('notes/functions/number_of.sql', numberOf('bigint', 'select 2::bigint'))
    await apply()
    expect(await signatures()).toEqual(['number_of() bigint'])
    await files.write('notes/functions/number_of.sql', numberOf('bigint', 'select a').replace('()', '(a bigint)'))
    await apply()
    expect(await signatures()).toEqual(['number_of(bigint) bigint'])
  })

  test('loses a function whose file is gone', async () => {
    await files.write('notes/functions/number_of.sql', numberOf('integer', 'select 1'))
    await apply()
    await files.remove('notes/functions/number_of.sql')
    expect(await apply()).toEqual([])
    expect(await signatures()).toEqual([])
  })

  test('takes functions that call each other, in any order of their names', async () => {
    await files.write('notes/functions/number_of.sql', numberOf('integer', 'select 1 + zero()'))
    await files.write('notes/functions/zero.sql', numberOf('integer', 'select 0').replace('number_of', 'zero'))
    await apply()
    expect(await db.query(sql`select number_of()`, { number_of: col.int4 })).toEqual([{ number_of: 1 }])
  })

  test('refuses a change that breaks an unchanged function', async () => {
    await files.write('notes/functions/number_of.sql', numberOf('integer', 'select 1 + zero()'))
    await files.write('notes/functions/zero.sql', numberOf('integer', 'select 0').replace('number_of', 'zero'))
    await apply()
    await files.remove('notes/functions/zero.sql')
    await expect(apply()).rejects.toThrow('number_of.sql: function zero() does not exist')
    expect(await db.query(sql`select number_of()`, { number_of: col.int4 })).toEqual([{ number_of: 1 }])
  })

  test('refuses a syntax error in PL/pgSQL when the function is applied', async () => {
    const broken = 'create or replace function broken() returns void language plpgsql as $$ begin perform 1 +; end $$;'
    await files.write('notes/functions/broken.sql', broken)
    await expect(apply()).rejects.toThrow('broken.sql: syntax error')
  })

  test('binds a trigger to its function, and keeps the function from being dropped', async () => {
    const shout = `create or replace function shout() returns trigger language plpgsql as $$
      begin new.text := upper(new.text); return new; end $$;`
    await files.write('notes/loud/functions/shout.sql', shout)
    const bound = 'create trigger note_is_loud before insert on note for each row execute function shout();'
    await files.write('notes/loud/tables.sql', bound)
    await apply()
    expect(await db.query(sql`insert into note (id, text) values (1, 'a') returning text`, { text: col.text })).toEqual(
      [{ text: 'A' }],
    )
    await files.remove('notes/loud/functions/shout.sql')
    await expect(apply()).rejects.toThrow('depend on it')
  })

  test('has functions applied once when two processes start at the same moment', async () => {
    await apply()
    await files.write('notes/functions/number_of.sql', numberOf('integer', 'select 1'))
    const applied = await Promise.all([apply(), apply(other)])
    expect(applied.flat()).toEqual(['number_of.sql'])
  })

  test('takes a file that holds functions and nothing else, and applies only those that changed', async () => {
    const one = numberOf('integer', 'select 1')
    const zero = numberOf('integer', 'select 0').replace('number_of', 'zero')
    for (const wrong of [one.trimEnd() + '\n' + one, 'select 1;']) {
      await files.write('notes/functions/numbers.sql', wrong)
      await expect(apply()).rejects.toThrow('numbers.sql must hold functions')
    }
    await files.write('notes/functions/numbers.sql', one.trimEnd() + '\n\n' + zero)
    expect(await apply()).toEqual(expect.arrayContaining(['number_of.sql', 'zero.sql']))
    await files.write('notes/functions/numbers.sql', one.trimEnd() + '\n\n' + zero.replace('select 0', 'select 0 + 0'))
    expect(await apply()).toEqual(['zero.sql'])
  })
})

/** A folder of tables and functions for one test, without any. */
async function makeDatabaseFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-database-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'tables'))
  await mkdir(join(folder, 'notes/functions/triggers'), { recursive: true })
  return {
    folder,
    async write(path: string, text: string) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    },
    remove: (path: string) => rm(join(folder, path)),
  }
}
