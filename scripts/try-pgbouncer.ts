import { spawnSync } from 'node:child_process'
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

/** `npm run try:pgbouncer -- PROGRAM`: the tests of payments, races and workers, with the server behind PgBouncer. */
const program = process.argv[2] ?? '/usr/sbin/pgbouncer'
process.stdout.write(`Through PgBouncer ${pgBouncerVersion(program)} in transaction mode\n`)
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'server on postgres', ...TESTS], {
  stdio: 'inherit',
  env: { ...process.env, CASHBOX_PGBOUNCER: program },
})
process.exitCode = status ?? 1
