import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../apps/server/test/server-process.ts'
import { unprivilegedUser } from '../start-postgres.ts'

export type Say = (line: string) => void

/** A PostgreSQL whose folder can be lost, with room beside it for what outlives that. */
export async function createCluster(programs: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-recovery-'))
  const user = unprivilegedUser()
  const own = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid)
  }
  chmodSync(folder, 0o755)
  own(folder)
  const port = await freePort()
  let child: ChildProcess | null = null
  const has = (program: string) => existsSync(join(programs, program))
  // The npm package has no psql, and any other does.
  const run = (program: string, args: readonly string[]) =>
    execFileSync(has(program) ? join(programs, program) : program, args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  const cluster = {
    folder,
    port,
    has,
    run,
    /** To the user that PostgreSQL runs as. */
    giveAway(path: string) {
      if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path])
    },
    url: (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    /** A folder that PostgreSQL may write to. */
    makeFolder(name: string) {
      const path = join(folder, name)
      mkdirSync(path, { mode: 0o700 })
      own(path)
      return path
    },
    initialise(data: string, settings: readonly string[]) {
      run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'])
      const all = [`port = ${port}`, "listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", ...settings]
      appendFileSync(join(data, 'postgresql.conf'), `${all.join('\n')}\n`)
    },
    async start(data: string) {
      child = spawn(join(programs, 'postgres'), ['-D', data], {
        ...user,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr?.on('data', (part: Buffer) => void (said += part.toString()))
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      child.once('exit', () => resolve())
      for (let look = 0; look < 600; look += 1) {
        if (child.exitCode !== null) break
        // Two, because a standby that only recovers says so before it is open for writing.
        if (isOpen()) return
        await Promise.race([ended, new Promise((again) => setTimeout(again, 100))])
      }
      throw new Error(`PostgreSQL did not start:\n${said.slice(-3_000)}`)
    },
    /** At once, as a lost machine does. */
    async kill() {
      if (!child || child.exitCode !== null) return
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      child.kill('SIGQUIT')
      await ended
    },
    async close() {
      await cluster.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  function isOpen() {
    try {
      const asked = run('psql', ['-qAt', '-d', cluster.url('postgres'), '-c', 'select pg_is_in_recovery()'])
      return asked.trim() === 'f'
    } catch {
      return false
    }
  }
  return cluster
}

export type Cluster = Awaited<ReturnType<typeof createCluster>>
