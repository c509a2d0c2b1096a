import { hostname } from 'node:os'
import type { Clock } from './clock.ts'
import { type Database, sql, timestamptz } from './database/database.ts'
import { pause } from './delivery/run-deliveries.ts'
import type { Log } from './log/log.ts'

const EVERY_MS = 10_000
/** Time servers correct a clock by less. */
const JUMP_MS = 60_000

interface ClockWatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly host?: string
  /** Time that passes, independent of the clock. */
  readonly elapsedMs?: () => number
}

/** Notices jumps of this machine's clock: by a timer that only runs forward, and by the time that was last seen. */
export function createClockWatch({
  db,
  clock,
  log,
  host = hostname(),
  elapsedMs = () => performance.now(),
}: ClockWatchOptions) {
  const name = `clock of ${host}`
  let last: { readonly shownMs: number; readonly elapsedMs: number } | null = null

  /** Since the last look; before the first one, against what an earlier process saw. */
  async function findJump(shownMs: number, passedMs: number): Promise<number> {
    if (last) return shownMs - last.shownMs - (passedMs - last.elapsedMs)
    const [seen] = await db.query(sql`select next_run_at as at from schedule where name = ${name}`, { at: timestamptz })
    // That time went on is no jump: the process may not have run.
    return seen ? Math.min(0, shownMs - seen.at.getTime()) : 0
  }

  return {
    async look(): Promise<void> {
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

/** Looks until stopped. Every process looks, as each may be on another machine. */
export function startClockWatch(options: ClockWatchOptions): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const watch = createClockWatch(options)
  const done = (async () => {
    while (!stopping.signal.aborted) {
      await watch.look().catch((error: unknown) => options.log.error({ err: error }, 'could not look at the clock'))
      await pause(EVERY_MS, stopping.signal)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}
