import { sql } from '@cashbox/postgres/database'
import { openTronWorld, type TopupAgent, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleReceipt } from './settle-receipt.ts'
import { watchOnce } from './start-watch.ts'

const USDT = 1_000_000n
const RATE = 1_265_050n

let world: TronWorld
let agents: TopupAgent[]
beforeAll(async () => {
  world = await openTronWorld()
  agents = [await world.newAgent(), await world.newAgent(), await world.newAgent()]
  await world.look()
})
afterAll(() => world.close())

test('many workers on one database credit each of many transfers once', async () => {
  for (let count = 0; count < 60; count++) {
    await world.chain.sendMany(agents.map(({ address }, place) => ({ to: address, units: BigInt(10 + place) * USDT })))
    if (count % 10 === 0) await world.chain.mine(1)
  }
  await world.chain.mine(21)
  world.clock.advance(5)
  const problems: unknown[] = []
  const work = async () => {
    const watch = world.newWatch()
    while (await watchOnce(watch, (error) => void problems.push(error)));
  }
  await Promise.all(Array.from({ length: 4 }, work))
  await world.lookAfter(61)
  expect(problems).toEqual([])
  for (const [place, agent] of agents.entries()) {
    expect(await agent.topups()).toHaveLength(60)
    expect(await agent.float()).toBe(BigInt(60 * (10 + place)) * RATE)
  }
  expect(await world.verify()).toEqual([])
})

test('many workers that settle the same transaction at the same moment credit it once', async () => {
  const agent = await world.newAgent()
  for (let round = 0; round < 8; round++) {
    const txid = await world.chain.sendMany([
      { to: agent.address, units: 10n * USDT },
      { to: agent.address, units: 5n * USDT },
      { to: agent.address, units: 5n * USDT },
    ])
    await world.chain.mine(21)
    world.clock.advance(5)
    const watches = Array.from({ length: 4 }, () => world.newWatch())
    await world.db.execute(sql`
      insert into tron_transaction (chain, txid, found_at, next_look_at)
      values ('sandbox', ${txid}, ${world.clock.now()}, ${world.clock.now()})`)
    await Promise.all(
      watches.map(async (watch) => {
        const receipt = await watch.providers.first((api) => api.receipt(txid, 'solid'))
        if (receipt)
          await world.db.transaction((tx) =>
            settleReceipt(tx, watch, { receipt, providers: 1, isDisputed: false, isKnownToAll: true }),
          )
      }),
    )
  }
  expect(await agent.float()).toBe(8n * 20n * RATE)
  expect(await world.verify()).toEqual([])
})
