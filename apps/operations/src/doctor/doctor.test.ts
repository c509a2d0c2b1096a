import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { sql } from '@cashbox/postgres/database'
import { openTronChain, startMailInbox, tronChainApi } from '@cashbox/sandbox'
import { readConfig } from '@cashbox/server/app/config'
import { openDatabase } from '@cashbox/server/app/open-database'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { createLog } from '@cashbox/server/platform/log/log'
import { createAuthority } from '@cashbox/testing/certificates'
import { startReplica } from '@cashbox/testing/postgres/replica'
import { startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { startTransactionPooler } from '@cashbox/testing/postgres/transaction-pooler'
import { openTestDatabase } from '@cashbox/testing/world'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkDatabase } from './check-database.ts'
import { checkTls } from './check-surroundings.ts'
import { doctorCommand } from './doctor.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function examine(env: Record<string, string>) {
  const lines: string[] = []
  const isWell = await doctorCommand({ CASHBOX_SECRET: TEST_SECRET, ...env }, [], (line) => void lines.push(line))
  return { isWell, lines, about: (what: string) => lines.filter((line) => line.slice(9).startsWith(what)) }
}

const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port

/** A feed whose rates are so many seconds old. */
async function openFeed(ageS: number) {
  const body = () => JSON.stringify({ at: Math.floor(Date.now() / 1000) - ageS, rates: { USDT: { UZS: '12650.50' } } })
  const server = createServer((_request, response) => void response.end(body()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${portOf(server)}/`
}

test('each provider, the feed and mail are asked, and what answers is fine', async () => {
  const chain = await openTronChain({ directory: null, now: () => new Date(), isManual: true })
  await chain.mine(1)
  const provider = Fastify({ forceCloseConnections: true })
  await provider.register(tronChainApi({ chain }))
  const url = `${await provider.listen({ host: '127.0.0.1', port: 0 })}/tron`
  onTestFinished(() => provider.close())
  const directory = await mkdtemp(join(tmpdir(), 'cashbox-doctor-'))
  const inbox = await startMailInbox({ directory })
  onTestFinished(async () => {
    await inbox.close()
    await rm(directory, { recursive: true })
  })
  const env = { TRON_API_URLS: url, SMTP_URL: inbox.smtpUrl, RATE_FEED_URL: await openFeed(1) }
  const { about, isWell } = await examine(env)
  expect([...about('tron'), ...about('rates'), ...about('mail')].map((line) => line.slice(0, 5))).toEqual([
    'fine ',
    'fine ',
    'fine ',
  ])
  expect(isWell).toBe(true)
})

test('what does not answer, or with something old, is wrong, with what to do about it', async () => {
  const silent = createTcpServer((socket) => void socket.end('554 no\r\n'))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { about, lines, isWell } = await examine({
    TRON_API_URLS: 'http://127.0.0.1:9',
    SMTP_URL: `smtp://127.0.0.1:${portOf(silent)}`,
    RATE_FEED_URL: await openFeed(3600),
  })
  expect(isWell).toBe(false)
  for (const what of ['tron', 'rates', 'mail']) expect(about(what)).toEqual([expect.stringMatching(/^wrong/)])
  expect(lines.filter((line) => /TRON_API_URLS|SMTP_URL|who runs the feed/.test(line))).toHaveLength(3)
  expect(lines.at(-1)).toBe('3 things are wrong.')
})

test('every wrong setting is named at once', async () => {
  const { about, isWell } = await examine({ CASHBOX_MODE: 'production' })
  expect(isWell).toBe(false)
  expect(about('settings').length).toBeGreaterThan(5)
})

test('version, durability, clock and tables of PostgreSQL are looked at', async () => {
  const env = { DATABASE_URL: database.url, CASHBOX_MODE: 'sandbox' }
  const { about } = await examine(env)
  expect(about('database')).toEqual([expect.stringMatching(/^fine .*PostgreSQL \d+/)])
  expect(about('clock')).toEqual([expect.stringMatching(/^fine/)])
  expect(about('tables')).toEqual([expect.stringMatching(/^fine .*up to date/)])
  expect(about('secrets')).toEqual([expect.stringMatching(/^fine/)])
  expect(about('back-up')).toEqual([expect.stringMatching(/^skipped .*none was made/)])
  const watched = await examine({ ...env, CASHBOX_BACKUP_ALERT_HOURS: '26' })
  expect(watched.about('back-up')).toEqual([expect.stringMatching(/^wrong/)])
  const careless = await examine({ ...env, DATABASE_URL: `${env.DATABASE_URL}?options=-c%20synchronous_commit%3Doff` })
  expect(careless.about('durability')).toEqual([expect.stringMatching(/^wrong .*synchronous_commit off/)])
  const pooled = await examine({ ...env, DATABASE_LISTEN_URL: env.DATABASE_URL })
  expect(pooled.about('limits')).toEqual([expect.stringMatching(/^wrong .*statement_timeout, lock_timeout/)])
  const nowhere = await examine({ ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
  expect(nowhere.about('database')).toEqual([expect.stringMatching(/^wrong/)])
})

test('a database that takes no writes is wrong', async () => {
  const readOnly = `${database.url}?options=-c%20default_transaction_read_only%3Don`
  const { about, isWell } = await examine({ DATABASE_URL: readOnly, CASHBOX_MODE: 'sandbox' })
  expect([isWell, about('database')]).toEqual([
    false,
    [expect.stringMatching(/^fine/), expect.stringMatching(/^wrong .*takes no writes/)],
  ])
})

test('an owner of another database is wrong', async () => {
  const other = await openTestDatabase()
  onTestFinished(() => other.close())
  const env = { DATABASE_URL: database.url, CASHBOX_MODE: 'sandbox' }
  const outcomes = [database, other].map(async ({ ownerUrl }) =>
    (await examine({ ...env, DATABASE_OWNER_URL: ownerUrl })).about('database'),
  )
  expect(await Promise.all(outcomes)).toEqual([
    [expect.stringMatching(/^fine/)],
    [expect.stringMatching(/^fine/), expect.stringMatching(/^wrong .*leads to another one/)],
  ])
})

test('a replica that is away, or is none of this database, is wrong', async () => {
  const stateOf = async (url: string) => {
    const { about } = await examine({
      DATABASE_URL: database.url,
      DATABASE_REPLICA_URL: url,
      CASHBOX_MODE: 'sandbox',
    })
    return about('replica')
  }
  expect(await stateOf('postgres://nobody@127.0.0.1:9/none')).toEqual([expect.stringMatching(/^wrong .*not answer/)])
  expect(await stateOf(database.url)).toEqual([expect.stringMatching(/^wrong .*the primary itself/)])
  const primary = await startPostgres({ fsync: false })
  onTestFinished(() => primary.stop())
  expect(await stateOf(primary.url('postgres'))).toEqual([expect.stringMatching(/^wrong .*of another database/)])
  const replica = await startReplica(primary)
  onTestFinished(() => replica.stop())
  const { about } = await examine({
    DATABASE_URL: primary.url('postgres'),
    DATABASE_REPLICA_URL: replica.url('postgres'),
    CASHBOX_MODE: 'sandbox',
  })
  expect(about('replica')).toEqual([expect.stringMatching(/^fine/)])
})

test('an empty database is fine for a role that may create tables, and no promise for one that may not', async () => {
  const empty = await openTestDatabase()
  onTestFinished(() => empty.close())
  await empty.db.transaction((tx) => tx.script('drop schema cashbox cascade; create schema cashbox'))
  const stateOf = async (url: string) => (await examine({ DATABASE_URL: url, CASHBOX_MODE: 'sandbox' })).about('tables')
  expect(await stateOf(empty.ownerUrl)).toEqual([expect.stringMatching(/^fine .*the next start applies them/)])
  expect(await stateOf(empty.url)).toEqual([expect.stringMatching(/^wrong/)])
  const env = { DATABASE_URL: empty.url, CASHBOX_MODE: 'sandbox', CASHBOX_SECRET: TEST_SECRET }
  await expect(openDatabase(readConfig(env), createLog('silent'))).rejects.toThrow('npm run migrate')
})

test('a superuser is no role for production', async () => {
  const stateOf = async (databaseUrl: string) => {
    const config = { ...readConfig({ CASHBOX_SECRET: TEST_SECRET }), mode: 'production' as const, databaseUrl }
    return (await checkDatabase(config)).find(({ what }) => what === 'role')?.state
  }
  expect(await stateOf(database.ownerUrl)).toBe('wrong')
  expect(await stateOf(database.url)).toBe('fine')
})

test('a pooler that forgets named statements is reported, and one that is not asked to keep them is not', async () => {
  const target = new URL(database.url)
  const pooler = await startTransactionPooler({ host: target.hostname, port: Number(target.port) })
  onTestFinished(() => pooler.close())
  const pooled = new URL(database.url)
  pooled.port = String(pooler.port)
  const env = { DATABASE_URL: pooled.href, DATABASE_LISTEN_URL: database.url, CASHBOX_MODE: 'sandbox' }
  expect((await examine(env)).about('pooler')).toEqual([expect.stringMatching(/^wrong .*forgets named statements/)])
  expect((await examine({ ...env, DATABASE_POOLER_STATEMENTS: 'unnamed' })).about('pooler')).toEqual([])
})

test('a wrong secret, another mode, no worker, a missing folder and an unknown setting are wrong', async () => {
  const env = { DATABASE_URL: database.url, CASHBOX_MODE: 'sandbox' }
  const { db } = database
  await db.execute(sql`insert into installation (mode) values ('sandbox') on conflict do nothing`)
  await openKeyring(db, readConfig({ CASHBOX_SECRET: TEST_SECRET }))
  const idle = await examine(env)
  expect(idle.about('worker')).toEqual([expect.stringMatching(/^wrong .*none has ever run/)])
  expect(idle.about('mode')).toEqual([])
  await db.execute(sql`insert into schedule (name, next_run_at) values ('close expired transactions', now())`)
  expect((await examine(env)).about('worker')).toEqual([expect.stringMatching(/^fine/)])
  await db.execute(sql`update schedule set next_run_at = now() - interval '1 hour'`)
  expect((await examine(env)).about('worker')).toEqual([expect.stringMatching(/^wrong .*60 minutes/)])

  const other = await examine({ ...env, CASHBOX_SECRET: 'another-secret-that-is-long-enough' })
  expect(other.about('secrets')).toEqual([expect.stringMatching(/^wrong/)])
  await db.execute(sql`update installation set mode = 'production'`)
  expect((await examine(env)).about('mode')).toEqual([expect.stringMatching(/^wrong .*made for production/)])

  const careless = await examine({ CASHBOX_BACKUP_FOLDER: '/nowhere/back-ups', CASHBOX_SECERT: 'x' })
  expect(careless.about('back-up')).toEqual([expect.stringMatching(/^wrong .*nowhere/)])
  expect(careless.lines).toContainEqual(expect.stringMatching(/^wrong .*there is no setting CASHBOX_SECERT/))
})

test('a proxy that changes the host is reported, and one that is not there yet is not', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/healthz' ? 200 : 404
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { about } = await examine({ CASHBOX_PUBLIC_URL: `http://127.0.0.1:${portOf(server)}` })
  expect(about('proxy').map((line) => line.slice(0, 5))).toEqual(['fine ', 'wrong'])
  const away = await examine({ CASHBOX_PUBLIC_URL: 'http://127.0.0.1:9' })
  expect(away.about('proxy').map((line) => line.slice(0, 7))).toEqual(['skipped', 'skipped'])
})

test('every setting of .env.example is one', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8')
  const names = [...example.matchAll(/^# (CASHBOX_\w+)=/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(20)
  const blank = Object.fromEntries(names.map((name) => [name, '']))
  expect(readConfig(blank).unknownSettings).toEqual([])
})

test('the certificate of the public address must be valid, and for two more weeks', async () => {
  const check = async (days: number, isKnown: boolean) => {
    const { issue, root } = await createAuthority('Test', days)
    const { certificate, key } = await issue('localhost')
    const server = createTlsServer({ cert: certificate, key })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `https://127.0.0.1:${portOf(server)}`
    const findings = await checkTls({ publicUrl: url, consoleUrl: url }, isKnown ? root : undefined)
    return findings.map(({ state }) => state)
  }
  expect(await check(90, true)).toEqual(['fine'])
  expect(await check(13, true)).toEqual(['wrong'])
  expect(await check(90, false)).toEqual(['wrong'])
})
