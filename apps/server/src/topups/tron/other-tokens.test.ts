import { col, only, sql } from '@cashbox/postgres/database'
import { openTronWorld, type TopupAgent, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkAgent } from './check-addresses.ts'

const USDT = 1_000_000n
const RATE = 1_265_050n
const DAY_S = 24 * 3600
const LIST = '/v1/accounts/:address/transactions/trc20'
const KEPT = 5

let world: TronWorld
let agent: TopupAgent
beforeAll(async () => {
  world = await openTronWorld()
})
beforeEach(async () => {
  // Tokens are counted by the day.
  world.clock.leaveMidnight()
  await world.db.execute(sql`update tron_address set next_check_at = 'infinity'`)
  agent = await world.newAgent()
  await world.look()
})
afterAll(() => world.close())

/** In transactions of their own, or all in one. */
async function flood(count: number, { isOne = false, to = agent.address } = {}) {
  const worthless = Array.from({ length: count }, () => ({ to, units: 1n, token: 'fake' as const }))
  if (isOne) await world.chain.sendMany(worthless)
  else for (const one of worthless) await world.chain.sendMany([one])
  await world.chain.mine(1)
}

async function look() {
  world.chain.forgetRequests()
  world.clock.advance(10)
  await checkAgent(world.newWatch(), agent.id)
  return world.chain.requests()[LIST] ?? 0
}

const addressRow = async () =>
  only(
    await world.db.query(sql`select list_from, others_from from tron_address where agent_id = ${agent.id}`, {
      list_from: col.nullable(col.timestamptz),
      others_from: col.nullable(col.timestamptz),
    }),
  )

const counted = async () =>
  only(
    await world.db.query(
      sql`select listed, kept from tron_other_token where address = ${agent.address} order by day desc limit 1`,
      { listed: col.int4, kept: col.int4 },
    ),
  )

const held = async () => (await agent.topups()).filter(({ reason }) => reason === 'wrong_token').length

test('of a flood of worthless tokens a few become held top-ups, and the rest are counted', async () => {
  await flood(60)
  await world.chain.mine(21)
  await look()
  await world.look()
  expect(await held()).toBe(KEPT)
  expect(await counted()).toEqual({ listed: 60, kept: KEPT })
  await look()
  await world.look()
  expect(await held()).toBe(KEPT)
  expect(await counted()).toEqual({ listed: 60, kept: KEPT })
})

test('one transaction full of worthless tokens holds a few as well', async () => {
  await flood(300, { isOne: true })
  await world.chain.mine(21)
  await look()
  await world.look()
  expect(await held()).toBe(KEPT)
})

test('the next day has room for a few again', async () => {
  await flood(10)
  await world.chain.mine(21)
  await look()
  await world.look()
  await world.lookAfter(DAY_S)
  await flood(10)
  await world.chain.mine(21)
  await look()
  await world.look()
  expect(await held()).toBe(2 * KEPT)
})

test('behind thousands of worthless tokens the list of USDT is read to its end, with a few requests', async () => {
  await world.db.execute(sql`update tron_cursor set next_run_at = 'infinity'`)
  await flood(5000, { isOne: true })
  await world.chain.send({ to: agent.address, units: 10n * USDT })
  await world.chain.mine(21)
  expect(await look()).toBeLessThanOrEqual(4)
  expect((await addressRow()).list_from).toBeNull()
  await world.look()
  expect(await agent.float()).toBe(10n * RATE)
  await world.db.execute(sql`update tron_cursor set next_run_at = '-infinity'`)
})

test('a flood is read on where it stopped, until all of it is counted', async () => {
  for (let blocks = 0; blocks < 8; blocks++) await flood(300, { isOne: true })
  let looks = 0
  do {
    expect(await look()).toBeLessThanOrEqual(4)
    looks += 1
  } while ((await addressRow()).others_from !== null && looks < 30)
  expect(looks).toBeLessThan(30)
  expect((await counted()).listed).toBe(2400)
})

test('the flood of one address delays no other', async () => {
  await flood(3000, { isOne: true })
  const other = await world.newAgent()
  await world.db.execute(sql`
    update tron_address set next_check_at = '-infinity' where agent_id in (${agent.id}, ${other.id})`)
  await world.chain.send({ to: other.address, units: 10n * USDT })
  await world.chain.mine(21)
  await world.look()
  expect(await other.float()).toBe(10n * RATE)
  expect(await world.db.execute(sql`select 1 from tron_transaction where state = 'open'`)).toBe(0)
})
