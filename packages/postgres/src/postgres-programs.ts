import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

type Program = 'pg_dump' | 'pg_restore'

/** One of PostgreSQL's own programs is missing, too old, or failed. */
export class PostgresProgramError extends Error {}

/** The folder of the programs; null for those in the path. */
type Programs = string | null

const pathOf = (program: Program, folder: Programs) => (folder === null ? program : join(folder, program))

const WAYS = 'or set CASHBOX_POSTGRES_BIN to the folder of another one'

/** Refuses a program that can't read a database of this version (such as 180004). */
export async function requireProgram(program: Program, programs: Programs, serverVersion: number): Promise<void> {
  const needed = Math.floor(serverVersion / 10_000)
  const install = `Install the client programs of PostgreSQL ${needed} (Debian: postgresql-client-${needed}), ${WAYS}.`
  const printed = await promisify(execFile)(pathOf(program, programs), ['--version']).catch(() => null)
  if (!printed) throw new PostgresProgramError(`${program} is not on this machine. ${install}`)
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(printed.stdout)?.[1])
  if (!(major >= needed)) {
    throw new PostgresProgramError(`${program} has version ${major} and the database version ${needed}. ${install}`)
  }
}

/** The schema of a network in PostgreSQL's custom format, compressed. */
export async function* dumpPostgres(
  url: string,
  { network, snapshot }: { readonly network: string; readonly snapshot: string },
  programs: Programs,
): AsyncGenerator<Uint8Array> {
  const args = ['--format=custom', `--schema=${network}`, `--snapshot=${snapshot}`]
  const { child, ended } = launch('pg_dump', args, url, programs)
  child.stdin.end()
  try {
    yield* child.stdout
    await ended
  } finally {
    child.kill('SIGKILL')
  }
}

/** Restores a dump in one transaction. Rights and owners are not restored: who calls this owns what it makes. */
export async function restorePostgres(url: string, dump: AsyncIterable<Uint8Array>, programs: Programs): Promise<void> {
  const args = ['--no-owner', '--no-privileges', '--single-transaction', `--dbname=${databaseOf(url)}`]
  const { child, ended } = launch('pg_restore', args, url, programs)
  child.stdout.resume()
  // Its own words say more than that it no longer reads.
  const written = pipeline(Readable.from(dump), child.stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    child.kill('SIGKILL')
    throw error
  })
  await Promise.all([written, written.then(() => ended)])
}

function launch(program: Program, args: readonly string[], url: string, programs: Programs) {
  const env = { PATH: process.env['PATH'], ...libpqEnvironment(url) }
  const child = spawn(pathOf(program, programs), args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => void (said = (said + chunk.toString()).slice(-2_000)))
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new PostgresProgramError(`${program}: ${error.message}`)))
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new PostgresProgramError(`${program} failed: ${said.trim() || `code ${code}`}`)),
    )
  })
  ended.catch(() => {})
  return { child, ended }
}

const PARAMETERS: Readonly<Record<string, string>> = {
  host: 'PGHOST',
  port: 'PGPORT',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
}

/** In the environment, because everyone on the machine can read arguments, and a password may be among them. */
export function libpqEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(url)
  const env: Record<string, string> = { PGDATABASE: databaseOf(url), PGCONNECT_TIMEOUT: '10' }
  if (hostname !== '') env['PGHOST'] = decodeURIComponent(hostname.replace(/^\[|\]$/g, ''))
  if (port !== '') env['PGPORT'] = port
  if (username !== '') env['PGUSER'] = decodeURIComponent(username)
  if (password !== '') env['PGPASSWORD'] = decodeURIComponent(password)
  for (const [name, value] of searchParams) if (PARAMETERS[name]) env[PARAMETERS[name]] = value
  // The program checks the certificate with these too; PostgreSQL's own would take any.
  if (['require', 'verify-ca'].includes(env['PGSSLMODE'] ?? '') && env['PGSSLROOTCERT'] === undefined) {
    env['PGSSLMODE'] = 'verify-full'
    env['PGSSLROOTCERT'] = 'system'
  }
  return env
}

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))
