import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type Transaction, types } from '@electric-sql/pglite'
import lockfile from 'proper-lockfile'
import { type Database, type Queryable, retrying, type Tx } from './database.ts'
import { type DiskOptions, guardDisk, SPACE_NEEDED } from './disk-guard.ts'
import { watchForHang } from './hang-watch.ts'
import { checkedQueries } from './read-rows.ts'

const LOCK_STALE_MS = 5_000

type Run = <T>(work: () => Promise<T>) => Promise<T>

const queryable = (handle: PGlite | Transaction, run: Run): Queryable =>
  checkedQueries(async ({ text, values }) => {
    const answer = await run(() => handle.query<Record<string, unknown>>(text, values as unknown[]))
    return { fields: answer.fields, rows: answer.rows, count: answer.rowCount ?? 0 }
  })

export interface EmbeddedOptions extends DiskOptions {
  /** A dump to start from instead of an empty database. */
  readonly dump?: Blob
}

/** PostgreSQL inside this process. Survives a killed process; runs without fsync, so not a lost power supply. */
export async function openEmbedded({
  directory,
  dump,
  ...disk
}: EmbeddedOptions): Promise<Database & { dump(): Promise<Blob> }> {
  const unlock = directory === null ? null : await lockDirectory(directory)
  const handle = await PGlite.create({
    ...(directory === null ? {} : { dataDir: join(directory, 'postgres') }),
    ...(dump ? { loadDataDir: dump } : {}),
    parsers: { [types.INT8]: BigInt },
  })
  const watch = directory === null ? null : watchForHang(directory, SPACE_NEEDED)
  const guard = guardDisk({ directory, ...disk })
  const run: Run = (work) => guard.alone(() => work().catch((error: unknown) => guard.note(error)))
  const db: Database & { dump(): Promise<Blob> } = {
    engine: 'pglite',
    ...queryable(handle, run),
    transaction: (work) => retrying(() => run(() => inTransaction(handle, work))),
    listen: async (channel, onMessage) => {
      const stop = await run(() => handle.listen(channel, onMessage))
      return { stop: () => run(() => stop()) }
    },
    patiently: () => db,
    dump: () => handle.dumpDataDir('none'),
    close: async () => {
      if (!guard.isBroken()) await handle.close()
      await watch?.stop()
      await unlock?.()
    },
  }
  return db
}

const inTransaction = <T>(handle: PGlite, work: (tx: Tx) => Promise<T>): Promise<T> =>
  handle.transaction((transaction) =>
    work({
      ...queryable(transaction, (statement) => statement()),
      script: async (text: string) => void (await transaction.exec(text)),
    } as Tx),
  )

// PGlite itself does not notice a second opener, and the two would overwrite each other.
async function lockDirectory(directory: string) {
  await mkdir(directory, { recursive: true })
  try {
    return await lockfile.lock(directory, {
      lockfilePath: join(directory, 'in-use.lock'),
      stale: LOCK_STALE_MS,
      // A killed process leaves its lock behind; wait until it counts as stale.
      retries: { retries: 8, factor: 1, minTimeout: 1_000 },
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') {
      throw new Error(`${directory} is in use by another Cashbox process. Stop that one first.`, { cause: error })
    }
    throw error
  }
}
