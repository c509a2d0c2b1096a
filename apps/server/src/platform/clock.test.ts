import { col, sql } from '@cashbox/postgres/database'
import { openTestDatabase } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toSeconds } from './clock.ts'
import { openDatabaseClock } from './database-clock.ts'
import { createLog } from './log/log.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.db.execute(sql`delete from clock_jump`))

const HOUR_MS = 3_600_000

/** A machine whose clock and timer can be moved. */
async function openMachine(aheadMs = 0) {
  const moved = { aheadMs, elapsedMs: 0 }
  const clock = await openDatabaseClock({
    db: database.db,
    log: createLog('silent'),
    host: 'cashier',
    elapsedMs: () => performance.now() + moved.elapsedMs,
    machineMs: () => Date.now() + moved.aheadMs,
  })
  return { clock, moved }
}

const jumps = async () => {
  const rows = await database.db.query(sql`select host, seconds from clock_jump order by noticed_at`, {
    host: col.text,
    seconds: col.int8,
  })
  return rows.map(({ host, seconds }) => [host, Math.round(Number(seconds) / 60)])
}

const errorMs = ({ now }: { now(): Date }) => Math.abs(now().getTime() - Date.now())

test('a machine whose clock is a day ahead has the time of the database, and is logged once', async () => {
  const { clock } = await openMachine(26 * HOUR_MS)
  for (let time = 0; time < 3; time++) await clock.measure()
  expect(errorMs(clock)).toBeLessThan(30_000)
  expect(await jumps()).toEqual([['cashier', 26 * 60]])
})

test('a clock that is set while the process runs changes nothing but the alert, forward, right and back', async () => {
  const { clock, moved } = await openMachine()
  for (const aheadMs of [40_000, 2 * HOUR_MS, 2 * HOUR_MS, 0, -2 * HOUR_MS]) {
    moved.aheadMs = aheadMs
    expect(errorMs(clock)).toBeLessThan(30_000)
    await clock.measure()
  }
  expect(await jumps()).toEqual([
    ['cashier', 120],
    ['cashier', -120],
  ])
})

test('a clock of the database that jumps, against a timer that no one sets, is reported', async () => {
  const { clock, moved } = await openMachine()
  moved.elapsedMs = -HOUR_MS
  await clock.measure()
  expect(errorMs(clock)).toBeLessThan(30_000)
  expect(await jumps()).toEqual([['PostgreSQL', 60]])
})

test('the time never goes back by the few milliseconds that a measurement is off', async () => {
  const { clock, moved } = await openMachine()
  const before = clock.now().getTime()
  moved.elapsedMs = -500
  expect(clock.now().getTime()).toBe(before)
})

const inSql = async (moment: string | null) => {
  const rows = await database.db.query(sql`select epoch_seconds(${moment}) as at`, { at: col.nullable(col.int8) })
  return rows[0]?.at
}

test.each(['00', '00.000001', '00.499', '00.5', '00.500001', '00.999', '00.999999'])(
  'the database and the program round %s seconds down alike',
  async (seconds) => {
    for (const minute of ['2026-11-15T20:00', '1969-12-31T23:59']) {
      const moment = `${minute}:${seconds}Z`
      const whole = Date.parse(`${minute}:00Z`) / 1000
      expect(await inSql(moment)).toBe(BigInt(whole))
      expect(toSeconds(new Date(moment))).toBe(whole)
    }
  },
)

test('no moment has no seconds', async () => {
  expect(await inSql(null)).toBeNull()
})
