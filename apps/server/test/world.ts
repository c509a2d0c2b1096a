import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, Failure, InputOf, OutputOf, TransactionType } from '@cashbox/contract'
import * as contract from '@cashbox/contract'
import { type MailInbox, startMailInbox } from '@cashbox/sandbox'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { inject } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { verifyDatabase } from '../src/app/verify-all.ts'
import { readConfig } from '../src/config.ts'
import type { Database } from '../src/platform/db/database.ts'
import { openEmbedded } from '../src/platform/db/pglite.ts'
import { connectPostgres } from '../src/platform/db/postgres.ts'
import { sql } from '../src/platform/db/sql.ts'
import { startWorker } from '../src/platform/jobs.ts'
import { createLog } from '../src/platform/log.ts'
import { createMailer } from '../src/platform/mail/mail.ts'
import { TEST_SECRET } from './template.ts'

/** A clock that stands where the test puts it, and otherwise runs. */
export class MovableClock {
  #offsetMs = 0
  now() {
    return new Date(Date.now() + this.#offsetMs)
  }
  advance(seconds: number) {
    this.#offsetMs += seconds * 1000
  }
}

interface TestDatabase {
  readonly db: Database
  /** For a second process on the same database; null on PGlite. */
  readonly url: string | null
  close(): Promise<void>
}

/** A copy of the seeded template on the engine that this run is for. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  if (template.engine === 'pglite') {
    const db = await openEmbedded({ directory: null, dump: new Blob([await readFile(template.dump)]) })
    return { db, url: null, close: () => db.close() }
  }
  const name = `test_${randomBytes(6).toString('hex')}`
  const asAdmin = async (statement: string) => {
    const admin = new Client({ connectionString: template.url })
    await admin.connect()
    await admin.query(statement)
    await admin.end()
  }
  await asAdmin(`create database ${name} template ${template.database}`)
  const url = template.url.replace(/\/[^/]*$/, `/${name}`)
  const db = connectPostgres({ url, connections: 10, onError: () => {} })
  return {
    db,
    url,
    close: async () => {
      await db.close()
      await asAdmin(`drop database ${name} with (force)`)
    },
  }
}

interface Answer<Payload = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly payload: Payload
  readonly failure: Failure
}

interface CallOptions {
  readonly token?: string | null
  readonly language?: string
  readonly key?: string
  readonly headers?: Record<string, string>
}

export type World = Awaited<ReturnType<typeof openWorld>>

interface WorldOptions {
  readonly env?: Record<string, string>
  readonly allowance?: number
  readonly worker?: boolean
}

/** The whole server over real HTTP on its own copy of the seeded database. */
export async function openWorld({ env = {}, allowance, worker = false }: WorldOptions = {}) {
  const database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-test-'))
  const clock = new MovableClock()
  const config = readConfig({ CASHBOX_SECRET: TEST_SECRET, CASHBOX_CAPTCHA: 'off', CASHBOX_DATA_DIR: folder, ...env })
  const log = createLog('silent')
  const inbox = worker ? await startMailInbox({ directory: join(folder, 'mail') }) : null
  const app = await buildApp({
    config,
    db: database.db,
    clock,
    log,
    inbox,
    ...(allowance === undefined ? {} : { allowance }),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const stopWorker = inbox ? startMail(database.db, clock, inbox) : null
  return {
    ...database,
    ...client(url),
    ...shortcuts(url, database.db, app),
    app,
    clock,
    config,
    address: url,
    inbox,
    verify: async () => (await verifyDatabase(database.db)).filter(({ breaches }) => breaches > 0),
    close: async () => {
      await app.close()
      await stopWorker?.()
      await inbox?.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function startMail(db: Database, clock: MovableClock, inbox: MailInbox) {
  const mailer = createMailer({ db, smtpUrl: inbox.smtpUrl, from: 'Cashbox <no-reply@cashbox.test>' })
  const worker = startWorker({ db, clock, log: createLog('silent'), handlers: mailer.handlers, recurring: [] })
  return async () => {
    await worker.stop()
    mailer.close()
  }
}

/** Calls as an app makes them. */
function client(url: string) {
  async function call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    { token, language, key, headers = {} }: CallOptions = {},
  ): Promise<Answer<OutputOf<E>>> {
    const isGet = endpoint.method === 'GET'
    const query = isGet ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
    const response = await fetch(`${url}/api${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: {
        ...(isGet ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(language ? { 'x-language': language } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...headers,
      },
      ...(isGet ? {} : { body: JSON.stringify(input) }),
    })
    const body = (await response.json()) as { payload: OutputOf<E> } & Failure
    return { status: response.status, headers: response.headers, payload: body.payload, failure: body }
  }
  return { call }
}

function shortcuts(url: string, db: Database, app: FastifyInstance) {
  const { call } = client(url)
  async function logIn(name: string) {
    const { payload, failure } = await call(contract.logIn, { email: `${name}@cashbox.test`, password: 'Cashbox1!' })
    if (!payload?.token) throw new Error(`${name} could not log in: ${failure.message}`)
    return payload.token
  }
  async function openTransaction(type: TransactionType, amount: string, cashId?: string) {
    const response = await app.inject({
      method: 'POST',
      url: '/sandbox/player-service/transactions',
      payload: { type, amount, player_id: '48210007', ...(cashId ? { cash_id: cashId } : {}) },
    })
    return response.json<{ transaction_id: string; security_code: string | null }>()
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
      await db.query<{ balances: string }>(
        sql`select string_agg(id::text || balance || ' ' || version, ',' order by id) as balances from account`,
      )
    )[0]?.balances
  return { logIn, openTransaction, confirm, balance, balances }
}
