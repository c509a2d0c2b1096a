import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAlerts, listPartnerStatements, listPositionDays, readToday } from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { operatorOf } from '@cashbox/testing/operator-client'
import { TEST_SECRET } from '@cashbox/testing/postgres/template'
import { startProcess } from '@cashbox/testing/server-process'
import { openTestDatabase } from '@cashbox/testing/world'
import { expect, test } from 'vitest'
import { createLog } from '../platform/log/log.ts'
import { readConfig } from './config.ts'
import { start } from './serve.ts'

test('a process whose database goes away in the middle of its start begins again, and is there when the database is', async () => {
  const database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-start-'))
  const config = readConfig({
    CASHBOX_SECRET: TEST_SECRET,
    CASHBOX_MODE: 'sandbox',
    CASHBOX_DATA_DIR: folder,
    DATABASE_URL: database.url,
  })
  /** Ends the connection that waits for the mode of the installation, as a restart of PostgreSQL would. */
  const cutWaiting = () =>
    database.db.query(
      sql`
          select pg_terminate_backend(pid) as is_cut from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into installation%'`,
      { is_cut: col.bool },
    )
  try {
    const starting = await database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table installation in exclusive mode`)
      const begun = start(config, createLog('silent'), { http: false, worker: false })
      await expect.poll(cutWaiting, { timeout: 60_000 }).toEqual([{ is_cut: true }])
      // It is there again: the new start waits at the same place.
      await expect.poll(cutWaiting, { timeout: 60_000 }).toEqual([{ is_cut: true }])
      return { begun }
    })
    const running = await starting.begun
    await running.stop()
    expect(only(await database.db.query(sql`select true as ok from installation`, { ok: col.bool })).ok).toBe(true)
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a fresh sandbox has a position and a closed statement, and raises no alert by its first count and its first verification', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-fresh-'))
  const server = await startProcess({ CASHBOX_DATA_DIR: folder })
  try {
    const admin = await operatorOf(server.url, 'admin')
    const seen = new Set<string>()
    const isSettled = async () => {
      const { list } = (await admin.call(listAlerts, {})).payload
      for (const { id } of list) seen.add(id)
      const { as_of, verification } = (await admin.call(readToday, {})).payload.today
      return as_of !== null && verification?.last_finished_at != null
    }
    await expect.poll(isSettled, { timeout: 120_000 }).toBe(true)
    await isSettled()
    expect([...seen]).toEqual([])
    const { list: closed } = (await admin.call(listPartnerStatements, { code: 'sandbox' })).payload
    expect(closed).toMatchObject([{ number: 1, period: 'month', opening: '0.00', currency_code: 'UZS' }])
    const { list: days } = (await admin.call(listPositionDays, { code: 'sandbox', currency_code: 'UZS' })).payload
    expect(days.length).toBeGreaterThan(10)
  } finally {
    await server.kill('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
})
