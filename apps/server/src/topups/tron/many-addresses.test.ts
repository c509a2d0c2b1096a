import { sql } from '@cashbox/postgres/database'
import { agentOf } from '@cashbox/testing/some-agent'
import { openTronWorld, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAgent } from './check-addresses.ts'
import { watchOnce } from './start-watch.ts'

const COUNT = 20_000
const DAY_S = 24 * 3600

let world: TronWorld
beforeAll(async () => {
  world = await openTronWorld()
})
afterAll(() => world.close())

async function requestsOfOneLook() {
  world.chain.forgetRequests()
  await world.look()
  return Object.values(world.chain.requests()).reduce((sum, count) => sum + count, 0)
}

/** Addresses of agents who do nothing, as many as a large network has. They only look like addresses. */
const addIdle = (count: number) =>
  world.db.execute(sql`
    insert into tron_address (agent_id, account_index, address, xpub_id, created_at, next_check_at, checked_at)
    select ${agentOf('approved@cashbox.test')}, 1000000 + number,
           'TIdle' || lpad(number::text, 29, '0'), 'idle ' || number, now(), now() + interval '10 years', now()
    from generate_series(1, ${count}::integer) as number`)

test('a look costs as many requests with twenty thousand idle addresses as with one', async () => {
  const agent = await world.newAgent()
  await world.look()
  const few = await requestsOfOneLook()
  await addIdle(COUNT)
  const many = await requestsOfOneLook()
  expect(many).toBe(few)
  // One for each pass over the feed.
  expect(many).toBe(3)
  await world.chain.send({ to: agent.address, units: 10_000_000n })
  await world.chain.mine(21)
  // And for what is under way: the final head, the receipt, and the head.
  expect(await requestsOfOneLook()).toBe(6)
  expect(await agent.float()).toBe(12_650_500n)
})

test('addresses whose turn has come are looked at a few at a time, until the round is done', async () => {
  await world.db.execute(sql`delete from tron_address where xpub_id like 'idle %'`)
  const agents = await Promise.all(Array.from({ length: 10 }, () => world.newAgent()))
  await world.db.execute(sql`update tron_address set next_check_at = 'infinity'`)
  await world.db.execute(sql`
    update tron_address set next_check_at = '-infinity' where agent_id = any(${agents.map(({ id }) => id)}::uuid[])`)
  const asked: (number | undefined)[] = []
  for (let looks = 0; looks < 5; looks++) {
    await requestsOfOneLook()
    asked.push(world.chain.requests()['/v1/accounts/:address/transactions/trc20'])
  }
  expect(asked).toEqual([3, 3, 3, 1, undefined])
  world.clock.advance(DAY_S)
  await requestsOfOneLook()
  expect(world.chain.requests()['/v1/accounts/:address/transactions/trc20']).toBe(3)
})

test('however many workers there are, and however often they turn, the addresses of one look are those few', async () => {
  await world.db.execute(sql`update tron_address set next_check_at = '-infinity'`)
  world.chain.forgetRequests()
  world.clock.advance(world.config.tron.pollMs / 1000)
  const workers = [world.newWatch(), world.newWatch(), world.newWatch()]
  for (let turns = 0; turns < 3; turns++) {
    await Promise.all(workers.map((worker) => watchOnce(worker, () => {})))
  }
  expect(world.chain.requests()['/v1/accounts/:address/transactions/trc20']).toBe(3)
})

test('the address of an agent who waits for money is looked at every minute, for half an hour', async () => {
  await world.db.execute(sql`update tron_address set next_check_at = 'infinity'`)
  const agent = await world.newAgent()
  await checkAgent(world.newWatch(), agent.id)
  let checks = 0
  for (let minutes = 0; minutes < 60; minutes++) {
    world.chain.forgetRequests()
    await world.lookAfter(60)
    checks += world.chain.requests()['/v1/accounts/:address/transactions/trc20'] ?? 0
  }
  expect(checks).toBeGreaterThanOrEqual(29)
  expect(checks).toBeLessThanOrEqual(31)
})

test('pressing refresh again and again asks the provider every few seconds only', async () => {
  const agent = await world.newAgent()
  world.chain.forgetRequests()
  for (let times = 0; times < 20; times++) await checkAgent(world.newWatch(), agent.id)
  expect(world.chain.requests()['/v1/accounts/:address/transactions/trc20']).toBe(1)
})
