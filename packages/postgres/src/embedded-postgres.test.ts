import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testWith } from '@cashbox/testing/programs'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { canRun, findBinaries, idsOfNobody, readPostmaster, stopPostgres } from './postgres-process.ts'

const isRoot = process.getuid?.() === 0

/** A new data directory. Whatever runs in it at the end of the test is stopped. */
async function newDirectory(mode = 0o700) {
  const directory = await mkdtemp(join(tmpdir(), 'cashbox-embedded-'))
  await chmod(directory, mode)
  onTestFinished(async () => {
    await stopPostgres(join(directory, 'postgres/data'))
    await rm(directory, { recursive: true, force: true })
  })
  return directory
}

const pidIn = (directory: string) => readPostmaster(join(directory, 'postgres/data'))?.pid ?? null

const open = (directory: string, options = {}) => openEmbeddedPostgres(directory, () => {}, options)

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const DURABLE = "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as committed"

test('two starts at once on a new folder share one PostgreSQL, and the last one to close stops it', async () => {
  const directory = await newDirectory()
  const [one, other] = await Promise.all([open(directory), open(directory)])
  expect(one.folder).toBe(other.folder)
  expect(await ask(one.url, DURABLE)).toEqual([{ fsync: 'on', committed: 'on' }])
  const client = new Client({ connectionString: other.url })
  await client.connect()
  await one.close()
  expect((await client.query('select 1 as answer')).rows).toEqual([{ answer: 1 }])
  await client.end()
  await other.close()
  expect(pidIn(directory)).toBe(null)
})

test('closing stops it even when an own connection is still there', async () => {
  const directory = await newDirectory()
  const { url, close } = await open(directory)
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await close()
  expect(pidIn(directory)).toBe(null)
})

test('it takes no connection without its password, and no one else may enter its folder', async () => {
  const directory = await newDirectory(0o755)
  const { url, folder, close } = await open(directory)
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(folder)).mode & 0o077).toBe(0)
  await close()
})

/** Opens it in a process of its own. Prints a line when it is open. */
async function openElsewhere(directory: string, ids = {}) {
  const code = `
    const { openEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))})
    const { close } = await openEmbeddedPostgres(${JSON.stringify(directory)}, () => {})
    process.once('SIGTERM', () => close().then(() => process.exit(0)))
    process.stdout.write('open')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    ...ids,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error('it ended')))])
  return async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
}

test('a PostgreSQL that a killed process has left running is used by the next one, which stops it', async () => {
  const directory = await newDirectory()
  const end = await openElsewhere(directory)
  const pid = pidIn(directory)
  await end('SIGKILL')
  const { url, close } = await open(directory)
  expect(await ask(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
  expect(pidIn(directory)).toBe(pid)
  await close()
  expect(pidIn(directory)).toBe(null)
})

test('a PostgreSQL that ends is started again, also after a kill that leaves its files behind', async () => {
  const directory = await newDirectory()
  const { url, close } = await open(directory)
  await ask(url, 'create table note (id integer); insert into note values (1)')
  const pid = pidIn(directory) ?? 0
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => ![pid, null].includes(pidIn(directory))).toBe(true)
  await expect.poll(() => ask(url, 'select id from note').catch(() => null)).toEqual([{ id: 1 }])
  await close()
})

test('one whose making was interrupted is made again', async () => {
  const directory = await newDirectory()
  await mkdir(join(directory, 'postgres/data-unfinished'), { recursive: true })
  await writeFile(join(directory, 'postgres/data-unfinished/PG_VERSION'), '18\n')
  await chmod(join(directory, 'postgres'), 0o700)
  const { url, close } = await open(directory)
  expect(await ask(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
  await close()
  expect(await readdir(join(directory, 'postgres'))).not.toContain('data-unfinished')
})

test('where the path is too long for a socket, it listens on a port of this machine', async () => {
  const directory = join(await newDirectory(), 'long'.repeat(25))
  const { url, close } = await open(directory)
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect(await ask(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
  await close()
})

test('a folder of another PostgreSQL is refused, with both versions', async () => {
  const directory = await newDirectory()
  await mkdir(join(directory, 'postgres/data'), { recursive: true })
  await writeFile(join(directory, 'postgres/data/PG_VERSION'), '15\n')
  await expect(open(directory)).rejects.toThrow(/was made by PostgreSQL 15, and this Cashbox brings PostgreSQL 18/)
})

test('a machine without programs is told to set DATABASE_URL', async () => {
  await expect(findBinaries(undefined, 'aix-ppc64')).rejects.toThrow(
    /no embedded PostgreSQL for aix-ppc64: set DATABASE_URL/,
  )
})

testWith('root', isRoot)(
  'root keeps its folder and its files, below a folder that only root may enter',
  async ({ skip }) => {
    if (!canRun('unshare', ['--user', 'true'])) skip('user namespaces are forbidden here')
    const directory = join(await newDirectory(), 'data')
    const { folder, close } = await open(directory)
    expect(folder).toBe(join(directory, 'postgres'))
    expect((await stat(join(folder, 'data'))).uid).toBe(0)
    await close()
  },
)

testWith('root', isRoot)(
  'without user namespaces root lets nobody run it, in a folder that nobody can enter',
  async () => {
    const { uid } = idsOfNobody()
    const here = await open(await newDirectory(0o755), { mayUseNamespace: false })
    expect((await stat(join(here.folder, 'data'))).uid).toBe(uid)
    await here.close()

    const directory = await newDirectory(0o700)
    const elsewhere = await open(directory, { mayUseNamespace: false })
    onTestFinished(() => rm(elsewhere.folder, { recursive: true }))
    expect(elsewhere.folder).toMatch(/^\/var\/lib\/cashbox\//)
    expect(await ask(elsewhere.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    await elsewhere.close()
    expect(existsSync(join(directory, 'postgres'))).toBe(false)
  },
)

testWith('root', isRoot)('another user runs it without root, and root may use it then', async ({ skip }) => {
  const ids = idsOfNobody()
  if (!canRun('test', ['-r', import.meta.filename], ids)) skip('another user can not read this folder')
  const directory = await newDirectory()
  await chown(directory, ids.uid, ids.gid)
  const end = await openElsewhere(directory, ids)
  await end('SIGTERM')
  expect(pidIn(directory)).toBe(null)
  const { url, close } = await open(directory)
  expect(await ask(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
  expect((await stat(join(directory, 'postgres/data/PG_VERSION'))).uid).toBe(ids.uid)
  await close()
})
