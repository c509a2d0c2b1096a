import type { ChildProcess } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  chooseAccount,
  createCluster,
  findBinaries,
  giveTo,
  idsOfNobody,
  launchPostgres,
  reachableBinaries,
  removeStalePidFile,
  stopPostgres,
} from '@cashbox/postgres/postgres-process'
import { freePort } from '../free-port.ts'
import { isNpmOnly } from '../programs.ts'

export type RunningPostgres = Awaited<ReturnType<typeof startPostgres>>

export interface PostgresOptions {
  /** Tests don't survive a power cut anyway; benchmarks must pay for the disk. */
  readonly fsync: boolean
  readonly settings?: Readonly<Record<string, string>>
  /** Keeps the data in memory where the machine has a file system for it: databases are then copied ten times as fast. */
  readonly isInMemory?: boolean
  /** Fills the folder instead of initdb, for a replica. */
  readonly prepareData?: (folder: string) => Promise<void>
  /** A free one without it. */
  readonly port?: number
  /** The folder of the programs of an installed one. */
  readonly programs?: string
}

/** A real PostgreSQL on a free loopback port, in a folder that goes away with it. Works as root too. */
export async function startPostgres({
  fsync,
  settings = {},
  isInMemory = false,
  prepareData,
  port: wantedPort,
  programs = process.env['CASHBOX_POSTGRES_BIN'],
}: PostgresOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-postgres-'))
  const parent = isInMemory && hasSpace(MEMORY) ? mkdtempSync(join(MEMORY, 'cashbox-postgres-')) : folder
  const removeFolder = () => [folder, parent].forEach((one) => rmSync(one, { recursive: true, force: true }))
  try {
    const account = chooseAccount(folder)
    for (const one of new Set([folder, parent])) {
      chmodSync(one, 0o755)
      await giveTo(one, account)
    }
    const data = join(parent, 'data')
    const cluster = { binaries: await reachableBinaries(await findBinaries(programs), account, folder), account, data }
    if (prepareData) {
      await prepareData(data)
      if ('uid' in account.ids) execFileSync('chown', ['-R', `${account.ids.uid}:${account.ids.gid}`, data])
    } else {
      await createCluster(cluster, ['--username=postgres', '--auth=trust', '--no-sync'])
    }
    const port = wantedPort ?? (await freePort())
    const launch = () =>
      launchPostgres({
        ...cluster,
        settings: {
          listen_addresses: '127.0.0.1',
          port: String(port),
          unix_socket_directories: '',
          fsync: fsync ? 'on' : 'off',
          max_connections: '200',
          ...settings,
        },
        log: join(folder, 'log'),
      })
    let child: ChildProcess = await launch()
    const killOnExit = () => child.kill('SIGQUIT')
    process.once('exit', killOnExit)
    const stop = async () => {
      process.off('exit', killOnExit)
      await stopPostgres(data)
      removeFolder()
    }
    return {
      port,
      /** The folder of its files. */
      data,
      /** Of the process that has all others as its children. */
      get pid() {
        return child.pid ?? 0
      },
      /** For the superuser, on a database of that name. */
      url: (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`,
      /** Kills every process of it at once, as a lost machine does. */
      kill: () => killAll(child),
      /** Kills it, and starts it again on what is on disk. */
      async crash() {
        await killAll(child)
        child = await startAgain(data, launch)
      },
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    removeFolder()
    throw error
  }
}

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3

const hasSpace = (path: string): boolean => {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > NEEDED_BYTES
}

/** The postmaster first, so that it has no time to tidy up; each of its processes is a separate group. */
async function killAll(postmaster: ChildProcess) {
  const { pid } = postmaster
  if (pid === undefined || postmaster.exitCode !== null || postmaster.signalCode !== null) return
  const ended = new Promise((resolve) => postmaster.once('exit', resolve))
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
  await ended
}

const STARTS = 20

/** The system takes a moment to free the memory that the killed processes shared. */
async function startAgain(data: string, launch: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (let start = 1; ; start += 1) {
    try {
      removeStalePidFile(data)
      return await launch()
    } catch (error) {
      if (start === STARTS) throw error
      await sleep(250)
    }
  }
}

const INSTALLED = '/usr/lib/postgresql'

/** The programs of the newest PostgreSQL that Debian has installed, or those in CASHBOX_POSTGRES_BIN; null when there are none. */
export function findInstalledPostgres(): string | null {
  const given = process.env['CASHBOX_POSTGRES_BIN']
  if (given) return given
  if (isNpmOnly) return null
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : []
  const folders = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(INSTALLED, version, 'bin'))
  const needed = ['postgres', 'pg_dump', 'pg_basebackup']
  return folders.find((folder) => needed.every((program) => existsSync(join(folder, program)))) ?? null
}

/** For programs that refuse to run as root; "nobody" is on every such machine. */
export const unprivilegedUser = () => (process.getuid?.() === 0 ? idsOfNobody() : undefined)
