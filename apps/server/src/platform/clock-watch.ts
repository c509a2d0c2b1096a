import { hostname } from 'node:os'
import type { Clock } from './clock.ts'
import { type Database, sql, timestamptz } from './database/database.ts'
import { pause, runUntilStopped } from './delivery/run-deliveries.ts'
import type { Log } from './log/log.ts'

const EVERY_MS = 10_000
/** Time servers correct a clock by less than this. */
const JUMP_MS = 60_000

interface ClockWatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly host?: string
  /** A monotonic timer. */
  readonly elapsedMs?: () => number
}

/** Detects jumps of this machine's clock by comparing it with a monotonic timer, and with the time that was last stored. */
export function createClockWatch({
  db,
  clock,
  log,
  host = hostname(),
  elapsedMs = () => performance.now(),
}: ClockWatchOptions) {
  const name = `clock of ${host}`
  let last: { readonly shownMs: number; readonly elapsedMs: number } | null = null

  /** Since the last check; at the first one, compared with the time that an earlier process stored. */
  async function findJump(shownMs: number, passedMs: number): Promise<number> {
    if (last) return shownMs - last.shownMs - (passedMs - last.elapsedMs)
    const [seen] = await db.query(sql`select next_run_at as at from schedule where name = ${name}`, { at: timestamptz })
    // A gap forward is no jump: no process may have run.
    return seen ? Math.min(0, shownMs - seen.at.getTime()) : 0
  }

  return {
    async check(): Promise<void> {
      const now = clock.now()
      const passedMs = elapsedMs()
      const jumpMs = await findJump(now.getTime(), passedMs)
      last = { shownMs: now.getTime(), elapsedMs: passedMs }
      if (Math.abs(jumpMs) > JUMP_MS) {
        const seconds = Math.round(jumpMs / 1000)
        log.error(
          { host, seconds },
          'the clock of this machine jumped, or the machine was asleep; check its time service',
        )
        await db.execute(sql`insert into clock_jump (noticed_at, host, seconds) values (${now}, ${host}, ${seconds})`)
      }
      await db.execute(sql`
        insert into schedule (name, next_run_at) values (${name}, ${now})
        on conflict (name) do update set next_run_at = excluded.next_run_at`)
    },
  }
}

/** Every process checks, because each may be on another machine. */
export function startClockWatch(options: ClockWatchOptions): { stop(): Promise<void> } {
  const watch = createClockWatch(options)
  return runUntilStopped(async (stop) => {
    while (!stop.aborted) {
      await watch.check().catch((error: unknown) => options.log.error({ err: error }, 'could not check the clock'))
      await pause(EVERY_MS, stop)
    }
  })
}
