import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@cashbox/postgres/database'
import { closing } from '@cashbox/postgres/database'
import { toNetwork } from '@cashbox/postgres/network'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { readConfig } from '@cashbox/server/app/config'
import { openDatabase } from '@cashbox/server/app/open-database'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { createLog } from '@cashbox/server/platform/log/log'
import { verifyDatabase } from '@cashbox/server/verify/verify-database'
import { findInstalledPostgres, type RunningPostgres, startPostgres } from '@cashbox/testing/postgres/start-postgres'
import { prepareTemplate, TEST_SECRET } from '@cashbox/testing/postgres/template'
import { runs, testWith } from '@cashbox/testing/programs'
import { runCommand } from '@cashbox/testing/server-process'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { backupCommand } from './backup-command.ts'
import { countRows, type RowCounts } from './backup-source.ts'
import { restoreCommand } from './restore-command.ts'

/** `pg_dump` and its server: the PostgreSQL of the other tests comes without. */
const programs = findInstalledPostgres() ?? ''
const log = createLog('silent')

/** Writes rows into a table of its own until it is stopped, and then says how many. */
async function writeRows(url: string) {
  const client = new Client(toNetwork(url, 'cashbox', []))
  await client.connect()
  await client.query('create table written (number integer)')
  const stop = new AbortController()
  const writing = (async () => {
    let count = 0
    for (; !stop.signal.aborted; count += 1) await client.query('insert into written values ($1)', [count])
    await client.end()
    return count
  })()
  return () => {
    stop.abort()
    return writing
  }
}

if (programs === '') testWith('pg_dump and its PostgreSQL', false)('a back-up of PostgreSQL', () => {})

describe.runIf(programs !== '')('a back-up of PostgreSQL', () => {
  let postgres: RunningPostgres
  let folder: string
  let key: string
  let recipient: string
  let path: string
  let rows: RowCounts

  const configOf = (database: string) =>
    readConfig({
      DATABASE_URL: postgres.url(database),
      CASHBOX_MODE: 'sandbox',
      CASHBOX_SECRET: TEST_SECRET,
      CASHBOX_BACKUP_FOLDER: join(folder, 'backups'),
      CASHBOX_BACKUP_RECIPIENT: recipient,
      CASHBOX_POSTGRES_BIN: programs,
    })
  const withDatabase = async <T>(name: string, work: (db: Database) => Promise<T>) =>
    closing(await openDatabase(configOf(name), log), work)

  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false, programs })
    folder = await mkdtemp(join(tmpdir(), 'cashbox-backup-'))
    key = join(folder, 'key')
    const identity = await generateX25519Identity()
    recipient = await identityToRecipient(identity)
    await writeFile(key, identity)
    const admin = new Client({ connectionString: postgres.url('postgres') })
    await admin.connect()
    for (const name of ['cashbox', 'restored', 'by_hand']) await admin.query(`create database ${name}`)
    await admin.end()
    await closing(
      connectPostgres({ network: 'cashbox', url: postgres.url('cashbox'), connections: 2, onError: () => {} }),
      prepareTemplate,
    )
    rows = await withDatabase('cashbox', async (db) => {
      await openKeyring(db, configOf('cashbox'))
      return countRows(db)
    })
    const lines: string[] = []
    const stopWriting = await writeRows(postgres.url('cashbox'))
    expect(await backupCommand(configOf('cashbox'), [], (line) => void lines.push(line))).toBe(true)
    expect(await stopWriting()).toBeGreaterThan(10)
    expect(lines[1]).toMatch(/^Restored and checked: [\d,]+ rows, all \d+ rules hold\.$/)
    path = lines[0]?.split(': ')[0] ?? ''
    return async () => {
      await postgres.stop()
      await rm(folder, { recursive: true })
    }
  })

  test('made while rows are written is restored into another database to the rows of its moment, and every rule holds there', async () => {
    const restore = () => restoreCommand(configOf('restored'), [path, '-i', key, '--yes'], () => {})
    await restore()
    await withDatabase('restored', async (db) => {
      expect(await countRows(db)).toMatchObject(rows)
      const findings = await verifyDatabase(db, await openKeyring(db, configOf('restored')))
      expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
    })
    await expect(restore()).rejects.toThrow('Restoring refused: the schema cashbox')
  })

  test('restored with two roles gives the role that serves its rights, and no one else any', async () => {
    const admin = new Client({ connectionString: postgres.url('postgres') })
    await admin.connect()
    await admin.query('create role restoring_owner login')
    await admin.query('create role restoring_server login')
    await admin.query('create database two_roles owner restoring_owner')
    await admin.end()
    const as = (role: string) => postgres.url('two_roles').replace('postgres@', `${role}@`)
    const env = {
      DATABASE_URL: as('restoring_server'),
      DATABASE_OWNER_URL: as('restoring_owner'),
      CASHBOX_MODE: 'sandbox',
      CASHBOX_SECRET: TEST_SECRET,
      CASHBOX_POSTGRES_BIN: programs,
    }
    const { code, output } = await runCommand(`restore ${path} -i ${key} --yes`, env)
    expect([code, output]).toEqual([0, expect.stringContaining('The role restoring_server has its rights.')])
    const server = new Client(toNetwork(as('restoring_server'), 'cashbox', []))
    await server.connect()
    await server.query('insert into clock_jump (noticed_at, host, seconds) values (now(), $1, 1)', ['here'])
    await expect(server.query('update movement set amount = 1')).rejects.toThrow('permission denied')
    const { rows: open } = await server.query(
      `select proname from pg_proc where prosecdef and has_function_privilege('public', oid, 'execute')`,
    )
    await server.end()
    expect(open).toEqual([])
  })

  test('needs the owner of the tables, who may create databases, and says so before it copies anything', async () => {
    const admin = new Client({ connectionString: postgres.url('postgres') })
    await admin.connect()
    await admin.query('create role saving_owner login')
    await admin.query('create role saving_server login')
    await admin.query('create database saving owner saving_owner')
    const as = (role: string) => postgres.url('saving').replace('postgres@', `${role}@`)
    const env = {
      DATABASE_URL: as('saving_server'),
      DATABASE_OWNER_URL: as('saving_owner'),
      CASHBOX_MODE: 'sandbox',
      CASHBOX_SECRET: TEST_SECRET,
      CASHBOX_POSTGRES_BIN: programs,
      CASHBOX_BACKUP_FOLDER: join(folder, 'saving'),
      CASHBOX_BACKUP_RECIPIENT: recipient,
    }
    expect((await runCommand('migrate', env)).code).toBe(0)
    const { DATABASE_OWNER_URL: _, ...withoutOwner } = env
    expect(await runCommand('backup', withoutOwner)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The role of DATABASE_URL does not own .*DATABASE_OWNER_URL/),
    })
    expect(await runCommand('backup', env)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The role may not create the database .*createdb/),
    })
    expect((await readdir(join(folder, 'saving'))).filter((name) => name.includes('dump'))).toEqual([])
    await admin.query('alter role saving_owner createdb')
    await admin.end()
    expect(await runCommand('backup', env)).toMatchObject({ code: 0, output: expect.stringContaining('rules hold') })
  })

  testWith('age', runs('age', '--version'))('is restored by age and pg_restore alone', async () => {
    const plain = join(folder, 'plain.dump')
    execFileSync('age', ['--decrypt', '-i', key, '-o', plain, path])
    const target = ['--no-owner', '--no-privileges', `--dbname=${postgres.url('by_hand')}`]
    execFileSync(join(programs, 'pg_restore'), [...target, plain])
    expect(await withDatabase('by_hand', countRows)).toMatchObject(rows)
  })
})
