import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCommandLine } from '@cashbox/testing/command-line'
import { findInstalledPostgres, type RunningPostgres, startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { runCommand, startProcess } from '@cashbox/testing/server-process'

const print = (line: string) => void process.stdout.write(`${line}\n`)

const USAGE = `npm run recovery
  Tries the point-in-time recovery of docs/operations/backups.md: makes a base back-up and an archive of the log beside
  a running server, loses the database, and recovers its state of one moment.
  Needs an installed PostgreSQL: the newest in /usr/lib/postgresql, or the one in CASHBOX_POSTGRES_BIN.`
readCommandLine(USAGE, {})

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
    print('recovered; verify holds')
    const known = new Set(ask(recovered, 'select transaction_id from player_transaction').split('\n'))
    assert.ok(
      early.every((id) => known.has(id)),
      'a transaction from before the moment is missing',
    )
    assert.ok(
      late.every((id) => !known.has(id)),
      'a transaction from after the moment is there',
    )
    print(`the ${early.length} transactions before the moment are there, the ${late.length} after it are not`)
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
    ask(postgres, 'alter database cashbox set search_path = cashbox', 'postgres')
    const server = await startProcess(settingsFor(postgres))
    try {
      const before = await openTransactions(server.url, 3)
      const from = ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'postgres']
      execFileSync(join(installed, 'pg_basebackup'), [...from, '-D', base, '--checkpoint=fast', '--wal-method=stream'])
      execFileSync(join(installed, 'pg_verifybackup'), [base])
      print(`made a base back-up of PostgreSQL ${ask(postgres, 'show server_version')} while the server ran`)
      const early = [...before, ...(await openTransactions(server.url, 5))]
      const moment = ask(postgres, 'select clock_timestamp()')
      // So that the moment lies clearly between two commits.
      await sleep(1_000)
      const late = await openTransactions(server.url, 5)
      const file = ask(postgres, 'select pg_walfile_name(pg_switch_wal())')
      await waitFor(() => existsSync(join(archive, file)), `${file} in the archive`)
      return { early, late, moment }
    } finally {
      await server.kill('SIGTERM')
    }
  } finally {
    await postgres.stop()
    print('lost the database')
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

async function openTransactions(server: string, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const response = await fetch(`${server}/sandbox/player-service/transactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'deposit', amount: '1.00', player_id: '7' }),
    })
    assert.ok(response.ok, `a transaction was refused with ${response.status}`)
    ids.push(((await response.json()) as { transaction_id: string }).transaction_id)
  }
  return ids
}
