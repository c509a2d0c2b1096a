import { beforeEach, expect, test } from 'vitest'
import { makeDatabaseFolder } from '../../../test/database-folder.ts'
import { prepareEmptyDatabase } from '../../../test/empty-database.ts'
import { int4, int8, nullable, text } from './columns.ts'
import { type Database, only } from './database.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

const openEmpty = prepareEmptyDatabase()
let db: Database
let other: Database
let files: Awaited<ReturnType<typeof makeDatabaseFolder>>
const upgrade = () => migrate(db.patiently(), files.folder)
beforeEach(async () => {
  files = await makeDatabaseFolder()
  ;[db, other] = await openEmpty()
  await files.write('migrations/0001_note.sql', 'create table note (id integer, text text);')
})

const numberOf = (result: string, body: string) =>
  `create or replace function number_of() returns ${result} language sql as $$ ${body} $$;`

const signatures = async () =>
  (
    await db.query(
      sql`
      select oid::regprocedure || ' ' || pg_get_function_result(oid) as signature
      from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
      { signature: text },
    )
  ).map(({ signature }) => signature)

const oidOf = async (name: string) =>
  only(await db.query(sql`select ${name}::regproc::oid::int8 as oid`, { oid: int8 })).oid

test('a changed function is replaced in its place, and only that one', async () => {
  await files.write('functions/number_of.sql', numberOf('integer', 'select 1'))
  await files.write('functions/text_of.sql', numberOf('text', `select 'a'`).replace('number_of', 'text_of'))
  expect(await upgrade()).toEqual(['0001_note.sql', 'number_of.sql', 'text_of.sql'])
  expect(await upgrade()).toEqual([])
  const oid = await oidOf('number_of')

  await files.write('functions/number_of.sql', numberOf('integer', 'select 2'))
  expect(await upgrade()).toEqual(['number_of.sql'])
  expect(await db.query(sql`select number_of()`, { number_of: int4 })).toEqual([{ number_of: 2 }])
  expect(await oidOf('number_of')).toBe(oid)
})

test('a function with another result or other parameters leaves none of the old form behind', async () => {
  await files.write('functions/number_of.sql', numberOf('integer', 'select 1'))
  await upgrade()
  await files.write('functions/number_of.sql', numberOf('bigint', 'select 2::bigint'))
  await upgrade()
  expect(await signatures()).toEqual(['number_of() bigint'])
  await files.write('functions/number_of.sql', numberOf('bigint', 'select a').replace('()', '(a bigint)'))
  await upgrade()
  expect(await signatures()).toEqual(['number_of(bigint) bigint'])
})

test('a function whose file is gone is dropped', async () => {
  await files.write('functions/number_of.sql', numberOf('integer', 'select 1'))
  await upgrade()
  await files.remove('functions/number_of.sql')
  expect(await upgrade()).toEqual([])
  expect(await signatures()).toEqual([])
})

test('functions may call each other in any order of their names', async () => {
  await files.write('functions/number_of.sql', numberOf('integer', 'select 1 + zero()'))
  await files.write('functions/zero.sql', numberOf('integer', 'select 0').replace('number_of', 'zero'))
  await upgrade()
  expect(await db.query(sql`select number_of()`, { number_of: int4 })).toEqual([{ number_of: 1 }])
})

test('a function that fails undoes the migrations before it', async () => {
  await files.write('functions/number_of.sql', numberOf('integer', 'select 1'))
  await upgrade()
  await files.write('migrations/0002_more.sql', 'create table more (id integer);')
  await files.write('functions/number_of.sql', numberOf('integer', 'select missing from more'))
  await expect(upgrade()).rejects.toThrow('column "missing" does not exist')
  expect(
    await db.query(sql`select number_of(), to_regclass('more')::text as more`, {
      number_of: int4,
      more: nullable(text),
    }),
  ).toEqual([{ number_of: 1, more: null }])

  await files.write('functions/number_of.sql', numberOf('integer', 'select id from more'))
  expect(await upgrade()).toEqual(['0002_more.sql', 'number_of.sql'])
})

test('a syntax error in PL/pgSQL is found when the function is applied', async () => {
  const broken = 'create or replace function broken() returns void language plpgsql as $$ begin perform 1 +; end $$;'
  await files.write('functions/broken.sql', broken)
  await expect(upgrade()).rejects.toThrow('broken.sql: syntax error')
})

test('a migration that takes away what an unchanged function reads is refused', async () => {
  await files.write('functions/number_of.sql', numberOf('integer', 'select id from note'))
  await upgrade()
  await files.write('migrations/0002_less.sql', 'alter table note drop column id;')
  await expect(upgrade()).rejects.toThrow('number_of.sql: column "id" does not exist')
  expect(await db.query(sql`select id from note`, { id: int4 })).toEqual([])
})

test('a migration binds a trigger to its function, and keeps the function from being dropped', async () => {
  const shout = `create or replace function shout() returns trigger language plpgsql as $$
    begin new.text := upper(new.text); return new; end $$;`
  await files.write('functions/triggers/shout.sql', shout)
  const bound = 'create trigger note_is_loud before insert on note for each row execute function shout();'
  await files.write('migrations/0002_loud.sql', bound)
  expect(await upgrade()).toEqual(['shout.sql', '0001_note.sql', '0002_loud.sql'])
  expect(await db.query(sql`insert into note (id, text) values (1, 'a') returning text`, { text })).toEqual([
    { text: 'A' },
  ])

  await files.remove('functions/triggers/shout.sql')
  await expect(upgrade()).rejects.toThrow('depend on it')
  await files.write('migrations/0003_quiet.sql', 'drop trigger note_is_loud on note;')
  expect(await upgrade()).toEqual(['0003_quiet.sql'])
  expect(await signatures()).toEqual([])
})

test('functions are applied once when two processes start at the same moment', async () => {
  await upgrade()
  await files.write('functions/number_of.sql', numberOf('integer', 'select 1'))
  const applied = await Promise.all([upgrade(), migrate(other.patiently(), files.folder)])
  expect(applied.flat()).toEqual(['number_of.sql'])
})

test('a file holds exactly the function that it is named after', async () => {
  const one = numberOf('integer', 'select 1')
  for (const wrong of [one.replace('number_of', 'another'), one + '\n' + one, 'select 1;']) {
    await files.write('functions/number_of.sql', wrong)
    await expect(upgrade()).rejects.toThrow('number_of.sql must hold one')
  }
})
