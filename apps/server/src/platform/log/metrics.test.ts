import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alertKinds } from '@cashbox/contract/operator'
import { sql } from '@cashbox/postgres/database'
import { SERVER_ROLE } from '@cashbox/testing/postgres/template'
import { runs, testWith } from '@cashbox/testing/programs'
import { openWorld, type World } from '@cashbox/testing/world'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { measureNetwork, setAlerts, workerStatus } from '../../app/status-pages.ts'
import { housekeeping } from '../../app/work.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

const DEPLOY = join(import.meta.dirname, '../../../../../deploy')
const RULES = join(DEPLOY, 'prometheus/cashbox.rules.yml')

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const scrape = async () => (await fetch(`${world.address}/metrics`)).text()

/** The value of one series; null when it is not there. */
const valueOf = (metrics: string, series: string) =>
  metrics
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.split(' ')[1] ?? null

test('an alert is a metric while it is open', async () => {
  const series = 'cashbox_alert{kind="jobs_failed",severity="warning"}'
  expect(valueOf(await scrape(), series)).toBe('0')
  const now = world.clock.now()
  await world.db.execute(sql`
    insert into job (id, kind, payload, run_at, failed_at, created_at)
    values (${uuidv7()}, 'mail', '{}', ${now}, ${now}, ${now})`)
  const metrics = await scrape()
  expect(valueOf(metrics, series)).toBe('1')
  expect(valueOf(metrics, 'cashbox_jobs{kind="mail",state="failed"}')).toBe('1')
  expect(valueOf(metrics, 'cashbox_database_up')).toBe('1')
  await world.db.execute(sql`delete from job`)
  expect(valueOf(await scrape(), series)).toBe('0')
})

test('while a worker looks, metrics are what it found, and when none does, each process looks for itself', async () => {
  const series = 'cashbox_alert{kind="jobs_failed",severity="warning"}'
  const { clock } = world
  const works = housekeeping(world.services)
  await works.find(({ name }) => name === 'follow alerts')?.run()
  const now = clock.now()
  await world.db.execute(sql`
    insert into job (id, kind, payload, run_at, failed_at, created_at)
    values (${uuidv7()}, 'mail', '{}', ${now}, ${now}, ${now})`)
  await world.db.execute(sql`update network_snapshot set taken_at = ${now}`)
  clock.standAt(now)
  expect(valueOf(await scrape(), series)).toBe('0')
  clock.standAt(new Date(now.getTime() + 46_000))
  expect(valueOf(await scrape(), series)).toBe('1')
  clock.run()
  await world.db.execute(sql`delete from job`)
})

test.each(alertKinds)('the metric of %s goes to 1 and back, alone', async (kind) => {
  const metrics = createMetrics('cashbox')
  const open = async () => {
    const { values } = await metrics.alert.get()
    expect(values).toHaveLength(alertKinds.length)
    return values.filter(({ value }) => value === 1).map(({ labels }) => labels.kind)
  }
  setAlerts(metrics, [{ kind }])
  expect(await open()).toEqual([kind])
  setAlerts(metrics, [])
  expect(await open()).toEqual([])
})

test('without the database the figures of the process are still there, and none that would be old', async () => {
  const metrics = createMetrics('cashbox')
  await measureNetwork({ ...world.services, metrics })
  const away = { ...world.ofServer, query: () => Promise.reject(new Error('away')) }
  await measureNetwork({ ...world.services, db: away, metrics })
  const text = await metrics.registry.metrics()
  expect(valueOf(text, 'cashbox_database_up')).toBe('0')
  expect(text).not.toContain('cashbox_alert{')
  expect(text).not.toContain('cashbox_rate_age_seconds{')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('a server whose database became read-only is not ready, although it can still read', async () => {
  const limited = await openWorld()
  onTestFinished(() => limited.close())
  const statusOf = async (path: string) => (await fetch(limited.address + path)).status
  /** New sessions have the setting, so the server's sessions end. */
  const alterRole = (change: string) =>
    limited.db.transaction((tx) =>
      tx.script(`
        do $$ begin execute format('alter role ${SERVER_ROLE} in database %I ${change}', current_database()); end $$;
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = '${SERVER_ROLE}'`),
    )
  expect(await statusOf('/readyz')).toBe(200)
  await alterRole('set default_transaction_read_only = on')
  await expect.poll(() => statusOf('/api/tools/settings')).toBe(200)
  // The first answer may be that of the session that ended.
  expect([await statusOf('/readyz'), await statusOf('/readyz'), await statusOf('/api/tools/settings')]).toEqual([
    503, 503, 200,
  ])
  await alterRole('reset default_transaction_read_only')
  await expect.poll(() => statusOf('/readyz')).toBe(200)
})

test('a process that only works shows health and metrics on its own port, and nothing else', async () => {
  const { ofServer: db, keyring, clock } = world
  const config = { ...world.config, metricsToken: 'a-token-of-sixteen' }
  const status = await workerStatus({ config, db, keyring, clock, log: createLog('silent') })
  const headers = { authorization: 'Bearer a-token-of-sixteen' }
  expect((await status.inject('/readyz')).statusCode).toBe(200)
  expect((await status.inject('/metrics')).statusCode).toBe(401)
  expect((await status.inject({ url: '/metrics', headers })).body).toContain('cashbox_alert{kind="check_failed"')
  expect((await status.inject('/api/tools/settings')).statusCode).toBe(404)
  await status.close()
})

test.each(['prometheus/cashbox.rules.yml', 'grafana/cashbox.json'])(
  '%s names only metrics that exist',
  async (file) => {
    const served = await scrape()
    const known = new Set([...served.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    const exprs = [...readFileSync(join(DEPLOY, file), 'utf8').matchAll(/"?expr"?: (.+)$/gm)].map(
      ([, expr = '']) => expr,
    )
    const named = exprs.flatMap((expr) => [...expr.matchAll(/\b(?:cashbox|nodejs)_\w+/g)].map(([name]) => name))
    expect(named.length).toBeGreaterThan(10)
    const unknown = named.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')))
    expect(unknown).toEqual([])
  },
)

test('every rule has a case that fires it', () => {
  const rules = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const cases = readFileSync(RULES.replace('.yml', '.test.yml'), 'utf8').matchAll(/alertname: (\w+)/g)
  expect([...cases].map(([, name]) => name).toSorted()).toEqual(rules.toSorted())
})

// The tool comes with Debian's package prometheus.
testWith('promtool', runs('promtool', '--version'))('promtool accepts the rules, and each of them fires once', () => {
  execFileSync('promtool', ['check', 'rules', RULES])
  execFileSync('promtool', ['test', 'rules', RULES.replace('.yml', '.test.yml')])
})
