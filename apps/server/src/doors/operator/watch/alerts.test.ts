import * as contract from '@cashbox/contract/operator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMoneyWorld } from '../../../../test/money-world.ts'
import { sql } from '../../../platform/db/sql.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { countNetwork } from './count-network.ts'
import { storeVerification } from './store-verification.ts'

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
    await world.db.execute(sql`update outbox_event set delivered_at = created_at where delivered_at is null`)
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

  test('partners whose webhooks are late by a quarter of an hour, or were stopped', async () => {
    await tidy()
    await world.db.execute(sql`
      update player_service set webhook_url = 'http://127.0.0.1:9/', webhook_secret = 's' where code = 'sandbox'`)
    const agent = await world.newAgent('100.00')
    await agent.confirmed('deposit', '1.00')
    expect((await today()).webhooks).toMatchObject([{ partner: 'sandbox', pending_events: 1, failing_since: null }])
    world.clock.advance(16 * 60)
    await world.look()
    await count()
    expect(await alerts()).toMatchObject([{ id: 'webhook_delayed:sandbox', values: { pending_events: 1 } }])
    await world.db.execute(
      sql`update player_service set webhook_disabled_at = ${world.clock.now()} where code = 'sandbox'`,
    )
    expect(await kinds()).toEqual(['webhook_disabled'])
    await world.db.execute(sql`update player_service set webhook_url = null, webhook_disabled_at = null`)
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
