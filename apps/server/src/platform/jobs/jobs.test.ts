import { col, type Database, sql } from '@cashbox/postgres/database'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log/log.ts'
import { enqueue, type JobHandler, type RecurringWork, startWorker } from './jobs.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.execute(sql`delete from job`)
})

const soon = { timeout: 60_000, interval: 50 }

function work(handlers: Record<string, JobHandler>, recurring: RecurringWork[] = [], db: Database = world.db) {
  const worker = startWorker({ db, clock: world.clock, log: createLog('silent'), handlers, recurring })
  onTestFinished(() => worker.stop())
  return worker
}

/** The same database as a second process has it, already connected. */
async function secondConnection(): Promise<Database> {
  if (world.url === null) return world.db
  const db = connectPostgres({ network: 'cashbox', url: world.url, connections: 4, onError: () => {} })
  onTestFinished(() => db.close())
  await db.execute(sql`select 1`)
  return db
}

const ask = (kind: string, ...payloads: unknown[]) =>
  world.db.transaction(async (tx) => {
    for (const payload of payloads) await enqueue(tx, world.clock, kind, payload)
  })

const storedJobColumns = {
  kind: col.text,
  attempts: col.int4,
  last_error: col.nullable(col.text),
  failed_at: col.nullable(col.timestamptz),
  locked_until: col.nullable(col.timestamptz),
  wait_s: col.float8,
}
const storedJobs = () =>
  world.db.query(
    sql`
      select kind, attempts, last_error, failed_at, locked_until,
             extract(epoch from run_at - created_at)::double precision as wait_s
      from job order by created_at, kind`,
    storedJobColumns,
  )

test('a job is run when its transaction commits, and never when it rolls back', async () => {
  const ran: unknown[] = []
  const undone = world.db.transaction(async (tx) => {
    await enqueue(tx, world.clock, 'note', { text: 'undone' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await ask('note', { text: 'done' })
  work({ note: async (payload) => void ran.push(payload) })
  await vi.waitFor(async () => expect(await storedJobs()).toEqual([]), soon)
  expect(ran).toEqual([{ text: 'done' }])
})

test('a failing job is tried again later with its error kept, and other jobs go on', async () => {
  const ran: unknown[] = []
  let isMended = false
  work({
    shaky: async () => {
      if (!isMended) throw new Error('the mail server is away')
    },
    steady: async (payload) => void ran.push(payload),
  })
  await ask('shaky', {})
  await ask('steady', 1)
  await vi.waitFor(
    async () => expect(await storedJobs()).toMatchObject([{ kind: 'shaky', last_error: 'the mail server is away' }]),
    soon,
  )
  await ask('steady', 2)
  await vi.waitFor(() => expect(ran).toEqual([1, 2]), soon)
  const [waiting] = await storedJobs()
  expect(waiting).toMatchObject({ attempts: 1, failed_at: null, locked_until: null })
  expect(waiting?.wait_s).toBeGreaterThanOrEqual(5)

  isMended = true
  world.clock.advance(10)
  await vi.waitFor(async () => expect(await storedJobs()).toEqual([]), soon)
})

test('a job of an unknown kind is kept, with the reason', async () => {
  work({})
  await ask('unheard-of', {})
  await vi.waitFor(
    async () =>
      expect(await storedJobs()).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('unheard-of') }]),
    soon,
  )
})

test('after the last attempt a job stays as failed and is not run any more', async () => {
  let runs = 0
  const turns = { count: 0 }
  work({ hopeless: async () => Promise.reject(new Error(`failure ${++runs}`)) }, [turnOf('hopeless', turns)])
  await ask('hopeless', {})
  // Once for each failure: a day that passes during an attempt would end its lock.
  let failures = 0
  await vi.waitFor(
    async () => {
      const [job] = await storedJobs()
      if (job?.failed_at === null && job.locked_until === null && job.attempts > failures) {
        failures = job.attempts
        world.clock.advance(24 * 60 * 60)
      }
      expect(job?.failed_at).toBeInstanceOf(Date)
    },
    { timeout: 60_000, interval: 20 },
  )
  expect(runs).toBe(9)
  world.clock.advance(7 * 24 * 60 * 60)
  await moreTurns(turns)
  expect(await storedJobs()).toMatchObject([{ attempts: 9, last_error: 'failure 9', locked_until: null }])
  expect(runs).toBe(9)
})

test('a receiver that hangs delays no other, and has a quota of its own', async () => {
  const hangs = Promise.withResolvers<void>()
  let [begun, quick] = [0, 0]
  await ask('slow', ...Array.from({ length: 30 }, (_, number) => number))
  work({
    slow: () => {
      begun += 1
      return hangs.promise
    },
    quick: async () => void quick++,
  })
  await vi.waitFor(() => expect(begun).toBe(10), soon)
  await ask('quick', 1, 2, 3)
  await vi.waitFor(() => expect(quick).toBe(3), soon)
  expect(begun).toBe(10)
  hangs.resolve()
  await vi.waitFor(async () => expect(await storedJobs()).toEqual([]), soon)
  expect(begun).toBe(30)
})

test('two workers share the jobs and never run the same one', async () => {
  const runs = new Map<unknown, number>()
  const busy = new Set<string>()
  const { promise: bothAreBusy, resolve } = Promise.withResolvers<void>()
  const handlerOf = (name: string): Record<string, JobHandler> => ({
    async count(payload) {
      runs.set(payload, (runs.get(payload) ?? 0) + 1)
      busy.add(name)
      if (busy.size === 2) resolve()
      await bothAreBusy
    },
  })
  const numbers = [...Array(50).keys()]
  await ask('count', ...numbers)
  const second = await secondConnection()
  work(handlerOf('one'))
  work(handlerOf('other'), [], second)
  await vi.waitFor(async () => expect(await storedJobs()).toEqual([]), soon)
  expect([...runs].toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(numbers.map((number) => [number, 1]))
})

test('a job that another worker is just taking is passed over, and delays no one', async () => {
  const ran: unknown[] = []
  const second = await secondConnection()
  await ask('count', 1, 2, 3)
  await second.transaction(async (tx) => {
    await tx.execute(sql`select id from job where payload = '1' for update`)
    work({ count: async (payload) => void ran.push(payload) })
    await vi.waitFor(() => expect(ran.toSorted()).toEqual([2, 3]), soon)
  })
  await vi.waitFor(() => expect(ran.toSorted()).toEqual([1, 2, 3]), soon)
})

test('a job whose worker died is taken over when its lock has run out, and not before', async () => {
  const ran: unknown[] = []
  const turns = { count: 0 }
  await ask('orphan', 'left behind')
  await world.db.execute(sql`
    update job set attempts = 1, locked_until = ${new Date(world.clock.now().getTime() + 60_000)}`)
  work({ orphan: async (payload) => void ran.push(payload) }, [turnOf('orphan', turns)])
  await moreTurns(turns)
  expect(ran).toEqual([])
  world.clock.advance(61)
  await vi.waitFor(() => expect(ran).toEqual(['left behind']), soon)
})

test('stopping waits for the job that is running', async () => {
  const events: string[] = []
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const worker = work({
    async long() {
      begun.resolve()
      await mayEnd.promise
      events.push('the job ended')
    },
  })
  await ask('long', {})
  await begun.promise
  const stopped = worker.stop().then(() => events.push('the worker stopped'))
  expect(await storedJobs()).toHaveLength(1)
  mayEnd.resolve()
  await stopped
  expect(events).toEqual(['the job ended', 'the worker stopped'])
  expect(await storedJobs()).toEqual([])
})

test('a stopped worker takes nothing more', async () => {
  const ran: unknown[] = []
  await work({ late: async (payload) => void ran.push(payload) }).stop()
  await ask('late', 1)
  const turns = { count: 0 }
  work({}, [turnOf('late', turns)])
  await moreTurns(turns)
  expect(ran).toEqual([])
})

test('recurring work is done once a period, however many workers there are', async () => {
  let runs = 0
  const tidy = { name: 'tidy', everyS: 3600, run: async () => void runs++ }
  const [one, other] = [{ count: 0 }, { count: 0 }]
  const bothHadTurns = () => Promise.all([moreTurns(one), moreTurns(other)])
  const second = await secondConnection()
  work({}, [tidy, turnOf('one', one)])
  work({}, [tidy, turnOf('other', other)], second)
  await bothHadTurns()
  expect(runs).toBe(1)
  for (const expected of [2, 3]) {
    world.clock.advance(3600)
    await bothHadTurns()
    expect(runs).toBe(expected)
  }
})

test('work that is due at the start is done by each worker that starts, however short ago it was done', async () => {
  let runs = 0
  const recurring: RecurringWork[] = [
    { name: 'at the start', everyS: 3600, isDueAtStart: true, run: async () => void runs++ },
  ]
  for (const expected of [1, 2]) {
    const worker = work({}, recurring)
    await vi.waitFor(() => expect(runs).toBe(expected), { timeout: 60_000 })
    await worker.stop()
  }
})

test('a clock that was hours ahead and came back does not stop recurring work', async () => {
  let runs = 0
  const recurring = [{ name: 'after the jump', everyS: 10, run: async () => void runs++ }]
  world.clock.advance(2 * 60 * 60)
  const ahead = work({}, recurring)
  await expect.poll(() => runs, { timeout: 60_000 }).toBeGreaterThanOrEqual(1)
  await ahead.stop()
  world.clock.advance(-2 * 60 * 60)
  const back = work({}, recurring)
  await expect.poll(() => runs, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  await back.stop()
})

test('recurring work that fails stops neither the worker nor the next time', async () => {
  let runs = 0
  const turns = { count: 0 }
  const shaky = { name: 'shaky', everyS: 3600, run: async () => Promise.reject(new Error(`failure ${++runs}`)) }
  work({}, [shaky, turnOf('shaky', turns)])
  await moreTurns(turns)
  world.clock.advance(3600)
  await moreTurns(turns)
  expect(runs).toBe(2)
})

/** Counts how often a worker has gone round. */
const turnOf = (name: string, turns: { count: number }): RecurringWork => ({
  name: `turn of ${name}`,
  everyS: 0,
  run: async () => void turns.count++,
})

/** Two whole rounds, so that at least one began after now. */
async function moreTurns(turns: { count: number }) {
  const enough = turns.count + 2
  await vi.waitFor(() => expect(turns.count).toBeGreaterThanOrEqual(enough), soon)
}
