import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Measurement, percentile } from './measurement.ts'
import { AGENTS, agentId } from './prepare.ts'

/** Where pgbench is; fetched from Debian's packages when this machine has apt and no pgbench yet. */
export function findPgbench(): string | null {
  const installed = globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1)
  if (installed) return installed
  const cache = join(tmpdir(), 'cashbox-pgbench')
  const unpacked = () => globSync(join(cache, 'usr/lib/postgresql/*/bin/pgbench')).at(-1) ?? null
  if (unpacked() || !existsSync('/usr/bin/apt-get')) return unpacked()
  try {
    const run = (program: string, args: string[]) => execFileSync(program, args, { cwd: cache, stdio: 'ignore' })
    execFileSync('mkdir', ['-p', cache])
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', 'libpq5'])
    run('bash', [
      '-c',
      'apt-get download "$(apt-cache depends postgresql | sed -n "s/.*Depends: \\(postgresql-[0-9]*\\)$/\\1/p")" && dpkg -x ./*.deb .',
    ])
  } catch {
    return null
  }
  return unpacked()
}

// The same function that the server calls, with one confirmation a call and the ids that the server would make.
const script = (agent: string) => `
\\set i :i + 1
\\set n :start + :client_id * :each + :i - 1
\\set a :n % ${AGENTS}
select outcome from confirm_payments(jsonb_build_array(jsonb_build_object(
  'ordinal', 0, 'agent_id', ${agent}, 'type', 'deposit', 'transaction_id', 'B' || :n, 'amount', '1000',
  'key', 'pgbench ' || :n, 'body_hash', 'x', 'lat', 41.2995, 'lon', 69.2401, 'max_age_s', 120, 'ip', '127.0.0.1',
  'at', clock_timestamp(), 'at_ms', (extract(epoch from clock_timestamp()) * 1000)::bigint, 'max_wrong_codes', 5, 'transfer_id', uuidv7(), 'event_id', uuidv7(), 'clearing_id', uuidv7(),
  'agent_guesses', 'none', 'max_agent_guesses', 20, 'address_guesses', 'none', 'max_address_guesses', 100)));
`

const manyAgents = `'${agentId(0).slice(0, -12)}' || lpad(to_hex(:a::int), 12, '0')`
const oneAgent = `'${agentId(0)}'`

interface Run {
  readonly pgbench: string
  readonly port: number
  readonly database: string
  readonly clients: number
  readonly start: number
  readonly count: number
  readonly hot: boolean
}

export function runPgbench({ pgbench, port, database, clients, start, count, hot }: Run): Measurement {
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-bench-'))
  try {
    writeFileSync(join(folder, 'script.sql'), script(hot ? oneAgent : manyAgents))
    const each = Math.floor(count / clients)
    const args = `-h 127.0.0.1 -p ${port} -U postgres -n -M prepared -f script.sql -c ${clients} -j 2 -t ${each} -l
      --log-prefix=log -D i=0 -D start=${start} -D each=${each} ${database}`.split(/\s+/)
    const output = execFileSync(pgbench, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1])
    const latencies = execFileSync('bash', ['-c', "cat log.* | cut -d' ' -f3"], { cwd: folder, encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((microseconds) => Number(microseconds) / 1000)
      .toSorted((a, b) => a - b)
    return { perSecond, p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
