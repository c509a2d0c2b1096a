import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFeed } from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { toNetwork } from '@cashbox/postgres/network'
import { readConfig } from '@cashbox/server/app/config'
import { openDatabase } from '@cashbox/server/app/open-database'
import { createLog } from '@cashbox/server/platform/log/log'
import {
  ask,
  deposit,
  hold,
  prepareServers,
  said,
  startConfirming,
  startServer,
  until,
} from '@cashbox/testing/movable-world'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openPartner } from '@cashbox/testing/partner-client'
import { findInstalledPostgres } from '@cashbox/testing/postgres/start-postgres'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { testWith } from '@cashbox/testing/programs'
import { runCommand, startProcess } from '@cashbox/testing/server-process'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

const { here, there, openMoving } = prepareServers()

/** What replication and a copy leave in a database. */
const leftovers = (url: string) =>
  ask(
    url,
    `select slot_name::text as name from pg_replication_slots where database = current_database()
     union all select pubname from pg_publication
     union all select subname from pg_subscription where subdbid = (select oid from pg_database where datname = current_database())
     union all select tgname || ' on ' || tgrelid::regclass from pg_trigger where tgname = 'sealed'`,
  )

const schemas = async (url: string) =>
  (
    await ask<{ name: string }>(
      url,
      `select nspname as name from pg_namespace where nspname ~ '^(cashbox|second)' order by 1`,
    )
  ).map(({ name }) => name)

test('a network moves while agents confirm: nothing is lost or doubled, and keys and cursors stay valid', async () => {
  const world = await openMoving()
  const partner = await openPartner(world)
  const before = await partner.call(readFeed, { after: '0', limit: '100' })
  const agents = startConfirming(world, world.token)
  await until(() => agents.confirmed.length > 10)
  const to = await world.emptyDatabase(there())

  expect(await world.move(to)).toMatchObject({
    code: 0,
    output: expect.stringContaining('the network stood still for'),
  })
  const atSwitch = agents.confirmed.length
  await until(() => agents.confirmed.length > atSwitch + 10)
  await agents.stop()

  expect(agents.refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  const ids = agents.confirmed.map(({ transaction_id }) => `'${transaction_id}'`).join(', ')
  const count = `select count(*) from confirmed_payment where transaction_id in (${ids})`
  expect(await ask(to, count)).toEqual([{ count: String(agents.confirmed.length) }])
  for (const { transaction_id, key } of agents.confirmed.filter((_one, index) => index % 10 === 0)) {
    const { status, headers } = await world.confirm(
      world.token,
      { type: 'deposit', amount: '100.00', transaction_id },
      { key },
    )
    expect({ status, replayed: headers.get('idempotency-replayed') }).toEqual({ status: 200, replayed: 'true' })
  }
  const after = await partner.call(readFeed, { after: before.payload.next_cursor, limit: '100' })
  expect(after.status).toBe(200)
  // The owner of the old tables can't write there either, and they are still there.
  for (const write of [
    'update setting_version set version = 2',
    'truncate schedule',
    'delete from webhook_attempt_old',
  ])
    await expect(ask(world.ownerUrl, write)).rejects.toMatchObject({ code: '57M01' })
  expect(await leftovers(to)).toEqual([])
  expect(await world.verify()).toEqual([])
  // PostgreSQL knows how many rows the copy has, before its autovacuum comes.
  const analysed = `select reltuples > 0 as is_analysed from pg_class where oid = 'cashbox.confirmation'::regclass`
  expect(await ask(to, analysed)).toEqual([{ is_analysed: true }])

  // When the secret changes, processes with the old address still find it. The world keeps the old one.
  world.breakOnPurpose('sealed_has_key')
  const secret = `2026b:${'n'.repeat(40)}`
  const resealed = await world.run('reseal', { CASHBOX_SECRET: `${secret},2026a:${TEST_SECRET}` })
  expect(resealed).toMatchObject({ code: 0, output: expect.stringContaining('addresses of moves in DATABASE_URL: 1') })
  expect(await world.run('verify', { CASHBOX_SECRET: secret })).toMatchObject({ code: 0 })
})

test('a network moves back to where it was, and processes with any of its addresses find it', async () => {
  const world = await openMoving()
  const to = await world.emptyDatabase(there())
  expect(await world.move(to)).toMatchObject({ code: 0 })
  expect((await deposit(world, world.token)).status).toBe(200)
  expect(await world.move(world.ownerUrl, '', to)).toMatchObject({ code: 0 })
  expect((await deposit(world, world.token)).status).toBe(200)
  // The first copy keeps its rows under another name.
  expect(await schemas(world.ownerUrl)).toEqual(['cashbox', expect.stringMatching(/^cashbox_sealed_\d{14}$/)])
  const counts = await Promise.all(
    [world.ownerUrl, to].map(async (url) => {
      const db = await openDatabase(
        readConfig({ DATABASE_URL: url, CASHBOX_MODE: 'sandbox', CASHBOX_SECRET: TEST_SECRET }),
        createLog('silent'),
      )
      const { rows } = only(await db.query(sql`select count(*) as rows from confirmation`, { rows: col.int8 }))
      await db.close()
      return rows
    }),
  )
  expect(counts[0]).toBe(counts[1])
  // The command itself does not follow: it moves what is in the database that it is given.
  expect(await world.move(await world.emptyDatabase(there()), '', to)).toMatchObject({
    code: 1,
    output: expect.stringContaining('The network is not here any more'),
  })
  // Copies that were left may go, in any order, and the network may not.
  const [, renamed = ''] = await schemas(world.ownerUrl)
  for (const [name, url] of [
    ['cashbox', to],
    [renamed, world.ownerUrl],
  ] as const)
    expect(await world.remove(name, url)).toMatchObject({ code: 0 })
  expect(await world.remove('cashbox', world.ownerUrl)).toMatchObject({
    code: 1,
    output: expect.stringContaining('cashbox holds money'),
  })
  expect([await schemas(to), await schemas(world.ownerUrl)]).toEqual([[], ['cashbox']])
  expect((await deposit(world, world.token)).status).toBe(200)
})

test('a network moves to another database of the same PostgreSQL', async () => {
  const world = await openMoving()
  expect(await world.move(await world.emptyDatabase(here()))).toMatchObject({ code: 0 })
  expect((await deposit(world, world.token)).status).toBe(200)
})

test('a network leaves a database while another one there confirms without a failure', async () => {
  const world = await openMoving()
  const second = await world.createNetwork('second')
  const to = await world.emptyDatabase(there())
  const sessions = await Promise.all(
    ['cashbox', 'second'].map(async (network) => {
      // As a process names it that runs on the embedded PostgreSQL.
      const url = `${world.ownerUrl}?application_name=cashbox-0123456789ab`
      const client = new Client(toNetwork(url, network, []))
      onTestFinished(() => client.end())
      const ended = new Promise((resolve) => client.on('error', resolve))
      await client.connect()
      return { client, ended }
    }),
  )
  const agents = startConfirming(world, world.token)
  await until(() => agents.confirmed.length > 5)
  expect(await second.move(to)).toMatchObject({ code: 0 })
  const atSwitch = agents.confirmed.length
  await until(() => agents.confirmed.length > atSwitch + 5)
  await agents.stop()

  expect(agents.refused).toEqual([])
  expect(await sessions[0]?.client.query('select from agent')).toHaveProperty('rows')
  await sessions[1]?.ended
  expect(await schemas(to)).toEqual(['second'])
})

test('a network moves from the embedded PostgreSQL to another one, and its process follows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-embedded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { CASHBOX_MODE: 'sandbox', CASHBOX_SECRET: TEST_SECRET, CASHBOX_DATA_DIR: folder }
  const server = await startProcess(env)
  onTestFinished(async () => void (await server.kill('SIGTERM')))
  await ask(there().url('postgres'), 'create database of_embedded')
  const to = there().url('of_embedded')
  const sessions = `select from pg_stat_activity where datname = 'of_embedded' and application_name = 'cashbox cashbox'`
  expect(await runCommand(`network move cashbox --to ${to}`, env)).toMatchObject({ code: 0 })
  await operatorOf(server.url, 'admin')
  expect(await ask(to, sessions)).not.toEqual([])
  // All of it is as planned.
  expect(server.output()).not.toMatch(/"level":[56]0/)
  await server.kill('SIGTERM')
  // So does a process that starts later.
  expect(await runCommand('verify', env)).toMatchObject({ code: 0, output: expect.stringContaining('has moved') })
})

const installed = findInstalledPostgres()
testWith('another PostgreSQL', installed !== null)(
  'a network moves to another major version of PostgreSQL and back',
  async () => {
    const world = await openMoving()
    const other = await startServer(installed ?? '')
    onTestFinished(() => other.stop())
    const to = await world.emptyDatabase(other)
    expect(await world.move(to)).toMatchObject({ code: 0 })
    expect((await deposit(world, world.token)).status).toBe(200)
    const back = await world.emptyDatabase(here())
    expect(await world.move(back, '', to)).toMatchObject({ code: 0 })
    expect((await deposit(world, world.token)).status).toBe(200)
  },
)

test('a move that is killed in any phase goes on where it was', async () => {
  const world = await openMoving()
  const agents = startConfirming(world, world.token)
  const to = await world.emptyDatabase(there())
  for (const line of ['preparing', 'copying', 'checking the rules', 'rows;', 'stopping', 'all are equal', 'switched']) {
    const command = world.startMove(to)
    // One that was killed too late has left nothing to do for the next.
    await Promise.race([said(command, line), command.ended])
    await command.kill('SIGKILL')
  }
  const last = await world.move(to)
  expect([last.code, last.output]).toEqual(
    // The last kill may have come when all was done.
    last.code === 0 ? [0, expect.stringContaining('finished')] : [1, expect.stringContaining('not here any more')],
  )
  const atEnd = agents.confirmed.length
  await until(() => agents.confirmed.length > atEnd + 5)
  await agents.stop()
  const ids = agents.confirmed.map(({ transaction_id }) => `'${transaction_id}'`).join(', ')
  expect(await ask(to, `select count(*) from confirmed_payment where transaction_id in (${ids})`)).toEqual([
    { count: String(agents.confirmed.length) },
  ])
  expect(await leftovers(to)).toEqual([])
  expect(await world.verify()).toEqual([])
})

test('while it stands still, confirmations are refused with a time to try again, and a cancelled move lets them go on', async () => {
  const world = await openMoving()
  const { transaction_id } = await world.openTransaction('deposit', '100.00')
  const to = await world.emptyDatabase(there())
  // A writer whose transaction does not end keeps the move at the beginning of its stop.
  const begin = await hold(world.ownerUrl, 'schedule in row exclusive mode')
  const command = world.startMove(to)
  await said(command, 'stopping')
  // What is written from here on can't be applied, so that the stop can't end.
  const release = await hold(to, 'schedule in exclusive mode')
  await ask(
    world.ownerUrl,
    `update schedule set next_run_at = next_run_at; insert into schedule values ('a test', now())`,
  )
  await begin()
  const input = { type: 'deposit', amount: '100.00', transaction_id } as const
  const isSealed = `select from pg_trigger where tgname = 'sealed'`
  await until(async () => (await ask(world.ownerUrl, isSealed)).length > 0)
  const answer = await world.confirm(world.token, input)
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  await command.kill('SIGKILL')
  await release()

  expect(await world.cancel(to)).toMatchObject({ code: 0 })
  expect((await deposit(world, world.token)).status).toBe(200)
  expect([...(await leftovers(world.ownerUrl)), ...(await leftovers(to))]).toEqual([])
  expect(await schemas(to)).toEqual([])
  expect(await world.cancel(to)).toMatchObject({ code: 1, output: 'No move of this network is under way.\n' })
})
