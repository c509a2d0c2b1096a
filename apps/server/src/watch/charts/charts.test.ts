import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lookUpTransaction } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setWebhook } from '../../partners/set-webhook.ts'
import { startDelivery } from '../../partners/webhooks/deliver.ts'
import { countNetwork } from '../count-network.ts'

const HOUR_S = 60 * 60

let world: Awaited<ReturnType<typeof openMoneyWorld>>
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

type Step = contract.ChartStep

const count = () => countNetwork(world)
const network = async (step: Step) => (await world.finance().call(contract.chartNetworkVolumes, { step })).payload
const channel = async (step: Step) =>
  (await world.finance().call(contract.chartChannelVolumes, { code: 'tashkent', step })).payload
const partner = async (step: Step) =>
  (await world.finance().call(contract.chartPartnerVolumes, { code: 'sandbox', step })).payload
const ofAgent = async (agent_id: string, step: Step) =>
  (await world.finance().call(contract.chartAgentVolumes, { agent_id, step })).payload

const last = ({ points }: contract.Volumes) => points.at(-1)
const figures = (count: number, sum: string, fee: string) => ({ count, sum, fee })

/** Half past ten on the next day, UTC: neither the hour nor the day ends within a test. */
async function nextDay() {
  const now = world.clock.now().getTime() / 1000
  await world.wait((Math.floor(now / 86_400 + 1) * 86_400 + 10.5 * HOUR_S - now) / 86_400)
}

describe('volumes', () => {
  test('by hour, day and month agree for network, channel, partner and agent, and follow reversals', async () => {
    await nextDay()
    await count()
    const month = last(await network('month'))
    const agent = await world.newAgent('5000.00')
    await agent.confirmed('deposit', '700.00')
    await agent.confirmed('deposit', '33.00')
    const mistaken = await agent.confirmed('withdraw', '120.00')
    world.clock.advance(2 * 60)
    await count()
    const deposits = figures(2, '733.00', '14.66')
    const withdrawals = figures(1, '120.00', '1.80')
    for (const step of ['hour', 'day'] as const) {
      for (const read of [network, channel, partner])
        expect(last(await read(step))).toMatchObject({ deposits, withdrawals })
      expect(last(await ofAgent(agent.id, step))).toMatchObject({ deposits, withdrawals })
    }
    expect(last(await network('month'))?.deposits.count).toBe((month?.deposits.count ?? 0) + 2)
    expect(last(await ofAgent(agent.id, 'month'))).toMatchObject({ deposits, withdrawals })

    await world.ask({ kind: 'reversal', transaction_id: mistaken })
    await count()
    const none = figures(0, '0.00', '0.00')
    for (const step of ['hour', 'day'] as const) {
      for (const read of [network, channel, partner])
        expect((await read(step)).points.at(-1)?.withdrawals).toEqual(none)
      expect(last(await ofAgent(agent.id, step))?.withdrawals).toEqual(none)
    }
  })

  test('of a day stay when it is closed, and a reversal after that is taken off its hour, day and partner', async () => {
    await nextDay()
    const agent = await world.newAgent('5000.00')
    await agent.confirmed('deposit', '50.00')
    const mistaken = await agent.confirmed('deposit', '70.00')
    world.clock.advance(2 * 60)
    await count()
    await nextDay()
    await count()
    const before = figures(2, '120.00', '2.40')
    const yesterday = async (read: typeof network) => (await read('day')).points.at(-2)?.deposits
    const sameHour = async (read: typeof network) =>
      (await read('hour')).points.find(({ deposits }) => deposits.count > 0)
    expect(await sameHour(network)).toBeUndefined()
    for (const read of [network, channel, partner]) expect(await yesterday(read)).toEqual(before)

    await world.ask({ kind: 'reversal', transaction_id: mistaken })
    await count()
    const after = figures(1, '50.00', '1.00')
    for (const read of [network, channel, partner]) expect(await yesterday(read)).toEqual(after)
    const { hours } = only(
      await world.db.query(
        sql`select json_agg(deposit_count order by hour)::text as hours from network_hour
            where hour >= ${new Date(world.clock.now().getTime() - 30 * HOUR_S * 1000)}`,
        { hours: { type: 'text', isNullable: false } },
      ),
    )
    expect(hours).toBe('[1]')
    expect(await world.verify()).toEqual([])
  })

  test('have a point for every step, with zeros where nothing happened, ending now', async () => {
    const now = Math.floor(world.clock.now().getTime() / 1000)
    for (const step of ['hour', 'day', 'month'] as const) {
      const { points, currency_code, currency_codes } = await network(step)
      expect(points).toHaveLength(contract.chartSteps[step])
      expect(points.at(-1)?.at).toBeLessThanOrEqual(now)
      expect(points.every(({ at }, index) => index === 0 || at > (points[index - 1]?.at ?? 0))).toBe(true)
      expect(currency_codes).toContain(currency_code)
    }
  })

  test('name top-ups by hour and day, of an agent too, and none of a partner', async () => {
    await nextDay()
    const agent = await world.newAgent()
    await world.chain.send({ to: agent.address, units: 20_000_000n })
    await world.settle()
    await count()
    const topups = { count: 1, sum: '253010.00' }
    for (const step of ['hour', 'day'] as const) {
      expect(last(await network(step))?.topups).toEqual(topups)
      expect(last(await channel(step))?.topups).toEqual(topups)
      expect(last(await ofAgent(agent.id, step))?.topups).toEqual(topups)
    }
    expect(last(await ofAgent(agent.id, 'month'))?.topups).toEqual(topups)
    world.clock.advance(60)
    await count()
    expect(last(await network('hour'))?.topups).toEqual(topups)
    expect(last(await partner('day'))?.topups).toBeNull()
  })

  test('of something unknown are refused as not found', async () => {
    const { failure } = await world.finance().call(contract.chartChannelVolumes, { code: 'nowhere', step: 'day' })
    expect(failure.code).toBe('not_found')
    const other = await world.finance().call(contract.chartAgentFloat, { agent_id: crypto.randomUUID() })
    expect(other.failure.code).toBe('not_found')
  })
})

test('the float of an agent is shown as it was, and ends with what it is', async () => {
  await nextDay()
  const agent = await world.newAgent('900.00')
  await world.wait(4 / 24)
  await agent.confirmed('deposit', '100.00')
  const { payload } = await world.finance().call(contract.chartAgentFloat, { agent_id: agent.id })
  expect(payload).toMatchObject({ currency_code: 'UZS', floor: '0.00', expected: [], lasts_until: null })
  expect(payload.past.at(0)?.float).toBe('0.00')
  expect(payload.past.at(-2)?.float).toBe('900.00')
  expect(payload.past.at(-1)?.float).toBe('800.00')
})

test('refused confirmations are counted by reason, of the network, a channel and an agent', async () => {
  await nextDay()
  const agent = await world.newAgent('10.00')
  const token = await world.logIn(agent.name)
  const { transaction_id } = await world.openTransaction('deposit', '5000.00', agent.cashId)
  const tooMuch = { type: 'deposit', transaction_id, amount: '5000.00' } as const
  for (const key of ['once', 'once', 'twice']) await world.confirm(token, tooMuch, { key })
  await world.confirm(token, { type: 'deposit', transaction_id: 'NONE', amount: '1.00' })
  const list = async () =>
    (await world.finance().call(contract.chartAgentRefusals, { agent_id: agent.id })).payload.list
  // The same request again is no second refusal.
  const expected = [
    { code: 'float_insufficient', count: 2 },
    { code: 'transaction_not_found', count: 1 },
  ]
  await expect.poll(list, { timeout: 60_000 }).toEqual(expected)
  for (const input of [{}, { channel: 'tashkent' }]) {
    expect((await world.finance().call(contract.chartRefusals, input)).payload.list).toEqual(expected)
  }
})

test('refused look-ups and confirmations are counted by reason for the partner of the transaction, a look-up once an hour', async () => {
  await nextDay()
  const agent = await world.newAgent('10.00')
  const token = await world.logIn(agent.name)
  const tooMuch = await world.openTransaction('deposit', '5000.00', agent.cashId)
  const known = { transaction_id: tooMuch.transaction_id }
  const here = { geo_lat: '41.2995', geo_lon: '69.2401' }
  for (const _again of [1, 2, 3]) await world.call(lookUpTransaction, { ...known, ...here }, { token })
  await world.call(lookUpTransaction, { transaction_id: 'NONE', ...here }, { token })
  await world.confirm(token, { type: 'deposit', ...known, amount: '4000.00' })
  await world.confirm(token, { type: 'deposit', transaction_id: 'NONE', amount: '1.00' })
  const ofPartner = async (code: string) =>
    (await world.finance().call(contract.chartPartnerRefusals, { code })).payload
  const expected = [
    { code: 'amount_mismatch', count: 1 },
    { code: 'float_insufficient', count: 1 },
  ]
  await expect.poll(async () => (await ofPartner('sandbox')).list, { timeout: 60_000 }).toEqual(expected)
  // What agents look up is not counted for them.
  const { payload } = await world.finance().call(contract.chartAgentRefusals, { agent_id: agent.id })
  expect(payload.list.map(({ code }) => code)).toEqual(['amount_mismatch', 'transaction_not_found'])
  const unknown = await world.finance().call(contract.chartPartnerRefusals, { code: 'nowhere' })
  expect(unknown.failure.code).toBe('not_found')
})

test('the period before has its sums beside the points', async () => {
  await nextDay()
  const agent = await world.newAgent('5000.00')
  await agent.confirmed('deposit', '700.00')
  await agent.confirmed('withdraw', '120.00')
  await nextDay()
  await count()
  const [deposits, withdrawals] = [figures(1, '700.00', '14.00'), figures(1, '120.00', '1.80')]
  for (const { points, previous } of [
    await network('hour'),
    await channel('hour'),
    await partner('hour'),
    await ofAgent(agent.id, 'hour'),
  ]) {
    expect(points).toHaveLength(24)
    expect([points.some((point) => point.deposits.count > 0), previous]).toMatchObject([
      false,
      { deposits, withdrawals },
    ])
  }
  expect((await partner('hour')).previous.topups).toBeNull()
})

test('the delay of webhooks counts those that have arrived, and those that still wait', async () => {
  await nextDay()
  const receiver = createServer((_request, response) => void response.writeHead(204).end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const { services } = world
  const { id: partnerId } = only(
    await world.db.query(sql`select id from partner where code = 'sandbox'`, { id: col.uuid }),
  )
  const points = async () =>
    (await world.finance().call(contract.chartWebhookDelays, { partner: 'sandbox' })).payload.points
  await world.db.execute(
    sql`update outbox_event set delivered_at = created_at, next_attempt_at = null where delivered_at is null`,
  )
  await setWebhook(world.db, { ...services, mayBePrivate: true, partnerId, url: `http://127.0.0.1:${port}/` })
  const agent = await world.newAgent('900.00')
  await agent.confirmed('deposit', '10.00')
  const hourAgo = async () => (await points()).at(-2)
  expect(await hourAgo()).toMatchObject({ delivered: 0, waiting: 0, average_ms: null, slowest_ms: null })
  world.clock.advance(90)
  const isLate = (ms: number | null) => ms !== null && ms >= 90_000
  expect((await points()).at(-1)).toMatchObject({
    delivered: 0,
    waiting: 1,
    average_ms: expect.toSatisfy(isLate),
    slowest_ms: expect.toSatisfy(isLate),
  })
  const delivery = startDelivery(services)
  await expect.poll(async () => (await points()).at(-1)?.delivered, { timeout: 60_000 }).toBeGreaterThan(0)
  await delivery.stop()
  receiver.close()
  const { average_ms, slowest_ms } = (await points()).at(-1) ?? {}
  expect(slowest_ms).toBeGreaterThanOrEqual(90_000)
  expect(average_ms).toBeGreaterThan(0)
  expect((await world.finance().call(contract.chartWebhookDelays, {})).payload.points.at(-1)).toMatchObject({
    slowest_ms,
  })
})
