import * as contract from '@cashbox/contract/operator'
import { rotateKey } from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { openPartner } from '@cashbox/testing/partner-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setWebhookUrl } from '../partners/set-webhook.ts'
import { enqueue } from '../platform/jobs/jobs.ts'
import { countNetwork } from './count-network.ts'
import { storeVerification } from './read-status.ts'
import { readSnapshot, saveSnapshot, takeSnapshot } from './snapshot.ts'

let world: Awaited<ReturnType<typeof openMoneyWorld>>
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const count = () => countNetwork(world)
const today = async () => (await world.finance().call(contract.readToday, {})).payload.today
const alerts = async () => (await world.finance().call(contract.listAlerts, {})).payload.list

describe('the daily verification', () => {
  const verifyOnce = (findings?: Awaited<ReturnType<typeof world.verify>>) =>
    storeVerification(world, async () => findings ?? (await world.verify()))

  test('shows what is broken, since when, and no longer once it is mended', async () => {
    await verifyOnce()
    expect(await today()).toMatchObject({ verification: { has_failed_checks: false, failed_checks: [] } })
    const finding = { rule: 'nothing is below its floor', violations: 2, examples: ['{"id": 7}'] }
    await verifyOnce([finding])
    const since = (await today()).verification?.failed_checks[0]?.since
    world.clock.advance(60)
    await verifyOnce([finding])
    expect((await today()).verification).toMatchObject({
      has_failed_checks: true,
      failed_checks: [{ rule: finding.rule, violations: 2, since }],
    })
    const [worst] = await alerts()
    expect(worst).toEqual({
      id: 'check_failed:nothing is below its floor',
      kind: 'check_failed',
      severity: 'critical',
      since,
      subject: { kind: 'rule', id: finding.rule },
      values: { violations: 2 },
    })
    await verifyOnce()
    expect((await alerts()).map(({ kind }) => kind)).not.toContain('check_failed')
  })

  test('that was interrupted does not hide what the one before it found', async () => {
    await verifyOnce([{ rule: 'a rule', violations: 1, examples: [] }])
    world.clock.advance(1)
    await expect(
      storeVerification(world, async () => {
        throw new Error('the database went away')
      }),
    ).rejects.toThrow()
    expect((await today()).verification).toMatchObject({ finished_at: null, has_failed_checks: true })
    world.clock.advance(1)
    await verifyOnce()
    expect((await today()).verification).toMatchObject({ has_failed_checks: false })
  })
})

describe('alerts appear and vanish with their reason', () => {
  const kinds = async () => (await alerts()).map(({ kind }) => kind)

  /** Everything in order, so that only what a test does is seen. */
  async function tidy() {
    await world.look()
    await world.db.execute(
      sql`update outbox_event set delivered_at = created_at, next_attempt_at = null where delivered_at is null`,
    )
    await count()
    await storeVerification(world, () => world.verify())
  }

  test('nothing is said of a network that is well', async () => {
    await tidy()
    expect(await kinds()).toEqual([])
  })

  test('workers that count nothing any more, and a watch over Tron that lags', async () => {
    await tidy()
    world.clock.advance(6 * 60)
    const list = await alerts()
    expect(list.map(({ id }) => id).toSorted()).toEqual([
      'totals_outdated:network',
      'tron_lag:first',
      'tron_lag:second',
      'tron_lag:third',
    ])
    expect(list.every(({ severity, since }) => severity === 'critical' && since !== null)).toBe(true)
    await tidy()
    expect(await kinds()).toEqual([])
  })

  test('held top-ups that wait too long', async () => {
    await tidy()
    const agent = await world.newAgent()
    const id = await agent.held(4_000_000n)
    expect(await kinds()).toEqual([])
    await world.wait(1.1)
    await tidy()
    expect(await alerts()).toMatchObject([
      {
        id: 'topups_held:below_minimum/USDT',
        severity: 'warning',
        subject: { kind: 'topup_reason' },
        values: { count: 1, sum: '4' },
      },
    ])
    expect((await today()).topups.held).toMatchObject([{ reason: 'below_minimum', coin: 'USDT', count: 1, sum: '4' }])
    await world.ask({ kind: 'topup_return', topup_id: id })
    expect(await kinds()).toEqual([])
  })

  test('top-ups that are on their way for more than an hour', async () => {
    await tidy()
    const agent = await world.newAgent()
    await world.chain.send({ to: agent.address, units: 20_000_000n })
    await world.chain.mine(1)
    await world.look()
    expect(await kinds()).toEqual([])
    const earlier = new Date(world.clock.now().getTime() - 61 * 60_000)
    await world.db.execute(sql`update topup set seen_at = ${earlier} where state = 'confirming'`)
    expect(await alerts()).toMatchObject([
      { id: 'topups_confirming:USDT', severity: 'warning', values: { count: 1, sum: '20' } },
    ])
    await world.settle()
    await tidy()
    expect(await kinds()).toEqual([])
  })

  test('a destination of alerts that could not be reached for five minutes, or refused', async () => {
    await tidy()
    const now = world.clock.now()
    await world.db.execute(sql`
      insert into alert_destination
        (id, kind, name, target, language, min_severity, created_at, activated_at, failing_since, failures)
      values ('00000000-0000-7000-8000-000000000001', 'email', 'Night shift', 'night@example.com', 'en', 'warning',
        ${now}, ${now}, ${now}, 1)`)
    expect(await kinds()).toEqual([])
    await world.db.execute(sql`update alert_destination set stopped_at = ${now} where name = 'Night shift'`)
    expect(await alerts()).toMatchObject([{ kind: 'alerts_undelivered', values: { name: 'Night shift' } }])
    await world.db.execute(sql`delete from alert_destination where name = 'Night shift'`)
    expect(await kinds()).toEqual([])
  })

  test('partners whose webhooks are late by a quarter of an hour, or were stopped', async () => {
    await tidy()
    const { id: partnerId } = only(
      await world.db.query(sql`select id from partner where code = 'sandbox'`, { id: col.uuid }),
    )
    const webhook = { url: 'http://127.0.0.1:9/', keyring: world.keyring, mayBePrivate: true }
    await setWebhookUrl(world.db, { ...webhook, partnerId })
    const agent = await world.newAgent('100.00')
    await agent.confirmed('deposit', '1.00')
    expect((await today()).webhooks).toMatchObject([{ partner: 'sandbox', pending_events: 1, failing_since: null }])
    world.clock.advance(16 * 60)
    await world.look()
    await count()
    expect(await alerts()).toMatchObject([{ id: 'webhook_delayed:sandbox', values: { pending_events: 1 } }])
    await world.db.execute(sql`update partner set webhook_disabled_at = ${world.clock.now()} where code = 'sandbox'`)
    expect(await kinds()).toEqual(['webhook_disabled'])
    await world.db.execute(sql`update partner set webhook_url = null, webhook_disabled_at = null`)
    expect(await kinds()).toEqual([])
  })

  test('a webhook that fails with many events waiting, however young the oldest is', async () => {
    await tidy()
    const partnerId = only(
      await world.db.query(sql`select id from partner where code = 'sandbox'`, { id: col.uuid }),
    ).id
    await setWebhookUrl(world.db, {
      url: 'http://127.0.0.1:9/',
      keyring: world.keyring,
      mayBePrivate: true,
      partnerId,
    })
    await world.db.execute(sql`update partner set webhook_failing_since = ${world.clock.now()} where code = 'sandbox'`)
    const agent = await world.newAgent('1000.00')
    const deposits = (count: number) =>
      Promise.all(Array.from({ length: count }, () => agent.confirmed('deposit', '1.00')))
    await deposits(24)
    expect(await kinds()).toEqual([])
    await deposits(1)
    expect(await alerts()).toMatchObject([{ id: 'webhook_delayed:sandbox', values: { pending_events: 25 } }])
    await world.db.execute(sql`update partner set webhook_url = null, webhook_failing_since = null`)
    expect(await kinds()).toEqual([])
  })

  test('also of a network whose partner has a limit for what it may owe', async () => {
    await tidy()
    await world.db.execute(sql`
      insert into partner_position (partner_id, currency_code, credit_limit) select id, 'UZS', 50000 from partner
      where code = 'sandbox' on conflict (partner_id, currency_code) do update set credit_limit = excluded.credit_limit`)
    await saveSnapshot(world, await takeSnapshot(world))
    expect((await readSnapshot(world))?.alerts).toEqual(await alerts())
  })

  test('a key that a partner replaced itself, for a day', async () => {
    await tidy()
    const partner = await openPartner(world)
    const { key } = (await partner.call(rotateKey, {})).payload
    expect(await alerts()).toMatchObject([
      { id: `key_rotated:${partner.code}/${key.id}`, severity: 'warning', since: key.created_at },
    ])
    await world.db.execute(sql`
      update partner_key set created_at = created_at - interval '1 day' where id = ${key.id}`)
    expect(await kinds()).toEqual([])
  })

  test('keys that are not used, that are old, and that expire while they are used; each key for one reason', async () => {
    await tidy()
    const partner = await openPartner(world)
    const id = `${partner.code}/${partner.key.id}`
    const daysAgo = (days: number | null) =>
      days === null ? null : new Date(world.clock.now().getTime() - days * 24 * 60 * 60 * 1000)
    async function alertsWith(made: number, used: number | null, expires: number | null = null) {
      await world.db.execute(sql`
        update partner_key set created_at = ${daysAgo(made)}, activated_at = ${daysAgo(made)},
          last_used_at = ${daysAgo(used)}, expires_at = ${daysAgo(expires)} where id = ${partner.key.id}`)
      return alerts()
    }
    expect(await alertsWith(29, null)).toEqual([])
    expect(await alertsWith(31, null)).toMatchObject([
      { id: `key_unused:${id}`, severity: 'warning', values: { name: 'A partner of a test', was_used: 'no' } },
    ])
    expect(await alertsWith(360, 89)).toEqual([])
    expect(await alertsWith(400, 91)).toMatchObject([{ id: `key_unused:${id}`, values: { was_used: 'yes' } }])
    expect(await alertsWith(366, 1)).toMatchObject([{ id: `key_old:${id}`, subject: { kind: 'partner_key' } }])
    expect(await alertsWith(366, 1, -10)).toEqual([])
    expect(await alertsWith(366, 1, -2)).toMatchObject([{ id: `key_expiring:${id}` }])
    expect(await alertsWith(366, 8, -2)).toEqual([])
    expect(await alertsWith(366, 1, 1)).toEqual([])
    await alertsWith(366, 1)
    await world.db.execute(sql`update partner set disabled_at = ${world.clock.now()} where code = ${partner.code}`)
    expect(await kinds()).toEqual([])
  })

  test('jobs that were given up, and jobs that no worker takes', async () => {
    await tidy()
    await world.db.transaction((tx) => enqueue(tx, world.clock, 'mail', {}))
    expect(await kinds()).toEqual([])
    world.clock.advance(301)
    await tidy()
    expect(await kinds()).toEqual(['jobs_late'])
    await world.db.execute(sql`update job set failed_at = ${world.clock.now()}`)
    expect(await alerts()).toMatchObject([{ kind: 'jobs_failed', values: { count: 1 } }])
    await world.db.execute(sql`delete from job`)
    expect(await kinds()).toEqual([])
  })

  test('webhook attempts of a month that is not prepared', async () => {
    await tidy()
    await world.db.execute(sql`
      insert into webhook_attempt (event_id, number, started_at, duration_ms)
      values ('ffffffff-0000-7000-8000-000000000000', 1, ${world.clock.now()}, 40)`)
    expect(await alerts()).toMatchObject([{ id: 'months_missing:network', severity: 'warning', values: { count: 1 } }])
    await world.db.execute(sql`delete from webhook_attempt where event_id >= 'ffffffff-0000-7000-8000-000000000000'`)
    expect(await kinds()).toEqual([])
  })

  test('rates of a feed that is silent, and never one that an operator set', async () => {
    await tidy()
    const age = new Date(world.clock.now().getTime() - (world.config.rates.maxAgeS + 60) * 1000)
    await world.db.execute(sql`update rate set set_at = ${age}`)
    expect(await kinds()).toEqual([])
    await world.db.execute(sql`update rate set source = 'feed' where coin = 'USDT' and currency_code = 'UZS'`)
    expect(await alerts()).toMatchObject([{ id: 'rate_stale:USDT/UZS', severity: 'warning' }])
    await world.db.execute(sql`update rate set source = 'operator'`)
    expect(await kinds()).toEqual([])
  })

  test('a clock that jumped, for a day', async () => {
    await tidy()
    await world.db.execute(sql`
      insert into clock_jump (noticed_at, host, seconds) values (${world.clock.now()}, 'cashier', -7200)`)
    expect(await alerts()).toMatchObject([
      { id: 'clock_jumped:cashier', severity: 'critical', values: { age_s: 7200, direction: 'back' } },
    ])
    await world.wait(1.1)
    await tidy()
    expect(await kinds()).toEqual([])
  })

  test('a rate of the feed that is not believed, until an operator sets the rate', async () => {
    await tidy()
    await world.db.execute(sql`
      insert into rate_refusal (coin, currency_code, rate, reason, since)
      values ('USDT', 'UZS', 99000, 'too_far', ${world.clock.now()})`)
    expect(await alerts()).toMatchObject([
      { id: 'rate_refused:USDT/UZS', severity: 'warning', values: { rate: '99000', because: 'too_far' } },
    ])
    const { payload } = await world.finance().call(contract.listRates, {})
    const version =
      payload.list.find(({ coin, currency_code }) => `${coin}/${currency_code}` === 'USDT/UZS')?.version ?? 0
    await world.finance().call(contract.setRate, {
      coin: 'USDT',
      currency_code: 'UZS',
      version,
      rate: '12650.50',
      reason: 'checked with the bank',
    })
    expect(await kinds()).toEqual([])
  })

  test('a verification that has not been made for more than a day', async () => {
    await tidy()
    await world.wait(1.2)
    await world.look()
    await count()
    expect(await kinds()).toEqual(['verification_overdue'])
    await tidy()
    expect(await kinds()).toEqual([])
  })
})

test('a network without a channel is an alert', async () => {
  expect((await alerts()).map(({ kind }) => kind)).not.toContain('channel_missing')
  await world.db.execute(sql`update channel set is_demo = true where not is_demo`)
  expect((await alerts()).map(({ kind }) => kind)).toContain('channel_missing')
})

test('a credited Perfect Money payment that its account does not show is an alert, until it does', async () => {
  const id = await world.hold('unknown_order')
  const find = async () => (await alerts()).find(({ kind }) => kind === 'credits_missing')
  expect(await find()).toBeUndefined()
  await world.db.execute(sql`update topup set missing_since = ${world.clock.now()} where id = ${id}`)
  expect(await find()).toMatchObject({
    id: 'credits_missing:USD',
    severity: 'critical',
    values: { count: 1, sum: '50' },
  })
  await world.db.execute(sql`update topup set missing_since = null where id = ${id}`)
  expect(await find()).toBeUndefined()
})
