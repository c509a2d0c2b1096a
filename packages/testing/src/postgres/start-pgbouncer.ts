import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { unprivilegedUser } from './start-postgres.ts'

/** The first version that knows named statements in transaction mode. */
const NAMES_SINCE = [1, 21] as const
const START_WITHIN_MS = 10_000

/** Its version, as in `PgBouncer 1.24.1`. */
export const pgBouncerVersion = (program: string) =>
  /^PgBouncer (\S+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1] ?? 'unknown'

const keepsStatements = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > NAMES_SINCE[0] || (major === NAMES_SINCE[0] && minor >= NAMES_SINCE[1])
}

/** PgBouncer in transaction mode in front of a PostgreSQL on this machine, with few connections so that all are shared. */
export async function startPgBouncer(program: string, postgresPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-pgbouncer-'))
  const user = unprivilegedUser()
  const port = await freePort()
  const isNamed = keepsStatements(pgBouncerVersion(program))
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 1000
server_idle_timeout = 5
${isNamed ? 'max_prepared_statements = 500' : ''}
`,
  )
  writeFileSync(join(folder, 'users'), '"cashbox_server" ""\n"postgres" ""\n')
  if (user) for (const name of ['', 'pgbouncer.ini', 'users']) chownSync(join(folder, name), user.uid, user.gid)
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    let log = ''
    const timer = setTimeout(() => reject(new Error(`PgBouncer did not start in time:\n${log}`)), START_WITHIN_MS)
    child.once('exit', () => reject(new Error(`PgBouncer ended at once:\n${log}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000)
      if (!log.includes('process up')) return
      clearTimeout(timer)
      resolve()
    })
  })
  const killOnExit = () => child.kill('SIGTERM')
  process.once('exit', killOnExit)
  return {
    port,
    keepsStatements: isNamed,
    async stop() {
      process.off('exit', killOnExit)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
