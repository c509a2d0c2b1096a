import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { prepareEmptyDatabase } from '../../../test/empty-database.ts'
import { col, type Database, only, sql } from './database.ts'
import { migrate } from './migrate.ts'
import { DATABASE_FOLDER, readSchema } from './read-schema.ts'

const openEmpty = prepareEmptyDatabase()

describe("Cashbox's own tables and functions", () => {
  test('are created once, also when two processes start at the same moment', async () => {
    const [one, other] = await openEmpty()
    const applied = await Promise.all([migrate(one.withLongTimeouts()), migrate(other.withLongTimeouts())])
    const [none, all] = applied.toSorted((a, b) => a.length - b.length)
    expect([none, all]).toEqual([[], (await readSchema()).map(({ name }) => name)])
    expect(await migrate(one)).toEqual([])
  })

  test('have one home for each function', async () => {
    const schema = await readSchema()
    expect(new Set(schema.map(({ name }) => name)).size).toBe(schema.length)
    for (const { name, text: statements } of schema.filter((file) => !file.function)) {
      expect(statements, `${name} makes a function: move it to database/functions`).not.toMatch(
        /create .*\bfunction \w+\s*\(/i,
      )
    }
  })

  test('can be replicated: each row is found by a key, or by all of its values', async () => {
    const [db] = await openEmpty()
    await migrate(db.withLongTimeouts())
    const without = await db.query(
      sql`
        select relname::text as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relreplident <> 'f'
          and not exists (select 1 from pg_index where indrelid = pg_class.oid and indisprimary)`,
      { name: col.text },
    )
    expect(without).toEqual([])
  })

  test('have the checksums that were committed', async () => {
    const committed = await readFile(join(DATABASE_FOLDER, 'tables/checksums.txt'), 'utf8')
    const tables = (await readSchema()).filter((file) => !file.function)
    expect(
      committed,
      'Tables changed, so databases made before are refused. (cd apps/server/database/tables && sha256sum *.sql > checksums.txt)',
    ).toBe(tables.map(({ name, checksum }) => `${checksum}  ${name}\n`).join(''))
  })
})

describe('a database', () => {
  let db: Database
  let other: Database
  let files: Awaited<ReturnType<typeof makeDatabaseFolder>>
  const apply = () => migrate(db.withLongTimeouts(), files.folder)
  beforeEach(async () => {
    files = await makeDatabaseFolder()
    ;[db, other] = await openEmpty()
    await files.write('tables/01_note.sql', 'create table note (id integer, text text);')
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
    await files.write('tables/02_more.sql', 'insert into note (id) values (1); select 1 / 0;')
    await expect(apply()).rejects.toThrow('02_more.sql: division by zero')
    expect(await tableNames()).toEqual([])
    await files.write('tables/02_more.sql', 'insert into note (id) values (1);')
    await files.write('functions/number_of.sql', numberOf('integer', 'select missing from note'))
    await expect(apply()).rejects.toThrow('number_of.sql: column "missing" does not exist')
    expect(await tableNames()).toEqual([])
  })

  test('with the tables of another version is refused', async () => {
    await apply()
    const wrong = [
      () => files.write('tables/01_note.sql', 'create table note (id bigint);'),
      () => files.write('tables/02_more.sql', 'create table more (id integer);'),
      () => files.remove('tables/01_note.sql'),
    ]
    for (const change of wrong) {
      await change()
      await expect(apply()).rejects.toThrow('This database was made by another version of Cashbox')
    }
    expect(await tableNames()).toEqual(['note', 'schema_file'])
  })

  test('takes no file that does not end with .sql', async () => {
    await files.write('tables/notes.md', 'not a statement')
    expect(await apply()).toEqual(['01_note.sql'])
  })

  test('is created before the role of the server exists', async () => {
    await files.write('tables/01_note.sql', 'create table note (id integer);\ngrant insert on note to :server;\n')
    expect(await apply()).toEqual(['01_note.sql'])
  })

  test('has a changed function replaced in its place, and only that one', async () => {
    await files.write('functions/number_of.sql', numberOf('integer', 'select 1'))
    await files.write('functions/text_of.sql', numberOf('text', `select 'a'`).replace('number_of', 'text_of'))
    expect(await apply()).toEqual(['01_note.sql', 'number_of.sql', 'text_of.sql'])
    expect(await apply()).toEqual([])
    const oid = await oidOf('number_of')

    await files.write('functions/number_of.sql', numberOf('integer', 'select 2'))
    expect(await apply()).toEqual(['number_of.sql'])
    expect(await db.query(sql`select number_of()`, { number_of: col.int4 })).toEqual([{ number_of: 2 }])
    expect(await oidOf('number_of')).toBe(oid)
  })

  test('keeps nothing of the old form of a function with another result or other parameters', async () => {
    await files.write('functions/number_of.sql', numberOf('integer', 'select 1'))
    await apply()
    await files.write('functions/number_of.sql', numberOf('bigint', 'select 2::bigint'))
    await apply()
    expect(await signatures()).toEqual(['number_of() bigint'])
    await files.write('functions/number_of.sql', numberOf('bigint', 'select a').replace('()', '(a bigint)'))
    await apply()
    expect(await signatures()).toEqual(['number_of(bigint) bigint'])
  })

  test('loses a function whose file is gone', async () => {
    await files.write('functions/number_of.sql', numberOf('integer', 'select 1'))
    await apply()
    await files.remove('functions/number_of.sql')
    expect(await apply()).toEqual([])
    expect(await signatures()).toEqual([])
  })

  test('takes functions that call each other, in any order of their names', async () => {
    await files.write('functions/number_of.sql', numberOf('integer', 'select 1 + zero()'))
    await files.write('functions/zero.sql', numberOf('integer', 'select 0').replace('number_of', 'zero'))
    await apply()
    expect(await db.query(sql`select number_of()`, { number_of: col.int4 })).toEqual([{ number_of: 1 }])
  })

  test('refuses a change that breaks an unchanged function', async () => {
    await files.write('functions/number_of.sql', numberOf('integer', 'select 1 + zero()'))
    await files.write('functions/zero.sql', numberOf('integer', 'select 0').replace('number_of', 'zero'))
    await apply()
    await files.remove('functions/zero.sql')
    await expect(apply()).rejects.toThrow('number_of.sql: function zero() does not exist')
    expect(await db.query(sql`select number_of()`, { number_of: col.int4 })).toEqual([{ number_of: 1 }])
  })

  test('refuses a syntax error in PL/pgSQL when the function is applied', async () => {
    const broken = 'create or replace function broken() returns void language plpgsql as $$ begin perform 1 +; end $$;'
    await files.write('functions/broken.sql', broken)
    await expect(apply()).rejects.toThrow('broken.sql: syntax error')
  })

  test('binds a trigger to its function, and keeps the function from being dropped', async () => {
    const shout = `create or replace function shout() returns trigger language plpgsql as $$
      begin new.text := upper(new.text); return new; end $$;`
    await files.write('functions/triggers/shout.sql', shout)
    const bound = 'create trigger note_is_loud before insert on note for each row execute function shout();'
    await files.write('tables/02_loud.sql', bound)
    await apply()
    expect(await db.query(sql`insert into note (id, text) values (1, 'a') returning text`, { text: col.text })).toEqual(
      [{ text: 'A' }],
    )
    await files.remove('functions/triggers/shout.sql')
    await expect(apply()).rejects.toThrow('depend on it')
  })

  test('has functions applied once when two processes start at the same moment', async () => {
    await apply()
    await files.write('functions/number_of.sql', numberOf('integer', 'select 1'))
    const applied = await Promise.all([apply(), migrate(other.withLongTimeouts(), files.folder)])
    expect(applied.flat()).toEqual(['number_of.sql'])
  })

  test('takes a file that holds functions and nothing else, and applies only those that changed', async () => {
    const one = numberOf('integer', 'select 1')
    const zero = numberOf('integer', 'select 0').replace('number_of', 'zero')
    for (const wrong of [one.trimEnd() + '\n' + one, 'select 1;']) {
      await files.write('functions/numbers.sql', wrong)
      await expect(apply()).rejects.toThrow('numbers.sql must hold functions')
    }
    await files.write('functions/numbers.sql', one.trimEnd() + '\n\n' + zero)
    expect(await apply()).toEqual(expect.arrayContaining(['number_of.sql', 'zero.sql']))
    await files.write('functions/numbers.sql', one.trimEnd() + '\n\n' + zero.replace('select 0', 'select 0 + 0'))
    expect(await apply()).toEqual(['zero.sql'])
  })
})

/** A folder of tables and functions for one test, without any. */
async function makeDatabaseFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-database-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'tables'))
  await mkdir(join(folder, 'functions/triggers'), { recursive: true })
  return {
    folder,
    write: (path: string, text: string) => writeFile(join(folder, path), text),
    remove: (path: string) => rm(join(folder, path)),
  }
}
