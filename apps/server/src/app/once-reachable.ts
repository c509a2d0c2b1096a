import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/** Does what needs the database. While that is restarting or not there yet, it waits, and then begins again. */
export async function onceReachable<T>(work: () => Promise<T>, log: Log): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      log.warn({ err: error, nextTryMs: pauseMs }, 'waiting for the database')
      await sleep(pauseMs)
    }
  }
}
