import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What a partner's server may do with every delivery. */
export const badHabits = ['hangs', 'late', 'gigabyte', 'redirects', 'tls', 'upgrades'] as const
export type BadHabit = (typeof badHabits)[number]

/** Servers with bad habits, in a thread of their own. */
export function openBadReceivers() {
  const thread = new Worker(new URL('bad-receiver.ts', import.meta.url))
  return {
    async open(habit: BadHabit): Promise<string> {
      thread.postMessage(habit, [])
      const [url] = (await once(thread, 'message')) as [string]
      return url
    },
    /** Closes every connection, so that nothing of a round reaches into the next one. */
    hangUp: () => thread.postMessage('hang up', []),
    close: () => thread.terminate(),
  }
}
