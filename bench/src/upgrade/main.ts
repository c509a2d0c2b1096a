/**
 * A rolling upgrade from the release before (apps/server/database/release-before.json): both run on one database, in every order of
 * starting, and work at the same time.
 *
 *   npm run try:upgrade
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { DATABASE_FOLDER } from '../../../apps/server/src/platform/db/migrate.ts'
import { readReleaseBefore } from '../../../apps/server/src/platform/db/read-schema.ts'
import {
  freePort,
  runCommand,
  type ServerProcess,
  startProcess,
  startWorkerProcess,
} from '../../../apps/server/test/server-process.ts'
import { startPostgres } from '../../../scripts/start-postgres.ts'
import { hasCommit, unpackRelease } from './unpack-release.ts'
import { workOn } from './work-on.ts'

const DELIVERED_WITHIN_MS = 120_000
const say = (line: string) => void process.stdout.write(`${line}\n`)

const before = await readReleaseBefore(DATABASE_FOLDER)
if (!before || !hasCommit(before.commit)) {
  say(`Nothing was tried: this checkout has no commit ${before?.commit}. Get the history with "git fetch --unshallow".`)
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), 'cashbox-upgrade-'))
const main = unpackRelease(before.commit, folder)
const postgres = await startPostgres({ fsync: false })
const running: Pick<ServerProcess, 'kill'>[] = []
try {
  await tryUpgrade()
} finally {
  await Promise.all(running.map((one) => one.kill('SIGKILL')))
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function tryUpgrade() {
  await query('postgres', 'create database upgrade')
  const [oldPort, newPort] = [await freePort(), await freePort()]
  const env = {
    DATABASE_URL: postgres.url('upgrade'),
    CASHBOX_MODE: 'sandbox',
    CASHBOX_DATA_DIR: join(folder, 'data'),
    CASHBOX_SECRET: 'a-secret-for-trying-upgrades-known-to-everyone',
    CASHBOX_PUBLIC_URL: `http://127.0.0.1:${newPort}`,
    LOG_LEVEL: 'error',
  }
  const start = async (port: number, program?: string) => {
    const server = await startProcess({ ...env, PORT: String(port) }, 'serve', program)
    running.push(server)
    return server
  }
  let old = await start(oldPort, main)
  running.push(startWorkerProcess(env, 'work', main))
  const used = [await workOn(old.url)]
  say(`the release before (${before?.commit.slice(0, 8)}) runs and works`)

  const next = await start(newPort)
  running.push(startWorkerProcess(env))
  const schema = await readSchemaRows()
  used.push(...(await Promise.all([old, next, old, next].map(({ url }) => workOn(url)))))
  say('both work at the same time on the tables of the new one')

  await old.kill('SIGTERM')
  old = await start(oldPort, main)
  assert.deepEqual(await readSchemaRows(), schema, 'the old release changed the schema when it started')
  used.push(...(await Promise.all([old, next].map(({ url }) => workOn(url)))))
  await next.kill('SIGTERM')
  const again = await start(newPort)
  assert.deepEqual(await readSchemaRows(), schema, 'the new release had something to apply again')
  used.push(...(await Promise.all([old, again].map(({ url }) => workOn(url)))))
  say('each was started again, and neither touched tables or functions')

  await untilDelivered(used.length)
  const { code, output } = await runCommand('verify', env)
  assert.equal(code, 0, output)
  say(`${used.length} payments confirmed, their webhooks delivered, verify holds`)
}

async function readSchemaRows() {
  const tables = ['schema_migration', 'schema_function']
  return Promise.all(tables.map((table) => query('upgrade', `select * from ${table} order by name`)))
}

async function untilDelivered(count: number) {
  const deadline = Date.now() + DELIVERED_WITHIN_MS
  const statement = `select id from outbox_event where topic = 'transaction.confirmed' and delivered_at is not null`
  while ((await query('upgrade', statement)).length < count) {
    assert.ok(Date.now() < deadline, 'webhooks were not delivered')
    await wait(500)
  }
}

async function query(database: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.url(database) })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
