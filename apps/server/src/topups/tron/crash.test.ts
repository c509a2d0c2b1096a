import { sql } from '@cashbox/postgres/database'
import { failAt } from '@cashbox/testing/postgres/failing-database'
import { openTronWorld, type TopupAgent, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followTransactions } from './follow-transactions.ts'
import { passes, readFeed } from './read-feed.ts'
import { retryWithoutRate } from './settle-topup.ts'
import type { TronWatch } from './tron-watch.ts'

const USDT = 1_000_000n
const RATE = 1_265_050n
const LEASE_S = 61

let world: TronWorld
let agent: TopupAgent
let other: TopupAgent
beforeAll(async () => {
  world = await openTronWorld()
  agent = await world.newAgent()
  other = await world.newAgent()
  await world.look()
})
afterAll(() => world.close())

/** From the feed to the balance. */
async function lookAtFeed(services: TronWatch) {
  for (const pass of passes.slice(0, 1)) await readFeed(services, pass)
  await followTransactions(services)
}

/** Ends the process at its first step, then at its second, until it comes through; each time another one goes on. */
async function crashEverywhere(
  work: (services: TronWatch) => Promise<unknown>,
  scene: { arrange(): Promise<unknown>; check(times: number): Promise<void> },
): Promise<number> {
  for (let step = 1; step < 200; step++) {
    await scene.arrange()
    world.clock.advance(5)
    const dying = failAt(world.db, step)
    await work(world.newWatch({ db: dying.db })).catch(() => {})
    world.clock.advance(LEASE_S)
    await work(world.newWatch())
    await scene.check(step)
    if (dying.isLost()) continue
    expect(await world.verify()).toEqual([])
    return step
  }
  throw new Error('the work never came to its end')
}

test('wherever the process ends between seeing and crediting, each transfer is credited exactly once', async () => {
  const steps = await crashEverywhere(lookAtFeed, {
    arrange: async () => {
      await world.chain.sendMany([
        { to: agent.address, units: 10n * USDT },
        { to: other.address, units: 20n * USDT },
        { to: agent.address, units: 6n * USDT },
        { to: agent.address, units: 7n * USDT },
      ])
      await world.chain.mine(21)
    },
    check: async (times) => {
      expect(await agent.topups()).toHaveLength(3 * times)
      expect(await agent.float()).toBe(BigInt(23 * times) * RATE)
      expect(await other.float()).toBe(BigInt(20 * times) * RATE)
    },
  })
  expect(steps).toBeGreaterThan(40)
  expect(await world.db.execute(sql`select 1 from tron_transaction where state = 'open'`)).toBe(0)
})

test('wherever the process ends while it shows what is on the way, it is shown once and credited once', async () => {
  const before = await agent.float()
  const known = (await agent.topups()).length
  const steps = await crashEverywhere(lookAtFeed, {
    arrange: async () => {
      await world.chain.send({ to: agent.address, units: 10n * USDT })
      await world.chain.mine(1)
    },
    check: async (times) => {
      const topups = await agent.topups()
      expect(topups).toHaveLength(known + times)
      expect(topups.at(-1)).toMatchObject({ state: 'confirming' })
      await world.chain.mine(20)
      world.clock.advance(5)
      await lookAtFeed(world.newWatch())
      expect(await agent.float()).toBe(before + BigInt(10 * times) * RATE)
    },
  })
  expect(steps).toBeGreaterThan(10)
})

test('wherever the process ends while what waited for a rate is credited, it is credited exactly once', async () => {
  const before = await agent.float()
  const steps = await crashEverywhere(retryWithoutRate, {
    arrange: async () => {
      await world.db.execute(sql`delete from rate where coin = 'USDT' and currency_code = 'UZS'`)
      await world.chain.sendMany([10n, 5n, 5n].map((coins) => ({ to: agent.address, units: coins * USDT })))
      await world.chain.mine(21)
      world.clock.advance(5)
      await lookAtFeed(world.newWatch())
      expect((await agent.topups()).slice(-3).map(({ reason }) => reason)).toEqual(['no_rate', 'no_rate', 'no_rate'])
      await world.db.execute(sql`
        insert into rate (coin, currency_code, rate, set_at) values ('USDT', 'UZS', 12650.50, ${world.clock.now()})`)
    },
    check: async (times) => expect(await agent.float()).toBe(before + BigInt(20 * times) * RATE),
  })
  expect(steps).toBeGreaterThan(20)
})
