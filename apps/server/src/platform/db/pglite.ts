import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type Transaction, types } from '@electric-sql/pglite'
import lockfile from 'proper-lockfile'
import { type Database, type Queryable, retrying, type Tx } from './database.ts'
import { type DiskOptions, guardDisk, SPACE_NEEDED } from './disk-guard.ts'
import { prepareFolder } from './embedded-folder.ts'
import { watchForHang } from './hang-watch.ts'
import { checkedQueries } from './read-rows.ts'

const LOCK_STALE_MS = 5_000

/** PostgreSQL's default of 128 MB would stay in memory, and what it does not keep is in the cache of the system. */
const SHARED_BUFFERS = '32MB'

// How long a function of PostgreSQL runs before V8 compiles it a second time, for speed. By default that is so soon that
// starting compiles thousands of them, with up to a gigabyte for it; those that confirmations use still get there.
const WASM_TIERING_BUDGET = 100_000_000

/** The embedded database belongs to one process at a time. */
export class FolderInUseError extends Error {}

type Run = <T>(work: () => Promise<T>) => Promise<T>

const queryable = (handle: PGlite | Transaction, run: Run): Queryable =>
  checkedQueries(async ({ text, values }) => {
    const answer = await run(() => handle.query<Record<string, unknown>>(text, values as unknown[]))
    return { fields: answer.fields, rows: answer.rows, count: answer.rowCount ?? 0 }
  })

export interface EmbeddedOptions extends DiskOptions {
  /** What a new database begins with, instead of nothing. */
  readonly readDump?: () => Promise<Blob | null>
}

export interface EmbeddedDatabase extends Database {
  dump(): Promise<Blob>
  /** All of it as of one moment, and what was seen in that moment. Other work waits meanwhile. */
  copy<T>(look: (db: Queryable) => Promise<T>): Promise<{ seen: T; dump: Blob }>
}

/** PostgreSQL inside this process. Survives a killed process; runs without fsync, so not a lost power supply. */
export async function openEmbedded({
  directory,
  readDump = async () => null,
  ...disk
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const unlock = directory === null ? null : await lockDirectory(directory)
  setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`)
  const folder = directory === null ? null : await prepareFolder(directory)
  const dump = folder?.isNew === false ? null : await readDump()
  const handle = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    ...(folder ? { dataDir: folder.path } : {}),
    ...(dump ? { loadDataDir: dump } : {}),
    parsers: { [types.INT8]: BigInt },
  })
  await folder?.finish()
  const watch = directory === null ? null : watchForHang(directory, SPACE_NEEDED)
  const guard = guardDisk({ directory, ...disk })
  const run: Run = (work) => guard.alone(() => work().catch((error: unknown) => guard.note(error)))
  const db: EmbeddedDatabase = {
    engine: 'pglite',
    connections: () => null,
    ...queryable(handle, run),
    transaction: (work) => retrying(() => run(() => inTransaction(handle, work))),
    listen: async (channel, onMessage) => {
      const stop = await run(() => handle.listen(channel, onMessage))
      return { stop: () => run(() => stop()) }
    },
    patiently: () => db,
    dump: () => handle.dumpDataDir('none'),
    copy: (look) =>
      run(async () => {
        const seen = await look(queryable(handle, (statement) => statement()))
        // So that the copy has nothing to replay from the log.
        await handle.exec('checkpoint')
        return { seen, dump: await handle.dumpDataDir('none') }
      }),
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
      throw new FolderInUseError(`${directory} is in use by another Cashbox process. Stop that one first.`, {
        cause: error,
      })
    }
    throw error
  }
}
