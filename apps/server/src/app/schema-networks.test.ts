import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { col, type Database, only, sql } from '@cashbox/postgres/database'
import { takeLock, toNetwork } from '@cashbox/postgres/network'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { SERVER_ROLE } from '@cashbox/testing/postgres/template'
import { openTestDatabase } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { grantRights, migrate, ROOMS_FOLDER } from './schema.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const connect = (network: string, url = database.ownerUrl) => {
  const db = connectPostgres({ url, network, connections: 2, onError: () => {} })
  onTestFinished(() => db.close())
  return db
}

const names = async (db: Database, schema: string) =>
  (
    await db.query(
      sql`
        select relname::text as name from pg_class where relnamespace = to_regnamespace(${schema})
        union all select proname::text from pg_proc where pronamespace = to_regnamespace(${schema}) order by 1`,
      { name: col.text },
    )
  ).map(({ name }) => name)

describe('a second network in a database', () => {
  test('has the same tables and functions, and nothing is in public', async () => {
    const db = connect('second')
    await migrate(db.withLongTimeouts())
    expect(await names(db, 'second')).toEqual(await names(db, 'cashbox'))
    expect(await names(db, 'public')).toEqual([])
    expect(await db.execute(sql`select 1 from channel where not is_demo`)).toBe(0)
  })

  test('has functions that run as the owner in its own tables, whatever the caller has in its search path', async () => {
    const db = connect('third')
    await migrate(db.withLongTimeouts())
    await db.transaction((tx) => grantRights(tx, SERVER_ROLE))
    const paths = await db.query(
      sql`select array_to_string(proconfig, ' ') as path from pg_proc where prosecdef and pronamespace = 'third'::regnamespace`,
      { path: col.text },
    )
    expect(paths.length).toBeGreaterThan(0)
    for (const { path } of paths) expect(path).toMatch(/^search_path=third, ?pg_temp\b/)
    // The role may make temporary tables, and gives one the name of a real one.
    const server = connect('third', database.url)
    await server.transaction(async (tx) => {
      await tx.script('create temporary table webhook_attempt_old (event_id uuid)')
      await tx.script('set local search_path = pg_temp, third')
      await tx.script("select forget_attempts(now() - interval '1 year')")
    })
  })

  test('takes locks and receives messages beside the first one, not with it', async () => {
    const [one, other] = [connect('cashbox'), connect('fourth')]
    await migrate(other.withLongTimeouts())
    const heard: string[] = []
    const listening = await other.listen('news', (message) => void heard.push(message))
    onTestFinished(() => listening.stop())
    await one.transaction(async (tx) => {
      await takeLock(tx, 'a lock')
      // Would wait for the first one to end, which is never.
      await other.transaction((inner) => takeLock(inner, 'a lock'))
    })
    await one.notify('news', 'of cashbox')
    while (heard.length === 0) await other.notify('news', 'of fourth')
    expect(new Set(heard)).toEqual(new Set(['of fourth']))
  })
})

describe('a start', () => {
  test('is refused where tables of an earlier program are in public', async () => {
    const db = connect('fifth')
    await db.transaction((tx) => tx.script('create table public.schema_file (name text)'))
    await expect(migrate(db)).rejects.toThrow('another version of Cashbox')
    await db.transaction((tx) => tx.script('drop table public.schema_file'))
  })

  test('says what is missing to a role that may not create a schema, or not use it', async () => {
    await expect(migrate(connect('sixth', database.url))).rejects.toThrow('there is no schema sixth')
    await database.db.transaction((tx) => tx.script('create schema sixth'))
    await expect(migrate(connect('sixth', database.url))).rejects.toThrow('may not use the schema sixth')
  })

  test('is refused when statements would use another schema, as behind a pooler whose role has no setting', async () => {
    const pooler = { listenUrl: database.ownerUrl, keepsStatements: true }
    const db = connectPostgres({
      url: database.ownerUrl,
      network: 'cashbox',
      pooler,
      connections: 1,
      onError: () => {},
    })
    onTestFinished(() => db.close())
    await expect(migrate(db)).rejects.toThrow('uses the schema public instead of cashbox')
  })
})

test('settings in the address of a database are kept, and do not replace the search path', async () => {
  const url = new URL(database.ownerUrl)
  url.searchParams.set('options', '-c search_path=public -c work_mem=5MB')
  url.searchParams.set('application_name', 'cashbox-0123456789ab')
  const row = only(
    await connect('cashbox', url.href).query(
      sql`
        select current_schema()::text as schema, current_setting('work_mem') as memory,
               current_setting('lock_timeout') as lock, current_setting('application_name') as name`,
      { schema: col.text, memory: col.text, lock: col.text, name: col.text },
    ),
  )
  expect(row).toEqual({ schema: 'cashbox', memory: '5MB', lock: '5s', name: 'cashbox-0123456789ab cashbox' })
  expect(toNetwork('postgres://u@h/d', 'one', 'of the role')).toEqual({
    application_name: 'cashbox one',
    connectionString: 'postgres://u@h/d',
  })
})

test('every lock and every message of the program names its network', () => {
  const files = [
    join(ROOMS_FOLDER, '**/*.{sql,ts}'),
    join(ROOMS_FOLDER, '../../{operations/src/**,../packages/postgres/src}/*.ts'),
  ]
    .flatMap((pattern) => globSync(pattern))
    // A move asks with a random lock whether two addresses lead to one database.
    .filter((path) => !/\.test\.ts$|check-databases\.ts$/.test(path))
  const lines = files.flatMap((path) => readFileSync(path, 'utf8').split(/;|`/))
  const shared = lines.filter((line) => /\bpg_(try_)?advisory\w*lock|\bpg_notify\(|^(un)?listen "?/.test(line.trim()))
  expect(shared.length).toBeGreaterThan(4)
  for (const line of shared) expect(line).toMatch(/current_schema\(\)|\$\{network\}|\$\{channel/)
})

test('no function names a schema, and none in the language SQL reads a table', async () => {
  const functions = await database.db.query(
    sql`
      select proname::text as name, lanname::text as language, prosrc as body from pg_proc
      join pg_language on pg_language.oid = prolang where pronamespace = current_schema()::regnamespace`,
    { name: col.text, language: col.text, body: col.text },
  )
  expect(new Set(functions.map(({ language }) => language))).toEqual(new Set(['sql', 'plpgsql']))
  const wrong = functions.filter(
    ({ language, body }) =>
      /\b(public|pg_catalog|cashbox)\.\w/.test(body) ||
      (language === 'sql' && /\b(from|join|into|update)\s+\w+/.test(body.replaceAll(/extract\([^)]*\)/g, ''))),
  )
  expect(wrong).toEqual([])
  for (const path of globSync(join(ROOMS_FOLDER, '**/*.sql')))
    expect(readFileSync(path, 'utf8'), path).not.toMatch(/\bsearch_path =/)
})
