import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { findInstalledPostgres, startPostgres } from '../../../../../scripts/start-postgres.ts'
import { fillBaseline } from '../../../test/fill-baseline.ts'
import { TEST_SECRET } from '../../../test/template.ts'
import { readConfig } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import { connectPostgres } from '../../platform/db/postgres.ts'
import { createLog } from '../../platform/log.ts'
import { openDatabase } from '../open-database.ts'
import { openKeyring } from '../open-keyring.ts'
import { verifyDatabase } from '../verify-all.ts'
import { backupCommand } from './backup-command.ts'
import { countRows } from './manifest.ts'
import { restoreCommand } from './restore-command.ts'

/** `pg_dump` and its server: the PostgreSQL of the other tests comes without. */
const programs = findInstalledPostgres()
const log = createLog('silent')

test.runIf(programs !== null && inject('template').engine === 'postgres')(
  'a back-up of PostgreSQL is restored into another database to the same rows, and every rule holds there',
  async () => {
    const postgres = await startPostgres({ fsync: false, programs: programs ?? '' })
    onTestFinished(() => postgres.stop())
    const folder = await mkdtemp(join(tmpdir(), 'cashbox-backup-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'key'), 'a key that is long enough to be one\n')
    const admin = new Client({ connectionString: postgres.url('postgres') })
    await admin.connect()
    for (const name of ['cashbox', 'restored']) await admin.query(`create database ${name}`)
    await admin.end()
    const configOf = (database: string) =>
      readConfig({
        DATABASE_URL: postgres.url(database),
        CASHBOX_MODE: 'sandbox',
        CASHBOX_SECRET: TEST_SECRET,
        CASHBOX_BACKUP_FOLDER: join(folder, 'backups'),
        CASHBOX_BACKUP_KEY_FILE: join(folder, 'key'),
        CASHBOX_POSTGRES_BIN: programs ?? '',
      })
    const withDatabase = async <T>(name: string, work: (db: Database) => Promise<T>): Promise<T> => {
      const db = await openDatabase(configOf(name), log)
      await openKeyring(db, configOf(name))
      try {
        return await work(db)
      } finally {
        await db.close()
      }
    }

    const empty = connectPostgres({ url: postgres.url('cashbox'), connections: 2, onError: () => {} })
    await fillBaseline(empty)
    await empty.close()
    const rows = await withDatabase('cashbox', countRows)
    const lines: string[] = []
    expect(await backupCommand(configOf('cashbox'), [], (line) => void lines.push(line))).toBe(true)
    expect(lines[1]).toMatch(/^Restored and checked: all \d+ rules hold\.$/)

    const [path = ''] = lines[0]?.split(': ') ?? []
    await restoreCommand(configOf('restored'), [path, '--yes'], () => {})
    await withDatabase('restored', async (db) => {
      expect(await countRows(db)).toEqual(rows)
      const findings = await verifyDatabase(db, await openKeyring(db, configOf('restored')))
      expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
    })
    await expect(restoreCommand(configOf('restored'), [path, '--yes'], () => {})).rejects.toThrow('is not empty')
  },
)
