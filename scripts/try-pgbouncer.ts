import { spawnSync } from 'node:child_process'
import { readCommandLine } from '@cashbox/testing/command-line'
import { pgBouncerVersion } from '@cashbox/testing/postgres/start-pgbouncer'

/** What has many transactions at once, or needs more of a connection than one statement. */
const TESTS = [
  'apps/server/src/payments',
  'apps/server/src/money',
  'apps/server/src/watch',
  'apps/server/src/ledger',
  'apps/server/src/platform/jobs/jobs.test.ts',
  'apps/server/src/access/live-stream.test.ts',
  'apps/server/src/topups',
  'apps/server/src/partners',
]

const USAGE = `npm run try:pgbouncer -- [PROGRAM]
  Runs the tests of payments, races and workers with the server behind PgBouncer. Without PROGRAM: /usr/sbin/pgbouncer.`

const [program = '/usr/sbin/pgbouncer'] = readCommandLine(USAGE, { allowPositionals: true }).positionals
process.stdout.write(`Through PgBouncer ${pgBouncerVersion(program)} in transaction mode\n`)
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'server on postgres', ...TESTS], {
  stdio: 'inherit',
  env: { ...process.env, CASHBOX_PGBOUNCER: program },
})
process.exitCode = status ?? 1
