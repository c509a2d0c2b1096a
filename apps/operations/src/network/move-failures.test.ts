import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canRun } from '@cashbox/postgres/postgres-process'
import {
  ask,
  deposit,
  fillServer,
  hold,
  prepareServers,
  said,
  startServer,
  until,
} from '@cashbox/testing/movable-world'
import { startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { expect, onTestFinished, test } from 'vitest'

const { there, openMoving } = prepareServers()

const phases = (url: string) =>
  ask(url, `select direction || ' ' || phase as move from network_move order by started_at`)

const SESSIONS_OF_MOVE = `
  select pid from pg_stat_activity where datname = current_database() and application_name like 'cashbox-move %'`

const SLOTS = 'select slot_name from pg_replication_slots where database = current_database()'

const SEALS = `select from pg_trigger where tgname = 'sealed'`

test('a move that could not succeed is refused before anything is changed', async () => {
  const world = await openMoving()
  const refused = async (to: string, why: string) =>
    expect(await world.move(to)).toMatchObject({ code: 1, output: expect.stringContaining(why) })
  await refused(world.ownerUrl, 'The new database is the database that the network is in.')
  const taken = await world.emptyDatabase(there())
  await ask(taken, 'create schema cashbox')
  await refused(taken, 'The new database has a schema cashbox already.')
  const ascii = await startPostgres({
    fsync: false,
    isInMemory: true,
    settings: { max_logical_replication_workers: '0' },
  })
  onTestFinished(() => ascii.stop())
  await ask(
    ascii.url('postgres'),
    `create database ascii encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
  )
  await refused(
    ascii.url('ascii'),
    `The new database has the encoding SQL_ASCII, and the old one UTF8.
The new database needs max_logical_replication_workers of 2 at least.`,
  )
  expect(await phases(world.ownerUrl)).toEqual([])
  expect((await deposit(world, world.token)).status).toBe(200)
})

test('a source without the log that replication needs is refused', async () => {
  const world = await openMoving()
  const poor = await startPostgres({ fsync: false, isInMemory: true, settings: { wal_level: 'replica' } })
  onTestFinished(() => poor.stop())
  await ask(poor.url('postgres'), 'create role cashbox_server login')
  await fillServer(poor)
  const to = await world.emptyDatabase(there())
  expect(await world.move(to, '', poor.url('template_cashbox'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('wal_level = logical'),
  })
})

test('one command moves a network at a time, and to one database', async () => {
  const world = await openMoving()
  const to = await world.emptyDatabase(there())
  expect(await world.move(to, ' --from postgres://postgres@127.0.0.1:1/none')).toMatchObject({
    code: 1,
    output: expect.stringContaining(`The new database can't reach the old one`),
  })
  // A writer whose transaction does not end keeps the move at the beginning of its stop.
  const begin = await hold(world.ownerUrl, 'schedule in row exclusive mode')
  const command = world.startMove(to)
  await said(command, 'copying')
  expect(await world.move(to)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Another command moves this network'),
  })
  await command.kill('SIGKILL')
  await begin()
  expect(await world.move(await world.emptyDatabase(there()))).toMatchObject({
    code: 1,
    output: expect.stringContaining('A move to another address is under way'),
  })
  // PostgreSQL goes on with a statement whose client was killed, until the next command ends it.
  const left = ask(to, `set application_name = 'cashbox-move cashbox killed'; select pg_sleep(60)`)
  left.catch(() => {})
  await until(async () => (await ask(to, SESSIONS_OF_MOVE)).length > 0)
  expect(await world.cancel(to)).toMatchObject({ code: 0 })
  await expect(left).rejects.toMatchObject({ code: '57P01' })
})

test('a signal ends a move before its switch, and never leaves the network stopped', async () => {
  const world = await openMoving()
  const to = await world.emptyDatabase(there())
  // A writer whose transaction does not end keeps the move at the beginning of its stop.
  const begin = await hold(world.ownerUrl, 'schedule in row exclusive mode')
  for (const line of ['copying', 'stopping']) {
    const early = world.startMove(to)
    await said(early, line)
    expect(await early.kill('SIGTERM')).toBe(1)
    expect(early.output()).toContain('Interrupted: the network goes on in the old database')
  }

  const stopped = world.startMove(to)
  await said(stopped, 'stopping')
  // What is written from here on can't be applied, so that the stop can't end.
  const apply = await hold(to, 'schedule in exclusive mode')
  await ask(world.ownerUrl, `insert into schedule values ('a test', now())`)
  await begin()
  await until(async () => (await ask(world.ownerUrl, SEALS)).length > 0)
  expect(await stopped.kill('SIGTERM')).toBe(1)
  expect(stopped.output()).toContain('Interrupted: the network goes on in the old database')
  expect(await ask(world.ownerUrl, SEALS)).toEqual([])
  expect(await phases(world.ownerUrl)).toEqual([{ move: 'away copying' }])
  expect((await deposit(world, world.token)).status).toBe(200)
  await apply()

  const beginAgain = await hold(world.ownerUrl, 'schedule in row exclusive mode')
  const switched = world.startMove(to)
  await said(switched, 'stopping')
  // Reading goes on, and the triggers can't be dropped.
  const open = await hold(to, 'setting_version in access share mode')
  await beginAgain()
  await until(async () => (await phases(world.ownerUrl)).some((row) => row['move'] === 'away switched'))
  const ended = switched.kill('SIGINT')
  await said(switched, 'the move is finished first')
  await open()
  expect(await ended).toBe(0)
  expect((await deposit(world, world.token)).status).toBe(200)
  expect(await ask(to, SEALS)).toEqual([])
})

test('where the copy does not keep up, the network goes on in the old database, and moves when it does', async () => {
  const world = await openMoving()
  const to = await world.emptyDatabase(there())
  // A writer whose transaction does not end keeps the move at the beginning of its stop.
  const begin = await hold(world.ownerUrl, 'schedule in row exclusive mode')
  const command = world.startMove(to, ' --stop 8')
  await said(command, 'stopping')
  const release = await hold(to, 'schedule in exclusive mode')
  await ask(world.ownerUrl, `insert into schedule values ('a test', now())`)
  await begin()
  await said(command, 'the network goes on in the old database')
  await release()
  expect(await command.ended).toBe(0)
  expect((await deposit(world, world.token)).status).toBe(200)
})

test('a row that differs is found, and the network goes on in the old database', async () => {
  const world = await openMoving()
  const to = await world.emptyDatabase(there())
  // A writer whose transaction does not end keeps the move at the beginning of its stop.
  const begin = await hold(world.ownerUrl, 'schedule in row exclusive mode')
  const command = world.startMove(to)
  await said(command, 'stopping')
  await ask(to, `set session_replication_role = replica; update setting_version set version = version + 1`)
  await begin()
  expect(await command.ended).toBe(1)
  expect(command.output()).toContain('These tables differ: setting_version.')
  expect((await deposit(world, world.token)).status).toBe(200)
  expect(await phases(world.ownerUrl)).toEqual([{ move: 'away copying' }])
  expect(await world.cancel(to)).toMatchObject({ code: 0 })
})

test('a move that was switched and never opened can be cancelled; after it was opened it can not', async () => {
  const world = await openMoving()
  const to = await world.emptyDatabase(there())
  // A writer whose transaction does not end keeps the move at the beginning of its stop.
  const begin = await hold(world.ownerUrl, 'schedule in row exclusive mode')
  const command = world.startMove(to)
  await said(command, 'stopping')
  // Reading goes on, and the triggers can't be dropped.
  const release = await hold(to, 'setting_version in access share mode')
  await begin()
  await said(command, 'all are equal')
  await until(async () => (await phases(world.ownerUrl)).some((row) => row['move'] === 'away switched'))
  await command.kill('SIGKILL')
  // What the command had under way gives up by itself: let go before, it would open the new database.
  await until(async () => (await ask(to, SESSIONS_OF_MOVE)).length === 0)
  await release()
  expect(await world.cancel(to)).toMatchObject({ code: 0 })
  expect((await deposit(world, world.token)).status).toBe(200)

  const next = world.startMove(to)
  await said(next, 'switched')
  await next.kill('SIGKILL')
  const { code, output } = await world.cancel(to)
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/move it back instead|No move of this network is under way/),
  ])
  await world.move(to)
  expect((await deposit(world, world.token)).status).toBe(200)
})

test('a new database that is lost while the network is copied or stopped lets it go on', async () => {
  const world = await openMoving()
  const lost = await startServer()
  onTestFinished(() => lost.stop())
  const to = await world.emptyDatabase(lost)
  const command = world.startMove(to)
  await said(command, 'copying')
  await lost.crash()
  expect(await command.ended).toBe(1)
  expect(command.output()).toContain('The network is in the old database. Run this command again to go on')
  expect((await deposit(world, world.token)).status).toBe(200)

  // A writer whose transaction does not end keeps the move at the beginning of its stop.
  const begin = await hold(world.ownerUrl, 'schedule in row exclusive mode')
  const again = world.startMove(to)
  await said(again, 'stopping')
  await lost.kill()
  await begin()
  expect(await again.ended).toBe(1)
  // It does not wait for the whole time that a stop may take.
  expect(again.output()).not.toContain('stopped for longer')
  expect(await phases(world.ownerUrl)).toEqual([{ move: 'away copying' }])
  expect(await world.cancel(to)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`The new database can't be used`),
  })
  expect((await deposit(world, world.token)).status).toBe(200)
  expect(await ask(world.ownerUrl, SLOTS)).toEqual([])
})

test('a new database that is lost after the switch is waited for, and given up only where that is said', async () => {
  const lost = await startServer()
  onTestFinished(() => lost.stop())
  const world = await openMoving()
  const to = await world.emptyDatabase(lost)
  // A writer whose transaction does not end keeps the move at the beginning of its stop.
  const begin = await hold(world.ownerUrl, 'schedule in row exclusive mode')
  const command = world.startMove(to)
  await said(command, 'stopping')
  // Reading goes on, and the triggers can't be dropped.
  await hold(to, 'setting_version in access share mode')
  await begin()
  await until(async () => (await phases(world.ownerUrl)).some((row) => row['move'] === 'away switched'))
  await lost.kill()
  expect(await command.ended).toBe(1)
  expect(command.output()).toContain('The network has moved and stands still')
  const refused = async (answer: Promise<{ code: number; output: string }>, why: string) =>
    expect(await answer).toMatchObject({ code: 1, output: expect.stringContaining(why) })
  await refused(world.move(to), 'The network is there, and agents are refused: bring it back')
  await refused(world.cancel(to), 'Say --target-is-lost if it never comes back')
  await refused(world.remove('cashbox', world.ownerUrl), 'A move of cashbox is under way')
  await lost.crash()
  expect(await world.move(to)).toMatchObject({ code: 0 })
  expect((await deposit(world, world.token)).status).toBe(200)

  // While it serves, no address makes the old database serve too.
  await refused(world.cancel(to, ' --target-is-lost'), 'move it back instead')
  await refused(world.cancel(lost.url('another'), ' --target-is-lost'), `it answers at 127.0.0.1:${lost.port}`)
  await lost.kill()
  await refused(world.cancel(to), 'No move of this network is under way.')
  await refused(world.remove('cashbox', world.ownerUrl), 'This copy may be the last one, so it stays.')
  expect(await world.cancel(to, ' --target-is-lost')).toMatchObject({
    code: 0,
    output: expect.stringContaining('It is as it was at the switch.'),
  })
  expect(await ask(world.ownerUrl, SEALS)).toEqual([])
  expect(await phases(world.ownerUrl)).toEqual([{ move: 'away cancelled' }])
  // The world has followed the network, and is closed there.
  await lost.crash()
})

/** A file system with room for the tables, and not for their rows. Null where the machine allows none. */
function mountSmall(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-small-'))
  if (canRun('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'cashbox-small', folder])) return folder
  rmSync(folder, { recursive: true })
  return null
}

test('a new database that runs full ends the move, and the old database goes on and lets go of it', async (context) => {
  const folder = mountSmall() ?? context.skip('only root can mount a small disk, and only where the machine lets it')
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  })
  const full = await startServer()
  onTestFinished(() => full.stop())
  const { uid, gid } = statSync(full.data)
  chownSync(folder, uid, gid)
  const world = await openMoving()
  await ask(full.url('postgres'), `create tablespace small location '${folder}'`)
  const to = await world.emptyDatabase(full)
  await ask(full.url('postgres'), `alter database ${new URL(to).pathname.slice(1)} set tablespace small`)
  await ask(
    world.ownerUrl,
    `insert into schedule select string_agg(md5(row || ' ' || part), ''), now()
     from generate_series(1, 40000) as row, generate_series(1, 30) as part group by row`,
  )
  expect(await world.move(to)).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /full disk.*The network is in the old database|No space left.*The network is in the old database/,
    ),
  })
  expect((await deposit(world, world.token)).status).toBe(200)
  expect(await world.cancel(to)).toMatchObject({
    code: 0,
    output: expect.stringContaining('The network goes on in the old database.'),
  })
  expect(await ask(world.ownerUrl, SLOTS)).toEqual([])
  expect((await deposit(world, world.token)).status).toBe(200)
  // It could not write its last pages.
  await full.kill()
})
