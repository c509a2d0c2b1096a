import { statfsSync } from 'node:fs'

/**
 * PostgreSQL writes its log in files of 16 MB. Where the next one can't be written, the embedded PostgreSQL does not end as
 * the real one does: its next statement never returns, and the process hangs. So nothing is begun with little space left.
 */
export const SPACE_NEEDED = 32 * 1024 * 1024

export interface DiskOptions {
  /** Null for a database in memory. */
  readonly directory: string | null
  readonly freeBytes?: (directory: string) => number
  /** The database can't go on in this process. Nothing that was confirmed is lost: the next process reads the log. */
  readonly onBroken?: (error: Error) => void
}

const fullDisk = (message: string) => Object.assign(new Error(message), { code: '53100' })

const freeOf = (directory: string) => {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/** Lets one piece of work at a time to the database, and none that could hang. */
export function guardDisk({ directory, freeBytes = freeOf, onBroken = () => {} }: DiskOptions) {
  let broken: Error | null = null
  let turn: Promise<unknown> = Promise.resolve()

  function admit() {
    if (broken) throw broken
    if (directory !== null && freeBytes(directory) < SPACE_NEEDED) {
      throw fullDisk(`less than ${SPACE_NEEDED / 1024 / 1024} MB of disk space are left for the embedded database`)
    }
  }

  return {
    isBroken: () => broken !== null,

    /** Throws it again. If the log could not be written, no statement may follow: it would hang. */
    note(error: unknown): never {
      if (broken === null && error instanceof Error && error.message.includes('pg_wal')) {
        broken = fullDisk(`the embedded database ran out of disk space: ${error.message}`)
        onBroken(broken)
      }
      throw broken ?? error
    },

    /** Waits for its turn: what is already waiting inside the database could not be held back. */
    alone<T>(work: () => Promise<T>): Promise<T> {
      const done = turn.then(() => {
        admit()
        return work()
      })
      turn = done.catch(() => {})
      return done
    },
  }
}
