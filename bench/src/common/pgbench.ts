import { execFile, execFileSync } from 'node:child_process'
import { existsSync, globSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AGENTS, agentId, connect, opening, tempFolder } from './database.ts'
import { type Measurement, measurementOf } from './measurement.ts'

/** The PostgreSQL that is measured, and one of its databases. */
export interface BenchPostgres {
  readonly port: number
  readonly pid: number
  readonly url: string
  readonly database: string
}

/** Where pgbench is; fetched from Debian's packages when this machine has apt and no pgbench yet. */
function findPgbench(): string {
  const installed = globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1)
  if (installed) return installed
  const cache = join(tmpdir(), 'cashbox-pgbench')
  const unpacked = () => globSync(join(cache, 'usr/lib/postgresql/*/bin/pgbench')).at(-1)
  if (!unpacked() && existsSync('/usr/bin/apt-get')) fetchPgbench(cache)
  const found = unpacked()
  if (!found)
    throw new Error('pgbench is not on this machine and can not be fetched: install it, as every ratio is to it')
  return found
}

function fetchPgbench(cache: string) {
  const run = (program: string, args: string[]) => execFileSync(program, args, { cwd: cache, stdio: 'ignore' })
  execFileSync('mkdir', ['-p', cache])
  run('apt-get', ['update'])
  run('apt-get', ['install', '-y', 'libpq5'])
  run('bash', [
    '-c',
    'apt-get download "$(apt-cache depends postgresql | sed -n "s/.*Depends: \\(postgresql-[0-9]*\\)$/\\1/p")" && dpkg -x ./*.deb .',
  ])
}

const TPC_B = 'tpcb'

/** TPC-B's tables beside the network: 50 branches and 5,000,000 accounts. */
export async function openTpcB(postgres: BenchPostgres): Promise<BenchPostgres> {
  const db = await connect(postgres.url)
  await db.query(`create database ${TPC_B}`)
  await db.end()
  await promisify(execFile)(findPgbench(), [...addressOf(postgres), '-i', '-s', '50', '-q', TPC_B])
  return { ...postgres, database: TPC_B }
}

/** pgbench's own transaction, after TPC-B: five statements and a commit, and nothing in it is ours. */
export const runTpcB = (tpcB: BenchPostgres, clients: number, seconds: number): Promise<Measurement> =>
  run(tpcB, clients, ['-b', 'tpcb-like', '-T', String(seconds)])

// The same function that the server calls, with one confirmation a call and the ids that the server would make.
const CONFIRM = `
\\set i :i + 1
\\set n :start + :i - 1
\\set a :n % ${AGENTS}
select outcome from confirm_payments(jsonb_build_array(jsonb_build_object(
  'ordinal', 0, 'agent_id', '${agentId(0).slice(0, -12)}' || lpad(to_hex(:a::int), 12, '0'), 'type', 'deposit', 'transaction_id', 'B' || :n, 'amount', '1000',
  'key', 'pgbench ' || :n, 'body_hash', 'x', 'lat', 41.2995, 'lon', 69.2401, 'ip', '127.0.0.1', 'at', clock_timestamp(),
  'event_id', uuidv7(), 'address_guesses', 'none')),
  max_wrong_codes => 5, max_age_s => 120, guess_series => 'guess-account', max_agent_guesses => 20, max_address_guesses => 100);
`

/** Confirmations without HTTP and without the server, on one connection. */
export const runConfirmPayments = (
  postgres: BenchPostgres,
  { start, count }: { readonly start: number; readonly count: number },
): Promise<Measurement> =>
  opening(async (opened) => {
    const script = join(opened.use(tempFolder('bench-script')).path, 'confirm.sql')
    writeFileSync(script, CONFIRM)
    return run(postgres, 1, ['-f', script, '-t', String(count), '-D', 'i=0', '-D', `start=${start}`])
  })

const addressOf = ({ port }: BenchPostgres) => ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']

const run = (postgres: BenchPostgres, clients: number, args: string[]): Promise<Measurement> =>
  opening(async (opened) => {
    const cwd = opened.use(tempFolder('bench')).path
    const threads = String(Math.min(2, clients))
    const log = ['-l', '--log-prefix=log']
    const all = [...addressOf(postgres), '-n', '-M', 'prepared', '-c', String(clients), '-j', threads, ...log, ...args]
    const { stdout } = await promisify(execFile)(findPgbench(), [...all, postgres.database], { cwd })
    const latencies = execFileSync('bash', ['-c', "cat log.* | cut -d' ' -f3"], { cwd, encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((microseconds) => Number(microseconds) / 1000)
    return measurementOf(latencies, latencies.length / Number(/tps = ([\d.]+)/.exec(stdout)?.[1]))
  })
