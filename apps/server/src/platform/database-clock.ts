import { hostname } from 'node:os'
import { col, type Database, type Queryable, queryOne, sql } from '@cashbox/postgres/database'
import type { Clock } from './clock.ts'
import { pause, runUntilStopped } from './delivery/run-deliveries.ts'
import type { Log } from './log/log.ts'

const MEASURE_EVERY_MS = 10_000
/** Time servers correct a clock by less than this. */
const JUMP_MS = 60_000
/** Two measurements differ by the time that their answers took. */
const JITTER_MS = 1_000

interface ClockOptions {
  readonly db: Database
  readonly log: Log
  readonly host?: string
  readonly elapsedMs?: () => number
  readonly machineMs?: () => number
}

export interface DatabaseClock extends Clock {
  measure(): Promise<void>
}

/** The time of the database, so that all processes agree and a wrong clock of a machine can't expire or close anything. */
export async function openDatabaseClock({
  db,
  log,
  host = hostname(),
  elapsedMs = () => performance.now(),
  machineMs = () => Date.now(),
}: ClockOptions): Promise<DatabaseClock> {
  let measured: { readonly databaseMs: number; readonly elapsedMs: number } | null = null
  let lastMs = 0
  let notedMs = 0

  const expectedMs = (at: number) => (measured ? measured.databaseMs + at - measured.elapsedMs : null)

  async function note(whose: string, jumpMs: number) {
    const seconds = Math.round(jumpMs / 1000)
    log.error({ host: whose, seconds }, 'a clock is wrong, or the machine was asleep; check its time service')
    await db.execute(
      sql`insert into clock_jump (noticed_at, host, seconds) values (clock_timestamp(), ${whose}, ${seconds})`,
    )
  }

  async function measure() {
    const before = elapsedMs()
    const { now } = await queryOne(db, { now: col.timestamptz })`select clock_timestamp() as now`
    const after = elapsedMs()
    const databaseMs = now.getTime() + (after - before) / 2
    const jumpMs = databaseMs - (expectedMs(after) ?? databaseMs)
    measured = { databaseMs, elapsedMs: after }
    if (Math.abs(jumpMs) > JUMP_MS) await note('PostgreSQL', jumpMs)
    const aheadMs = machineMs() - databaseMs
    // Once for each time that it is set wrong.
    if (Math.abs(aheadMs) > JUMP_MS && Math.abs(aheadMs - notedMs) > JUMP_MS) await note(host, aheadMs)
    notedMs = Math.abs(aheadMs) > JUMP_MS ? aheadMs : 0
  }

  await measure()
  return {
    measure,
    now() {
      const ms = expectedMs(elapsedMs()) ?? 0
      const isJitter = ms < lastMs && lastMs - ms < JITTER_MS
      if (!isJitter) lastMs = ms
      return new Date(lastMs)
    },
  }
}

/** The time of the database when a command begins: the clock of the machine may be wrong. */
export async function readDatabaseClock(db: Queryable): Promise<Clock> {
  const { now } = await queryOne(db, { now: col.timestamptz })`select clock_timestamp() as now`
  return { now: () => now }
}

export function keepMeasuring(clock: DatabaseClock, log: Log): { stop(): Promise<void> } {
  return runUntilStopped(async (stop) => {
    while (!stop.aborted) {
      await pause(MEASURE_EVERY_MS, stop)
      await clock.measure().catch((error: unknown) => log.error({ err: error }, "could not read the database's clock"))
    }
  })
}
