import { col, type Database, only, sql } from '@cashbox/postgres/database'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { readConfig } from '@cashbox/server/app/config'
import { SERVER_ROLE, TEST_SECRET } from '@cashbox/testing/postgres/template'
import { runCommand } from '@cashbox/testing/server-process'
import { openTestDatabase } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { networkCommand } from './network-command.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const env = () => ({
  DATABASE_URL: database.url,
  DATABASE_OWNER_URL: database.ownerUrl,
  CASHBOX_MODE: 'sandbox',
  CASHBOX_SECRET: TEST_SECRET,
})

async function network(...args: string[]) {
  const lines: string[] = []
  await networkCommand(readConfig(env()), args, (line) => void lines.push(line))
  return lines.join('\n')
}

async function within<T>(name: string, work: (db: Database) => Promise<T>, url = database.ownerUrl) {
  const db = connectPostgres({ url, network: name, connections: 2, onError: () => {} })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

test('a network is created with its own role, whose password works, and which sees no other network', async () => {
  const role = `second_${process.pid}_${Date.now()}`
  const printed = await network('create', 'second', '--role', role)
  const [, password = ''] = /password (\S+)/.exec(printed) ?? []
  const url = new URL(database.url)
  url.username = role
  url.password = password
  try {
    const paths = await within(
      'second',
      async (db) => {
        await db.execute(sql`insert into clock_jump (noticed_at, host, seconds) values (now(), 'here', 1)`)
        return db.query(
          sql`select setting from pg_db_role_setting cross join unnest(setconfig) as setting
              where setrole = current_user::regrole`,
          { setting: col.text },
        )
      },
      url.href,
    )
    expect(paths).toEqual([{ setting: 'search_path=second, pg_temp' }])
    await expect(within('cashbox', (db) => db.execute(sql`select 1 from agent`), url.href)).rejects.toThrow(
      'does not exist',
    )
    const { code, output } = await runCommand('verify', { ...env(), DATABASE_URL: url.href, CASHBOX_NETWORK: 'second' })
    expect([code, output]).toEqual([0, expect.not.stringContaining('FAILED')])
  } finally {
    expect(await network('remove', 'second', '--confirm', 'second')).toContain('Removed the network second')
    await database.db.transaction((tx) => tx.script(`drop owned by ${role}; drop role ${role}`))
  }
})

test('a name that is taken, or that is SQL, is refused, and nothing is changed', async () => {
  const schemas = () =>
    database.db.query(sql`select nspname::text as name from pg_namespace order by 1`, { name: col.text })
  const before = await schemas()
  await expect(network('create', 'cashbox')).rejects.toThrow('There is a schema cashbox in this database already')
  for (const name of ['public', 'pg_one', 'One', 'one; drop schema cashbox cascade', 'a'.repeat(41)])
    await expect(network('create', name)).rejects.toThrow('The name of a network is')
  await expect(network('create')).rejects.toThrow('Usage:')
  expect(await schemas()).toEqual(before)
})

test('of two that are created with one name at the same moment, one is refused', async () => {
  const results = await Promise.allSettled([network('create', 'twice'), network('create', 'twice')])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await network('remove', 'twice', '--confirm', 'twice')
})

test('the list has each network with its release, mode, agents and last confirmation', async () => {
  await network('create', 'newer')
  await within('newer', (db) => db.execute(sql`update schema_file set checksum = 'of another' where signature is null`))
  await database.db.execute(sql`insert into installation (mode) values ('sandbox') on conflict do nothing`)
  const lines = (await network('list')).split('\n')
  expect(lines).toEqual([
    expect.stringMatching(
      /^cashbox  active, \d+ [kMG]B, up to date, sandbox, \d+ agents, last confirmation \d{4}-.*Z$/,
    ),
    expect.stringMatching(/^newer  active, \d+ kB, its tables are of another release$/),
  ])
  // Beside a schema of a newer release the older program works on in its own, and refuses the other one.
  const own = await runCommand('verify', env())
  expect(own.code).toBe(0)
  const other = await runCommand('verify', { ...env(), CASHBOX_NETWORK: 'newer' })
  expect([other.code, other.output]).toEqual([1, expect.stringContaining('made by another version of Cashbox')])
  await network('remove', 'newer', '--confirm', 'newer')
})

test('a network that holds money is not removed, and the refusal names the amounts', async () => {
  const agents = () => database.db.execute(sql`select 1 from agent`)
  const before = await agents()
  await expect(network('remove', 'cashbox')).rejects.toThrow('repeat it with --confirm cashbox')
  await expect(network('remove', 'cashbox', '--confirm', 'cashbox')).rejects.toThrow(
    /holds money:\n(.*\n)* {2}float: [\d.]+ UZS \(6\)/,
  )
  await database.db.execute(sql`delete from installation`)
  await database.db.execute(sql`insert into installation (mode) values ('production')`)
  const asked = network('remove', 'cashbox', '--confirm', 'cashbox', '--play-money')
  await expect(asked).rejects.toThrow('Pay it out or settle it')
  expect(await agents()).toBe(before)
  await database.db.execute(sql`delete from installation`)
  await database.db.execute(sql`insert into installation (mode) values ('sandbox')`)
  await network('remove', 'cashbox', '--confirm', 'cashbox', '--play-money')
  expect(await database.db.execute(sql`select 1 from pg_namespace where nspname = 'cashbox'`)).toBe(0)
  await expect(network('remove', 'cashbox', '--confirm', 'cashbox')).rejects.toThrow('There is no network cashbox')
  expect(
    only(await database.db.query(sql`select ${SERVER_ROLE}::regrole::text as role`, { role: col.text })).role,
  ).toBe(SERVER_ROLE)
})
