import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import lockfile from 'proper-lockfile'
import {
  type Account,
  canRun,
  chooseAccount,
  createCluster,
  findBinaries,
  freePort,
  giveTo,
  launchPostgres,
  PostgresProcessError,
  reachableBinaries,
  readMajorVersion,
  readPostmaster,
  removeStalePidFile,
  stopPostgres,
} from './postgres-process.ts'

const run = promisify(execFile)

const ROLE = 'cashbox'
/** Begins the name of each user's connections, which `sessionsOf` knows. */
const APPLICATION = 'cashbox-'

/** For a small machine. fsync and synchronous_commit stay on: a success means that it is on disk. */
const SETTINGS = {
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  jit: 'off',
  // No worker processes that a small machine would only keep in memory.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  // So that a network can be moved away from it.
  wal_level: 'logical',
  // Failed statements are reported by Cashbox, without their values.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Only for root, when neither a user namespace nor "nobody" can use the data directory. */
const ELSEWHERE = '/var/lib/cashbox'

export async function findPlace(directory: string, mayUseNamespace = true) {
  const here = join(directory, 'postgres')
  const account = chooseAccount(here, mayUseNamespace)
  if (account.kind !== 'other' || existsSync(here)) return placeIn(here, account)
  await mkdir(directory, { recursive: true })
  if (canRun('test', ['-x', directory], account.ids)) return placeIn(here, account)
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  return placeIn(join(ELSEWHERE, name), account)
}

type Place = ReturnType<typeof placeIn>

const placeIn = (folder: string, account: Account) => ({ folder, data: join(folder, 'data'), account })

const WATCH_EVERY_MS = 1_000

/** The PostgreSQL in a data directory. The first process starts it, others use it, and any of them restarts it when it ends. */
export async function openEmbeddedPostgres(
  directory: string,
  onError: (error: unknown) => void,
  { mayUseNamespace = true, leavesToUsers = false } = {},
) {
  const place = await findPlace(directory, mayUseNamespace)
  let startedPid = await ensureRunning(place)
  const user = APPLICATION + randomBytes(6).toString('hex')
  const url = `${await urlOf(place)}?application_name=${user}`
  const isLeft = leavesToUsers && startedPid === null && (await hasOtherUsers(url, user))
  const stopOnExit = () => {
    if (startedPid !== null && readPostmaster(place.data)?.pid === startedPid) process.kill(startedPid, 'SIGINT')
  }
  process.once('exit', stopOnExit)
  let watching: Promise<void> | null = null
  const watch = async () => {
    if (readPostmaster(place.data)) return
    onError(new Error('PostgreSQL has ended and is started again'))
    startedPid = await ensureRunning(place)
  }
  const timer = setInterval(() => {
    watching ??= watch()
      .catch(onError)
      .finally(() => {
        watching = null
      })
  }, WATCH_EVERY_MS).unref()
  return {
    url,
    folder: place.folder,
    /** Stops PostgreSQL, unless another process of Cashbox still uses it; with `leavesToUsers` also if one did at the beginning. */
    async close() {
      clearInterval(timer)
      await watching
      if (!isLeft && !(await hasOtherUsers(url, user))) await stopPostgres(place.data)
      process.off('exit', stopOnExit)
    },
  }
}

const STARTING_STALE_MS = 10_000

/** Returns the pid of the started process; null when PostgreSQL runs already. */
async function ensureRunning(place: Place): Promise<number | null> {
  if (await isRunning(place)) return null
  await makeFolder(place)
  const unlock = await lockfile.lock(place.folder, {
    lockfilePath: join(place.folder, 'starting.lock'),
    stale: STARTING_STALE_MS,
    retries: { retries: 300, factor: 1, minTimeout: 200 },
    onCompromised: () => {},
  })
  try {
    return (await isRunning(place)) ? null : await start(place)
  } finally {
    await unlock().catch(() => {})
  }
}

const SETTLES_WITHIN_MS = 60_000

/** Waits while PostgreSQL starts or stops. */
async function isRunning({ data }: Place): Promise<boolean> {
  for (const deadline = Date.now() + SETTLES_WITHIN_MS; ; await sleep(50)) {
    const postmaster = readPostmaster(data)
    if (!postmaster || postmaster.isReady) return postmaster !== null
    if (Date.now() > deadline) {
      throw new PostgresProcessError(`PostgreSQL runs in ${data} (process ${postmaster.pid}) and is not ready`)
    }
  }
}

/** Fills the data folder before the first start. The folder is renamed when it is complete. */
export async function fillEmbeddedPostgres(directory: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const place = await findPlace(directory)
  await makeFolder(place)
  const part = join(place.folder, UNFINISHED)
  await rm(part, { recursive: true, force: true })
  await fill(part)
  await rename(part, place.data)
}

const UNFINISHED = 'data-unfinished'

async function makeFolder({ folder, account }: Place) {
  const explain = (error: unknown) => {
    throw new PostgresProcessError(`The folder for the embedded PostgreSQL can't be used: ${(error as Error).message}`)
  }
  await mkdir(dirname(folder), { recursive: true }).catch(explain)
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!existsSync(folder)) explain(error)
  })
  await access(folder, constants.W_OK).catch(explain)
  await giveTo(folder, account)
}

const PASSWORD_FILE = 'cashbox-password'

async function start(place: Place): Promise<number | null> {
  const { folder, data, account } = place
  const binaries = await reachableBinaries(await findBinaries(), account, folder)
  const cluster = { binaries, account, data }
  // After a start in a user namespace, which may be forbidden now, everything is root's.
  if ('uid' in account.ids) await run('chown', ['-R', `${account.ids.uid}:${account.ids.gid}`, folder])
  if (existsSync(data)) {
    const [made, brought] = [await readVersion(data), await readMajorVersion(binaries, account)]
    if (made !== brought) {
      throw new PostgresProcessError(
        `${data} was made by PostgreSQL ${made}, and this Cashbox brings PostgreSQL ${brought}: set CASHBOX_DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL ${made} on these files`,
      )
    }
  } else {
    await create(place, cluster)
  }
  removeStalePidFile(data)
  const child = await launchPostgres({
    ...cluster,
    settings: { ...SETTINGS, ...(await readAddress(place)) },
    log: join(folder, 'log'),
  })
  child.unref()
  return child.pid ?? null
}

const readVersion = async (data: string) => Number(await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => ''))

/** Renamed when it is complete, so that an interrupted one is created again. */
async function create({ folder, data, account }: Place, cluster: Parameters<typeof createCluster>[0]) {
  const part = join(folder, UNFINISHED)
  await rm(part, { recursive: true, force: true })
  const passwordFile = join(folder, PASSWORD_FILE)
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await giveTo(passwordFile, account)
  await createCluster({ ...cluster, data: part }, [
    `--username=${ROLE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--sync-method=syncfs',
  ])
  await rename(passwordFile, join(part, PASSWORD_FILE))
  await rename(part, data)
}

/** Linux allows 107 bytes for the path of a socket, macOS 103. */
const LONGEST_SOCKET = 103
const SOCKET = '.s.PGSQL.5432'
const PORT_FILE = 'port'

/** A socket in the folder; where that is not possible a port of this machine, which stays the same. */
async function readAddress({ folder }: Place): Promise<Record<string, string>> {
  const isSocket = process.platform !== 'win32' && Buffer.byteLength(join(folder, SOCKET)) <= LONGEST_SOCKET
  if (isSocket) return { listen_addresses: '', unix_socket_directories: folder, port: '5432' }
  const path = join(folder, PORT_FILE)
  if (!existsSync(path)) await writeFile(path, String(await freePort()))
  const port = await readFile(path, 'utf8')
  return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port }
}

async function urlOf(place: Place): Promise<string> {
  const { port, unix_socket_directories } = await readAddress(place)
  const password = await readFile(join(place.data, PASSWORD_FILE), 'utf8')
  const host = unix_socket_directories ? encodeURIComponent(unix_socket_directories) : '127.0.0.1'
  return `postgres://${ROLE}:${password}@${host}:${port}/postgres`
}

/** Another user's last connections take a moment to disappear. */
const GONE_WITHIN_MS = 500

/** Connections of the user itself don't count: it is closing, and a busy PostgreSQL may notice that late. */
async function hasOtherUsers(url: string, user: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    for (const deadline = Date.now() + GONE_WITHIN_MS; ; await sleep(20)) {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where starts_with(application_name, $1) and not starts_with(application_name, $2)',
        [APPLICATION, user],
      )
      if (rowCount === 0) return false
      if (Date.now() > deadline) return true
    }
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
