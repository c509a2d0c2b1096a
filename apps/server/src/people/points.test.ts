import { randomUUID } from 'node:crypto'
import * as contract from '@cashbox/contract'
import { approveAgent, listAgents, readAgent } from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { operatorOf } from '@cashbox/testing/operator-client'
import { someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const SECOND = {
  first_name: 'Kamola',
  last_name: 'Saidova',
  city: 'Samarkand',
  street: 'Registan 1',
  phone: '90 123 45 67',
  country_code: 'UZ',
  messenger: 'telegram',
  messenger_id: '@kamola',
}
const POINT = { geo_lat: '41.2995', geo_lon: '69.2401' }

const pointsOf = async (token: string) => (await world.call(contract.listPoints, {}, { token })).payload.list

/** An owner with two approved points, each with a float, and a token at each. */
async function twoPoints() {
  const first = await someAgent(world, { status: 'approved', float: '100.00' })
  const { id } = await someAgent(world, { status: 'approved', float: '500.00' })
  await world.db.execute(sql`
    update agent set owner_id = (select owner_id from agent where id = ${first.id}) where id = ${id}`)
  const { cash_id } = (await pointsOf(first.token))[1] ?? { cash_id: '' }
  const { payload } = await world.call(contract.switchPoint, { cash_id }, { token: first.token })
  return { first, second: { id, cash_id, token: payload.token ?? '' }, user: payload.user }
}

async function pay(token: string, amount: string) {
  const { transaction_id } = await world.openTransaction('deposit', amount)
  const input = { type: 'deposit' as const, transaction_id, amount, ...POINT }
  return (await world.call(contract.confirmPayment, input, { token })).status
}

test('another point is applied for, approved like a sign-up, and then worked at with a token of its own', async () => {
  const owner = await someAgent(world, { status: 'approved', float: '100.00' })
  const { payload } = await world.call(contract.requestPoint, SECOND, { token: owner.token })
  expect(await pointsOf(owner.token)).toMatchObject([
    { cash_id: owner.cashId, status: 'approved', balance: '100.00', is_current: true },
    { cash_id: payload.cash_id, status: 'pending', name: 'Kamola Saidova', city: 'Samarkand', is_current: false },
  ])
  const risk = await operatorOf(world.address, 'risk')
  const { list } = (await risk.call(listAgents, { cash_id: payload.cash_id, order: 'review' })).payload
  const { id } = only(list)
  const place = { channel: 'tashkent', geo_lat: '39.65', geo_lon: '66.97', geo_area: 300 }
  const approved = await risk.call(approveAgent, { agent_id: id, version: 1, ...place })
  expect(approved.status).toBe(200)
  expect((await risk.call(readAgent, { agent_id: id })).payload.agent).toMatchObject({ email: owner.email })
})

describe('a token', () => {
  test('works at its own point, whatever was switched to since', async () => {
    const { first, second, user } = await twoPoints()
    expect(user).toMatchObject({ cash_id: second.cash_id, channel: { balance: '500.00' } })
    expect(await pay(first.token, '10.00')).toBe(200)
    expect(await pay(second.token, '20.00')).toBe(200)
    expect((await pointsOf(first.token)).map(({ balance }) => balance)).toEqual(['90.00', '480.00'])
  })

  test('of one point that is suspended leaves the other working', async () => {
    const { first, second } = await twoPoints()
    await world.db.execute(sql`update agent set status = 'suspended' where id = ${first.id}`)
    expect(await pay(first.token, '1.00')).toBe(403)
    expect(await pay(second.token, '1.00')).toBe(200)
  })

  test('of every point ends with a new password, and the log-in leads to where the owner last was', async () => {
    const { first, second } = await twoPoints()
    const login = await world.call(contract.logIn, { email: first.email, password: 'Cashbox1!' })
    expect(login.payload.user.cash_id).toBe(second.cash_id)
    const next = { password: 'Bazaar7!gate', password_confirmation: 'Bazaar7!gate' }
    const changed = await world.call(contract.changePassword, { current_password: 'Cashbox1!', ...next }, first)
    expect(changed.status).toBe(200)
    expect([await pay(first.token, '1.00'), await pay(second.token, '1.00')]).toEqual([200, 401])
  })
})

test('nobody switches to a point of somebody else, and demo accounts apply for none', async () => {
  const { first } = await twoPoints()
  const other = await someAgent(world, { status: 'approved' })
  const switched = await world.call(contract.switchPoint, { cash_id: other.cashId }, first)
  expect([switched.status, switched.failure.code]).toEqual([404, 'not_found'])
  const demo = await world.logIn('demo')
  expect((await world.call(contract.requestPoint, SECOND, { token: demo })).failure.code).toBe('demo_account')
})

test('an owner has at most five requests waiting, however many are sent at once', async () => {
  const owner = await someAgent(world, { status: 'approved' })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      world.call(contract.requestPoint, { ...SECOND, messenger_id: randomUUID() }, { token: owner.token }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  const { count } = only(
    await world.db.query(
      sql`select count(*) as count from agent where owner_id = (select owner_id from agent where id = ${owner.id})`,
      { count: col.int8 },
    ),
  )
  expect(count).toBe(6n)
})
