/**
 * Tries the point-in-time recovery of docs/operations.md: makes a base back-up and an archive of the log beside a running server, loses
 * the database, and recovers its state of one moment.
 *
 * Needs an installed PostgreSQL: the newest in /usr/lib/postgresql, or the one in CASHBOX_POSTGRES_BIN.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand, startProcess } from '../apps/server/test/server-process.ts'
import { findInstalledPostgres, type RunningPostgres, startPostgres } from './start-postgres.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

const programs = findInstalledPostgres()
if (programs === null) {
  process.stderr.write('Install PostgreSQL (Debian: postgresql), or set CASHBOX_POSTGRES_BIN to its programs.\n')
  process.exit(1)
}
const psql = join(programs, 'psql')
const folder = mkdtempSync(join(tmpdir(), 'cashbox-recovery-'))
const [archive, base] = [join(folder, 'archive'), join(folder, 'base')]
for (const path of [folder, archive]) {
  mkdirSync(path, { recursive: true })
  // For the account that PostgreSQL runs as.
  chmodSync(path, 0o777)
}
try {
  const { early, late, moment } = await loseDatabase(programs)
  const recovered = await startPostgres({
    fsync: true,
    programs,
    prepareData: async (data) => {
      cpSync(base, data, { recursive: true })
      chmodSync(data, 0o700)
      writeFileSync(join(data, 'recovery.signal'), '')
    },
    settings: {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    },
  })
  try {
    await waitFor(() => ask(recovered, 'select pg_is_in_recovery()') === 'f', 'the end of recovery')
    const { code, output } = await runCommand('verify', settingsFor(recovered))
    assert.equal(code, 0, output)
    say('recovered; verify holds')
    const known = await whileServing(recovered, (server) => readHistory(server))
    assert.deepEqual(
      [...early].filter((id) => !known.has(id)),
      [],
      'payments from before the moment are missing',
    )
    assert.deepEqual(
      [...late].filter((id) => known.has(id)),
      [],
      'payments from after the moment are there',
    )
    say(`the ${early.length} payments before the moment are there, the ${late.length} after it are not`)
  } finally {
    await recovered.stop()
  }
} finally {
  rmSync(folder, { recursive: true })
}

async function loseDatabase(installed: string) {
  const settings = {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    archive_timeout: '60',
  }
  const postgres = await startPostgres({ fsync: true, programs: installed, settings })
  try {
    ask(postgres, 'create database cashbox', 'postgres')
    return await whileServing(postgres, async (server) => {
      const before = await makePayments(server, 3)
      const from = ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'postgres']
      execFileSync(join(installed, 'pg_basebackup'), [...from, '-D', base, '--checkpoint=fast', '--wal-method=stream'])
      execFileSync(join(installed, 'pg_verifybackup'), [base])
      say(`made a base back-up of PostgreSQL ${ask(postgres, 'show server_version')} while the server ran`)
      const early = [...before, ...(await makePayments(server, 5))]
      const moment = ask(postgres, 'select clock_timestamp()')
      // So that the moment lies clearly between two commits.
      await sleep(1_000)
      const late = await makePayments(server, 5)
      const file = ask(postgres, 'select pg_walfile_name(pg_switch_wal())')
      await waitFor(() => existsSync(join(archive, file)), `${file} in the archive`)
      return { early, late, moment }
    })
  } finally {
    await postgres.stop()
    say('lost the database')
  }
}

function ask({ url }: RunningPostgres, statement: string, database = 'cashbox'): string {
  return execFileSync(psql, ['-qAt', '-d', url(database), '-c', statement], { encoding: 'utf8' }).trim()
}

async function waitFor(isThere: () => boolean, what: string) {
  for (let tries = 0; !isThere(); tries += 1) {
    assert.ok(tries < 600, `waited in vain for ${what}`)
    await sleep(100)
  }
}

function settingsFor({ url }: RunningPostgres): Record<string, string> {
  const secret = 'a-secret-for-trying-recovery-known-to-everyone'
  const sandbox = { CASHBOX_MODE: 'sandbox', CASHBOX_DATA_DIR: join(folder, 'sandbox'), LOG_LEVEL: 'error' }
  return { DATABASE_URL: url('cashbox'), CASHBOX_SECRET: secret, ...sandbox }
}

async function whileServing<T>(postgres: RunningPostgres, work: (server: string) => Promise<T>) {
  const server = await startProcess(settingsFor(postgres))
  try {
    return await work(server.url)
  } finally {
    await server.kill('SIGTERM')
  }
}

async function call<Answer>(url: string, body: object | null, token = ''): Promise<Answer> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

async function logIn(server: string) {
  const credentials = { email: 'approved@cashbox.test', password: 'Cashbox1!' }
  return (await call<{ payload: { token: string } }>(`${server}/api/auth/login`, credentials)).payload.token
}

/** Opens and confirms so many deposits, and answers with their transaction IDs. */
async function makePayments(server: string, count: number): Promise<string[]> {
  const token = await logIn(server)
  const payment = { type: 'deposit', amount: '1.00' }
  const ids: string[] = []
  while (ids.length < count) {
    const opened = { ...payment, player_id: '7' }
    const { transaction_id } = await call<{ transaction_id: string }>(
      `${server}/sandbox/player-service/transactions`,
      opened,
    )
    const place = { geo_lat: '41.2995', geo_lon: '69.2401' }
    await call(`${server}/api/payments/confirm`, { ...payment, transaction_id, ...place }, token)
    ids.push(transaction_id)
  }
  return ids
}

async function readHistory(server: string): Promise<Set<string>> {
  const url = `${server}/api/payments/history?limit=100&offset=0`
  const { payload } = await call<{ payload: { list: { transaction_id: string }[] } }>(url, null, await logIn(server))
  return new Set(payload.list.map(({ transaction_id }) => transaction_id))
}
