import * as agentApi from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { sql } from '@cashbox/postgres/database'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { TRON: 'off' } })
})
afterAll(() => world.close())

test('while Tron is off, agents see no address, and nothing is said to be late', async () => {
  // It was on for a while, and then switched off.
  await world.db.execute(sql`
    insert into tron_cursor (chain, pass, read_until, next_run_at, succeeded_at)
    values (${world.config.tron.chain}, 'first', 0, '-infinity', ${new Date(0)})`)
  const token = await world.logIn('approved')
  const { wallets } = (await world.call(agentApi.getWallets, {}, { token })).payload
  expect(wallets.map(({ type }) => type)).toEqual(['perfect-money'])
  expect((await world.call(agentApi.checkWallets, {}, { token })).status).toBe(200)
  expect((await world.call(agentApi.listTopups, {}, { token })).payload.delayed).toEqual([])
  expect(await world.db.execute(sql`select 1 from tron_address`)).toBe(0)

  const finance = await operatorOf(world.address, 'finance')
  expect((await finance.call(contract.readTopupMethods, {})).payload.tron).toBeNull()
  const { list } = (await finance.call(contract.listAlerts, {})).payload
  expect(list.filter(({ kind }) => kind === 'tron_lag')).toEqual([])
  expect(await (await fetch(`${world.address}/metrics`)).text()).not.toContain('cashbox_tron_watch_age_seconds{')
})
