import { type Database, sql } from '@cashbox/postgres/database'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { readConfig } from '@cashbox/server/app/config'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { grantRights, migrate } from '@cashbox/server/app/schema'
import { systemClock } from '@cashbox/server/platform/clock'
import { createLog } from '@cashbox/server/platform/log/log'
import { seedSandbox } from '@cashbox/server/sandbox/seed-sandbox'
import { hash } from '@node-rs/argon2'
import type { TestProject } from 'vitest/node'
import { ask } from './ask.ts'
import { startPgBouncer } from './start-pgbouncer.ts'
import { type RunningPostgres, startPostgres } from './start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that each test file copies. */
    template: {
      url: string
      database: string
      /** PgBouncer in front of it; null in most runs. */
      pooler: { port: number; keepsStatements: boolean } | null
    }
  }
}

/** Owns nothing, and has the rights that the tables grant to `:server`. */
export const SERVER_ROLE = 'cashbox_server'
export const TEST_SECRET = 'a secret that only the tests know'
export const DATABASE = 'template_cashbox'

const shared = globalThis as { cashboxTemplate?: ReturnType<typeof startTemplate> }

/** The projects of a run share one PostgreSQL. */
export default async function setup(project: TestProject) {
  shared.cashboxTemplate ??= startTemplate()
  const { template, stop } = await shared.cashboxTemplate
  project.provide('template', template)
  return stop
}

/** Starts PostgreSQL for all test files, with one database that is migrated and seeded. */
async function startTemplate() {
  const postgres = await startPostgres({
    fsync: false,
    isInMemory: true,
    // Statistics are there when a test gathers them, not when a process passes by.
    settings: { autovacuum: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  })
  await createServerRole(postgres)
  await fillServer(postgres)
  const program = process.env['CASHBOX_PGBOUNCER']
  const pooler = program ? await startPgBouncer(program, postgres.port) : null
  let isStopped = false
  return {
    template: {
      url: postgres.url('postgres'),
      database: DATABASE,
      pooler: pooler && { port: pooler.port, keepsStatements: pooler.keepsStatements },
    },
    async stop() {
      if (isStopped) return
      isStopped = true
      await pooler?.stop()
      await postgres.stop()
    },
  }
}

export const createServerRole = ({ url }: Pick<RunningPostgres, 'url'>) =>
  ask(url('postgres'), `create role ${SERVER_ROLE} login`)

/** Makes the database that tests copy. */
export async function fillServer({ url }: Pick<RunningPostgres, 'url'>): Promise<void> {
  await ask(url('postgres'), `create database ${DATABASE}`)
  const db = connectPostgres({ network: 'cashbox', url: url(DATABASE), connections: 2, onError: () => {} })
  await prepareTemplate(db)
  await db.transaction((tx) => grantRights(tx, SERVER_ROLE))
  await db.close()
}

/** Creates and seeds a database; every test file starts from a copy. */
export async function prepareTemplate(db: Database): Promise<void> {
  await migrate(db)
  const keyring = await openKeyring(db, readConfig({ CASHBOX_SECRET: TEST_SECRET }))
  await seedSandbox({ db, clock: systemClock, keyring, log: createLog('silent') })
  const passwordHash = await hashPasswordLightly()
  await db.execute(sql`update person set password_hash = ${passwordHash}`)
  await db.execute(sql`update operator set password_hash = ${passwordHash}`)
}

/** The password of all accounts, hashed in a thousandth of the time: tests log in hundreds of times. */
export const hashPasswordLightly = () => hash('Cashbox1!', { memoryCost: 8, timeCost: 1, parallelism: 1 })
