import { formatMinor, receivedAmount } from '@cashbox/contract'
import { col, sql } from '@cashbox/postgres/database'
import { openTronWorld, type TopupAgent, type TronWorld } from '@cashbox/testing/tron-world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let world: TronWorld
let agent: TopupAgent
beforeAll(async () => {
  world = await openTronWorld()
})
beforeEach(async () => {
  await setRate('12650.50')
  agent = await world.newAgent()
})
afterAll(() => world.close())

/** As two operators agree on it, however far it is from the last one. */
const setRate = (rate: string, source = 'operator', ageS = 0) =>
  world.db.execute(sql`
    insert into rate (coin, currency_code, rate, checked_rate, set_at, source)
    values ('USDT', 'UZS', ${rate}, ${rate}, ${new Date(world.clock.now().getTime() - ageS * 1000)}, ${source})
    on conflict (coin, currency_code) do update set
      rate = excluded.rate, checked_rate = excluded.checked_rate, set_at = excluded.set_at, source = excluded.source`)
const forgetRate = () => world.db.execute(sql`delete from rate where coin = 'USDT' and currency_code = 'UZS'`)

const lastTopup = async () => (await agent.topups()).at(-1)

test.each([
  ['100', 100_000_000n, '12650.50', '2.5', '1296676.25'],
  ['33.333333', 33_333_333n, '89.4567', '-1.5', '2937.16'],
  ['0.01', 10_000n, '117.35', '3', '1.20'],
  ['1000000', 1_000_000_000_000n, '0.99', '-0.25', '987525.00'],
])(
  '%s is credited as the calculator promised (%s units, rate %s, offset %s): %s',
  async (sent, units, rate, offset, received) => {
    await setRate(rate)
    await world.chain.send({ to: agent.address, units })
    await world.settle(world.newWatch({ tron: { offsetPercent: offset, minimumDeposit: '0.01' } }))
    expect(receivedAmount(sent, rate, offset)).toBe(received)
    expect(formatMinor(await agent.float())).toBe(received)
    const rows = await world.db.query(
      sql`
      select rate::text as rate, offset_percent::text as offset, rounding, currency_code from topup
      where agent_id = ${agent.id}`,
      { rate: col.text, offset: col.text, rounding: col.nullable(col.text), currency_code: col.nullable(col.text) },
    )
    expect(rows).toEqual([{ rate, offset, rounding: 'down', currency_code: 'UZS' }])
  },
)

test('the rate of the moment of crediting counts, not of the moment of seeing', async () => {
  await world.chain.send({ to: agent.address, units: 100_000_000n })
  await world.chain.mine(1)
  await world.look()
  expect(await lastTopup()).toMatchObject({ state: 'confirming' })
  await setRate('13000')
  await world.chain.mine(20)
  await world.look()
  expect(formatMinor(await agent.float())).toBe('1300000.00')
  await setRate('1')
  await world.look()
  expect(formatMinor(await agent.float())).toBe('1300000.00')
})

test('without a rate it is held, and credited by itself at the first rate there is', async () => {
  await forgetRate()
  await world.chain.sendMany([
    { to: agent.address, units: 20_000_000n },
    { to: agent.address, units: 6_000_000n },
  ])
  await world.settle()
  await world.look()
  expect(await agent.topups()).toMatchObject([
    { state: 'held', reason: 'no_rate' },
    { state: 'held', reason: 'no_rate' },
  ])
  expect(await world.verify()).toEqual([])
  await setRate('12000')
  await world.look()
  expect(await agent.topups()).toMatchObject([{ state: 'credited' }, { state: 'held', reason: 'below_minimum' }])
  expect(formatMinor(await agent.float())).toBe('240000.00')
  await world.look()
  expect(formatMinor(await agent.float())).toBe('240000.00')
})

test('those without a rate in one currency do not block another', async () => {
  const turkish = await world.newAgent('TRY')
  const lira = await world.db.query(
    sql`delete from rate where coin = 'USDT' and currency_code = 'TRY' returning rate::text as rate`,
    { rate: col.text },
  )
  await forgetRate()
  await world.chain.sendMany(Array.from({ length: 60 }, () => ({ to: agent.address, units: 20_000_000n })))
  await world.settle()
  await world.chain.send({ to: turkish.address, units: 10_000_000n })
  await world.settle()
  expect(await turkish.topups()).toMatchObject([{ state: 'held', reason: 'no_rate' }])
  await world.db.execute(sql`
    insert into rate (coin, currency_code, rate, set_at) values ('USDT', 'TRY', ${lira[0]?.rate}, ${world.clock.now()})`)
  await world.look()
  expect(await turkish.topups()).toMatchObject([{ state: 'credited', received: 41_372n }])
  await setRate('12650.50')
  await world.look()
  await world.look()
  expect((await agent.topups()).every(({ state }) => state === 'credited')).toBe(true)
})

test.each([
  ['hold', 'held'],
  ['use', 'credited'],
] as const)('a rate of the feed that is too old is for %s: %s', async (whenStale, state) => {
  await setRate('12000', 'feed', 901)
  await world.chain.send({ to: agent.address, units: 10_000_000n })
  await world.settle(world.newWatch({ rates: { whenStale } }))
  expect(await lastTopup()).toMatchObject({ state })
  await setRate('12100', 'feed')
  await world.look(world.newWatch({ rates: { whenStale } }))
  expect(formatMinor(await agent.float())).toBe(whenStale === 'hold' ? '121000.00' : '120000.00')
})

test('a rate that an operator set does not age', async () => {
  await setRate('12000', 'operator', 30 * 24 * 3600)
  await world.chain.send({ to: agent.address, units: 10_000_000n })
  await world.settle()
  expect(formatMinor(await agent.float())).toBe('120000.00')
})

test('a sum that is not worth a cent is held, alone and in company', async () => {
  await setRate('0.5')
  const watch = world.newWatch({ tron: { minimumDeposit: '0.01' } })
  await world.chain.send({ to: agent.address, units: 19_999n })
  await world.chain.send({ to: agent.address, units: 20_000n })
  await world.chain.send({ to: agent.address, units: 1n })
  await world.chain.send({ to: agent.address, units: 9_999n })
  await world.settle(watch)
  const topups = await agent.topups()
  const outcome = (units: string) => topups.filter((one) => one.units === units).map((one) => one.reason ?? one.state)
  expect(outcome('19999')).toEqual(['too_small'])
  expect(outcome('20000')).toEqual(['credited'])
  expect(outcome('1')).toEqual(['too_small'])
  expect(outcome('9999')).toEqual(['too_small'])
  expect(formatMinor(await agent.float())).toBe('0.01')
})
