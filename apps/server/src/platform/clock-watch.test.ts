import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MovableClock, openTestDatabase } from '../../test/world.ts'
import { createClockWatch } from './clock-watch.ts'
import { int8, sql } from './database/database.ts'
import { createLog } from './log/log.ts'

const clock = new MovableClock()
let database: Awaited<ReturnType<typeof openTestDatabase>>
let elapsedMs = 0
beforeAll(async () => {
  database = await openTestDatabase()
  clock.standAt(new Date('2026-11-16T12:00:00Z'))
})
afterAll(() => database.close())
beforeEach(() => database.db.execute(sql`delete from clock_jump`))

const newWatch = () =>
  createClockWatch({ db: database.db, clock, log: createLog('silent'), host: 'cashier', elapsedMs: () => elapsedMs })

/** Time as it passes, and what the clock makes of it. */
function pass(seconds: number, shown = seconds) {
  elapsedMs += seconds * 1000
  clock.standAt(new Date(clock.now().getTime() + shown * 1000))
}

const jumps = async () =>
  (await database.db.query(sql`select seconds from clock_jump order by noticed_at`, { seconds: int8 })).map(
    ({ seconds }) => Number(seconds),
  )

test('a clock that goes with the time has not jumped, also when it is set right by a few seconds', async () => {
  const watch = newWatch()
  await watch.check()
  for (const shown of [10, 12, 8, 10, 40]) {
    pass(10, shown)
    await watch.check()
  }
  expect(await jumps()).toEqual([])
})

test('a jump is noted once, forward and back', async () => {
  const watch = newWatch()
  await watch.check()
  pass(10, 10 + 7200)
  await watch.check()
  pass(10)
  await watch.check()
  pass(10, 10 - 7200)
  await watch.check()
  pass(10)
  await watch.check()
  expect(await jumps().then((all) => all.toSorted((one, other) => one - other))).toEqual([-7200, 7200])
})

test('a clock that went back while no process ran is noticed at the start, and time that only went on is not', async () => {
  await newWatch().check()
  pass(0, 3600)
  await newWatch().check()
  expect(await jumps()).toEqual([])
  pass(0, -3600)
  await newWatch().check()
  expect(await jumps()).toEqual([-3600])
  await newWatch().check()
  expect(await jumps()).toEqual([-3600])
})
