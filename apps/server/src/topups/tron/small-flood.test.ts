import { col, only, sql } from '@cashbox/postgres/database'
import { openTronWorld, type TopupAgent, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const USDT = 1_000_000n
const RATE = 1_265_050n
const RECEIPTS = '/walletsolidity/gettransactioninfobyid'
const AT_ONCE = 10
const TOLD = 5

let world: TronWorld
let agent: TopupAgent
beforeAll(async () => {
  world = await openTronWorld()
})
beforeEach(async () => {
  // What is left of the flood of another test.
  await world.db.execute(sql`update tron_transaction set next_look_at = 'infinity' where state = 'open'`)
  agent = await world.newAgent()
  await world.look()
})
afterAll(() => world.close())

/** Tiny sums, each in a transaction of its own. */
async function flood(count: number) {
  for (let sent = 0; sent < count; sent++) await world.chain.send({ to: agent.address, units: 1n })
}

const held = async () =>
  only(
    await world.db.query(
      sql`
        select count(*) as count, coalesce(sum(units), 0)::text as units from topup
        where agent_id = ${agent.id} and state = 'held' and reason = 'below_minimum'`,
      { count: col.int8, units: col.text },
    ),
  )

test('a flood of tiny sums delays no top-up, and costs a few receipts a look', async () => {
  await flood(120)
  const other = await world.newAgent()
  for (const to of [agent.address, other.address]) await world.chain.send({ to, units: 10n * USDT })
  await world.chain.mine(21)
  world.chain.forgetRequests()
  await world.look()
  expect([await agent.float(), await other.float()]).toEqual([10n * RATE, 10n * RATE])
  expect(world.chain.requests()[RECEIPTS]).toBe(2 + AT_ONCE)
  expect((await held()).count).toBe(BigInt(AT_ONCE))
})

test('all of them have their turn in the end, stay in the books to the last unit, and are credited with a larger one', async () => {
  const COUNT = 25
  await flood(COUNT)
  await world.chain.mine(21)
  for (let looks = 0; looks < 3; looks++) await world.look()
  expect(await held()).toEqual({ count: BigInt(COUNT), units: String(COUNT) })
  await world.chain.send({ to: agent.address, units: 10n * USDT - BigInt(COUNT) })
  await world.settle()
  expect((await agent.topups()).filter(({ state }) => state === 'credited')).toHaveLength(COUNT + 1)
})

test('an agent gets a notice for a few of them, not for each', async () => {
  await flood(AT_ONCE)
  await world.settle()
  expect((await held()).count).toBe(BigInt(AT_ONCE))
  expect(await world.db.execute(sql`select 1 from notice where agent_id = ${agent.id} and kind = 'topup'`)).toBe(TOLD)
})

test('a large sum is not small because the index lists a small one of the same transaction first', async () => {
  await flood(AT_ONCE)
  await world.chain.sendMany([
    { to: agent.address, units: 1n },
    { to: agent.address, units: 10n * USDT },
  ])
  await world.chain.mine(21)
  await world.look()
  expect(await agent.float()).toBe(10n * RATE)
})
