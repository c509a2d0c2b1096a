import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, InputOf, TransactionType } from '@cashbox/contract'
import * as contract from '@cashbox/contract'
import { col, type Database, type Queryable, sql } from '@cashbox/postgres/database'
import type { Follow } from '@cashbox/postgres/follow'
import { keepSearchPath } from '@cashbox/postgres/network'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { freePort as findPort } from '@cashbox/postgres/postgres-process'
import { type MailInbox, startMailInbox } from '@cashbox/sandbox'
import { linkHandlers } from '@cashbox/server/agents/auth/mail-link'
import { type AppOptions, buildApp } from '@cashbox/server/app/app'
import { readConfig } from '@cashbox/server/app/config'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { openTransactions } from '@cashbox/server/payments/transactions/open-transaction'
import { startWorker } from '@cashbox/server/platform/jobs/jobs'
import { createLog } from '@cashbox/server/platform/log/log'
import { createMailer } from '@cashbox/server/platform/mail/mailer'
import type { Keyring } from '@cashbox/server/platform/secrets/keyring'
import type { JobServices } from '@cashbox/server/platform/services'
import { verifyDatabase } from '@cashbox/server/verify/verify-database'
import { expect, inject } from 'vitest'
import { callEndpoint } from './call-endpoint.ts'
import { freePort } from './free-port.ts'
import { ask } from './postgres/ask.ts'
import { SERVER_ROLE, TEST_SECRET } from './postgres/template.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Longer than a journey takes on a busy machine. */
const LATE_MS = 15 * 60 * 1000

/** A clock that runs from where the test puts it, or is stopped. */
export class MovableClock {
  #offsetMs = 0
  #standsAt: Date | null = null
  now() {
    return this.#standsAt ?? new Date(Date.now() + this.#offsetMs)
  }
  advance(seconds: number) {
    this.#offsetMs += seconds * 1000
  }
  /** Goes on to the next day where this one is nearly over (UTC), so that what a test does today stays today. */
  leaveMidnight() {
    const leftMs = DAY_MS - (this.now().getTime() % DAY_MS)
    if (leftMs < LATE_MS) this.#offsetMs += leftMs + 1000
  }
  standAt(moment: Date) {
    this.#standsAt = moment
  }
  /** Runs on from where it is. */
  run() {
    this.#offsetMs = this.now().getTime() - Date.now()
    this.#standsAt = null
  }
}

interface TestDatabase {
  /** As the owner of the tables, for the tests themselves. */
  readonly db: Database
  /** As the role that serves and works, with its rights only. */
  readonly ofServer: Database
  /** For a second process of the server on the same database. */
  readonly url: string
  readonly ownerUrl: string
  close(): Promise<void>
}

/** Another PostgreSQL than that of all tests, and how to go after a network that moves away from there. */
interface TestServer {
  readonly template?: { readonly url: string; readonly database: string }
  readonly follow?: Follow
}

/** A copy of the seeded template. */
export async function openTestDatabase(
  openServerDatabase = connectServer,
  { template = inject('template'), follow }: TestServer = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // The other strategy logs every page of the copy, and takes three times as long.
  await ask(template.url, `create database ${name} template ${template.database} strategy file_copy`)
  const url = template.url.replace(/\/[^/]*$/, `/${name}`)
  const urlOfServer = url.replace('postgres@', `${SERVER_ROLE}@`)
  const db = connectPostgres({ network: 'cashbox', url, connections: 10, onError: () => {}, follow })
  const ofServer = await openServerDatabase(urlOfServer)
  return {
    db,
    ofServer,
    url: urlOfServer,
    ownerUrl: url,
    close: async () => {
      await Promise.all([db.close(), ofServer.close()])
      await ask(template.url, `drop database ${name} with (force)`)
    },
  }
}

/** Through PgBouncer where a run has one: `npm run try:pgbouncer`. */
async function connectServer(url: string): Promise<Database> {
  const { pooler } = inject('template')
  const address = new URL(url)
  if (pooler) {
    address.port = String(pooler.port)
    const direct = connectPostgres({ network: 'cashbox', url, connections: 1, onError: () => {} })
    await direct.transaction(keepSearchPath)
    await direct.close()
  }
  return connectPostgres({
    network: 'cashbox',
    url: address.href,
    pooler: pooler ? { listenUrl: url, keepsStatements: pooler.keepsStatements } : undefined,
    connections: 10,
    onError: () => {},
  })
}

interface CallOptions {
  readonly token?: string | null
  readonly language?: string
  readonly key?: string
  readonly headers?: Record<string, string>
}

export type World = Awaited<ReturnType<typeof openWorld>>

interface WorldOptions extends Pick<AppOptions, 'allowance' | 'webFolder' | 'consoleFolder'> {
  readonly env?: Record<string, string>
  readonly worker?: boolean
  /** Makes the address it listens on the public one too, for readers who follow its links. */
  readonly isPublic?: boolean
  /** Where it listens if it is public, unless another program does. */
  readonly preferredPort?: number
  /** The name in the public address. Passkeys need a name, and not a number. */
  readonly publicHost?: string
  /** How the server reaches its database, if not as always. */
  readonly openServerDatabase?: (url: string) => Promise<Database>
  readonly verifiesAtClose?: boolean
  readonly postgres?: TestServer
  /** Changes the database before the server starts. */
  readonly prepare?: (db: Database) => Promise<void>
}

/** The whole server over real HTTP on its own copy of the seeded database. */
export async function openWorld(options: WorldOptions = {}) {
  const {
    env = {},
    worker = false,
    isPublic = false,
    preferredPort = 0,
    publicHost = '127.0.0.1',
    openServerDatabase,
    verifiesAtClose = true,
    postgres,
    prepare,
    ...ofApp
  } = options
  const database = await openTestDatabase(openServerDatabase, postgres)
  await prepare?.(database.db)
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-test-'))
  const clock = new MovableClock()
  const port = isPublic ? await findPort(preferredPort || (await freePort())).catch(freePort) : 0
  const config = readConfig({
    CASHBOX_SECRET: TEST_SECRET,
    CASHBOX_CAPTCHA: 'off',
    CASHBOX_DATA_DIR: folder,
    ...(isPublic ? { CASHBOX_PUBLIC_URL: `http://${publicHost}:${port}` } : {}),
    ...env,
  })
  const keyring = await openKeyring(database.ofServer, config)
  const log = createLog('silent')
  const inbox = worker ? await startMailInbox({ directory: join(folder, 'mail') }) : null
  const common = { config, db: database.ofServer, keyring, clock, log }
  const app = await buildApp({ ...common, inbox, ...ofApp })
  const url = await app.listen({ host: '127.0.0.1', port })
  const services: JobServices = { ...common, live: { publish: () => {} }, address: () => url }
  const stopWorker = inbox ? startJobs(services, inbox) : null
  /** The rules that are broken, also as a transaction sees them. */
  const verify = async (db: Queryable = database.db) =>
    (await verifyDatabase(db, keyring)).filter(({ violations }) => violations > 0)
  const brokenOnPurpose = new Set<string>()
  return {
    ...database,
    ...client(url),
    ...shortcuts(url, database.db, clock, keyring),
    app,
    /** For jobs. No open app hears of their changes. */
    services,
    clock,
    config,
    keyring,
    address: url,
    inbox,
    verify,
    /** For a test that leaves these rules of `verify` broken. */
    breakOnPurpose: (...rules: string[]) => {
      for (const rule of rules) brokenOnPurpose.add(rule)
    },
    /** Fails if a test has broken a rule of `verify`. */
    close: async () => {
      await app.close()
      await stopWorker?.()
      await inbox?.close()
      const broken = verifiesAtClose ? await verify() : []
      await database.close()
      await rm(folder, { recursive: true, force: true })
      expect(broken.filter(({ rule }) => !brokenOnPurpose.has(rule))).toEqual([])
    },
  }
}

function startJobs(services: JobServices, inbox: MailInbox) {
  const { db, keyring, clock, log } = services
  const mailer = createMailer({
    db,
    keyring,
    smtpUrl: inbox.smtpUrl,
    from: 'Cashbox <no-reply@cashbox.test>',
  })
  const handlers = { ...mailer.handlers, ...linkHandlers(services) }
  const worker = startWorker({ db, clock, log, handlers, recurring: [] })
  return async () => {
    await worker.stop()
    mailer.close()
  }
}

/** Calls as an app makes them. */
const client = (url: string) => ({
  call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    { token, language, key, headers = {} }: CallOptions = {},
  ) =>
    callEndpoint(`${url}/api`, endpoint, input, {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(language ? { 'x-language': language } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...headers,
    }),
})

function shortcuts(url: string, db: Database, clock: MovableClock, keyring: Keyring) {
  const { call } = client(url)
  async function logIn(name: string) {
    const { payload, failure } = await call(contract.logIn, { email: `${name}@cashbox.test`, password: 'Cashbox1!' })
    if (!payload?.token) throw new Error(`${name} could not log in: ${failure.message}`)
    return payload.token
  }
  /** As a partner would have it opened, without the way there. */
  async function openTransaction(type: TransactionType, amount: string, cashId?: string) {
    const [target] = await db.query(
      sql`
        select partner.id as service, channel.id as channel, agent.id as agent
        from partner cross join channel left join agent on agent.cash_id = ${cashId ?? null}
        where partner.code = 'sandbox' and channel.id = coalesce(agent.channel_id, (
          select id from channel where not is_demo order by id limit 1))`,
      { service: col.uuid, channel: col.uuid, agent: col.nullable(col.uuid) },
    )
    const now = clock.now()
    const [opened] = await db.transaction((tx) =>
      openTransactions(tx, keyring, [
        {
          partnerId: target?.service ?? '',
          channelId: target?.channel ?? '',
          agentId: target?.agent ?? null,
          type,
          amount: contract.parseMinor(amount) ?? 0n,
          playerId: '48210007',
          createdAt: now,
          expiresAt: new Date(now.getTime() + 24 * 60 * 60 * 1000),
        },
      ]),
    )
    if (!opened) throw new Error('no transaction was opened')
    return { transaction_id: opened.transactionId, security_code: opened.securityCode }
  }
  const confirm = (token: string, input: Partial<InputOf<typeof contract.confirmPayment>>, options: CallOptions = {}) =>
    call(
      contract.confirmPayment,
      { geo_lat: '41.2995', geo_lon: '69.2401', ...input } as InputOf<typeof contract.confirmPayment>,
      { token, ...options },
    )
  const balance = async (token: string) => (await call(contract.getProfile, {}, { token })).payload.user.channel.balance
  /** Every balance there is: equal before and after means that no money moved. */
  const balances = async () =>
    (
      await db.query(
        sql`select string_agg(id::text || balance || ' ' || version, ',' order by id) as balances from account`,
        { balances: col.text },
      )
    )[0]?.balances
  return { logIn, openTransaction, confirm, balance, balances }
}
