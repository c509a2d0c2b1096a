import { getOwnTerms } from '@cashbox/contract'
import { sql } from '@cashbox/postgres/database'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  world.clock.standAt(new Date('2030-05-04T23:50:00Z'))
  token = await world.logIn('fenced')
})
afterAll(() => world.close())

const termsOf = async () => (await world.call(getOwnTerms, {}, { token })).payload.terms

test('agents see the fees of their channel, and no limits where there are none', async () => {
  expect(await termsOf()).toEqual({
    channel: 'Tashkent',
    currency_code: 'UZS',
    deposit_fee_bp: 200,
    withdraw_fee_bp: 150,
    max_amount: null,
    daily_limit: null,
    used_today: '0.00',
    renews_at: Date.parse('2030-05-05T00:00:00Z') / 1000,
    credit_line: '0.00',
  })
})

test('terms of their own come before those of the channel, and what is confirmed uses up the limit of the day', async () => {
  await world.db.execute(sql`
    update agent set deposit_fee_bp = 325, max_amount = 50000, daily_limit = 200000 where id = ${agentOf('fenced@cashbox.test')}`)
  await world.db.execute(sql`
    update account set floor = -10050 where id = (select float_id from agent where id = ${agentOf('fenced@cashbox.test')})`)
  const { transaction_id } = await world.openTransaction('deposit', '300.00')
  await world.confirm(token, { type: 'deposit', transaction_id, amount: '300.00' })
  expect(await termsOf()).toMatchObject({
    deposit_fee_bp: 325,
    withdraw_fee_bp: 150,
    max_amount: '500.00',
    daily_limit: '2000.00',
    used_today: '300.00',
    credit_line: '100.50',
  })
  world.clock.standAt(new Date('2030-05-05T00:00:00Z'))
  expect((await termsOf()).used_today).toBe('0.00')
})
