import { formatMinor } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { operatorOf } from '@cashbox/testing/operator-client'
import { stepping } from '@cashbox/testing/postgres/failing-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countNetwork, recountNetwork } from './count-network.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

let world: Awaited<ReturnType<typeof openMoneyWorld>>
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

const count = () => countNetwork(world)
const today = async () => (await world.finance().call(contract.readToday, {})).payload.today
const alerts = async () => (await world.finance().call(contract.listAlerts, {})).payload.list
const months = async (input = {}) => (await world.finance().call(contract.reportMonths, input)).payload
const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** The start of the next UTC day and a little more, so that nothing of a test falls on midnight. */
async function tomorrow() {
  const now = world.clock.now().getTime()
  const next = (Math.floor(now / (DAY * 1000)) + 1) * DAY * 1000
  await world.wait((next - now) / (DAY * 1000) + 0.25)
}

const countedColumns = {
  deposits: col.int8,
  deposit_sum: col.int8,
  deposit_fee: col.int8,
  withdrawals: col.int8,
  withdraw_sum: col.int8,
  withdraw_fee: col.int8,
}

/** What the confirmations themselves say, of those that were not reversed. */
async function countedOn(day: string, currency = 'UZS') {
  const [row] = await world.db.query(
    sql`
      select count(*) filter (where done.type = 'deposit') as deposits,
             coalesce(sum(done.amount) filter (where done.type = 'deposit'), 0)::bigint as deposit_sum,
             coalesce(sum(done.fee) filter (where done.type = 'deposit'), 0)::bigint as deposit_fee,
             count(*) filter (where done.type = 'withdraw') as withdrawals,
             coalesce(sum(done.amount) filter (where done.type = 'withdraw'), 0)::bigint as withdraw_sum,
             coalesce(sum(done.fee) filter (where done.type = 'withdraw'), 0)::bigint as withdraw_fee
      from confirmation as done
      join player_transaction as tx on tx.id = done.player_transaction_id
      join channel on channel.id = tx.channel_id
      where to_char(done.finished_at at time zone 'UTC', 'YYYY-MM-DD') like ${`${day}%`}
        and tx.ended_as is null and channel.currency_code = ${currency} and not channel.is_demo`,
    countedColumns,
  )
  if (!row) throw new Error('nothing was counted')
  return {
    deposits: { count: Number(row.deposits), sum: formatMinor(row.deposit_sum), fee: formatMinor(row.deposit_fee) },
    withdrawals: {
      count: Number(row.withdrawals),
      sum: formatMinor(row.withdraw_sum),
      fee: formatMinor(row.withdraw_fee),
    },
    fees: formatMinor(row.deposit_fee + row.withdraw_fee),
  }
}

const keptRows = () =>
  world.db.query(
    sql`
      select to_jsonb(kept)::text as row from network_day as kept where day <= (select closed_until from network_state)
      order by day, channel_id`,
    { row: col.text },
  )

describe('the figures of the day', () => {
  test('stand beside those of yesterday and of a week ago until the same time, an hour that is not over in part', async () => {
    await tomorrow()
    // Half past six.
    world.clock.advance(30 * 60)
    const agent = await world.newAgent('9000.00')
    const ofUzs = async () => {
      await count()
      return (await today()).volumes.find(({ currency_code }) => currency_code === 'UZS')
    }
    world.clock.advance(-60 * 60)
    await agent.confirmed('deposit', '100.00')
    await world.chain.send({ to: agent.address, units: 20_000_000n })
    await world.settle()
    world.clock.advance(75 * 60)
    await agent.confirmed('deposit', '300.00')
    world.clock.advance(5 * 60)
    await agent.confirmed('withdraw', '50.00')
    // Now it is ten to seven on the first day. On the next ones it is half past six.
    await world.wait(1 - 20 / (24 * 60))
    // All of the first hour, and half of the second or a little more: the clock of a test goes on.
    const isHalf = ({ deposits, withdrawals, topups }: contract.EarlierVolume) =>
      Number(deposits.sum) >= 250 &&
      Number(deposits.sum) < 350 &&
      Number(withdrawals.sum) >= 25 &&
      topups.sum === '253010.00'
    const next = await ofUzs()
    expect(next).toMatchObject({ deposits: { count: 0, sum: '0.00' }, yesterday: expect.toSatisfy(isHalf) })
    await world.wait(6)
    expect(await ofUzs()).toMatchObject({
      yesterday: { deposits: { sum: '0.00' } },
      week_ago: expect.toSatisfy(isHalf),
    })
  })

  test('equal what the confirmations, top-ups and requests themselves add up to, after reversals too', async () => {
    await tomorrow()
    const agent = await world.newAgent('5000.00')
    await agent.confirmed('deposit', '700.00')
    await agent.confirmed('deposit', '33.33')
    await agent.confirmed('withdraw', '120.50')
    const mistaken = await agent.confirmed('withdraw', '60.00')
    await world.chain.send({ to: agent.address, units: 20_000_000n })
    await world.settle()
    await world.ask({ kind: 'payout', cash_id: agent.cashId, amount: '10.00', paid_to: 'cash' })
    await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: '-5.00' })
    await world.ask({ kind: 'commission_credit', cash_id: agent.cashId })
    await count()
    const before = await today()
    const day = dayOf(world.clock.now())
    expect(before.day).toBe(day)
    expect(before.volumes).toMatchObject([
      { currency_code: 'UZS', ...(await countedOn(day)), topups: { count: 1, sum: '253010.00' } },
    ])
    expect(before.volumes[0]).toMatchObject({ deposits: { count: 2, sum: '733.33' }, withdrawals: { count: 2 } })

    await world.ask({ kind: 'reversal', transaction_id: mistaken })
    await count()
    const after = await today()
    expect(after.volumes[0]).toMatchObject({ ...(await countedOn(day)), withdrawals: { count: 1, sum: '120.50' } })
    const month = (await months({ from: day.slice(0, 7) })).list.find(({ currency_code }) => currency_code === 'UZS')
    expect(month).toMatchObject({ month: day.slice(0, 7), ...(await countedOn(day.slice(0, 7))) })
    expect(month?.channels).toMatchObject([{ code: 'tashkent', payouts: { count: 1, sum: '10.00' } }])
    const { totals } = await months({ currency: 'UZS' })
    expect(totals).toMatchObject([{ currency_code: 'UZS', ...(await countedOn('')) }])
    expect(await world.verify()).toEqual([])
  })

  test('count agents and floats without demo agents, and say when', async () => {
    await count()
    const { as_of, agents, floats } = await today()
    expect(Math.abs((as_of ?? 0) - world.clock.now().getTime() / 1000)).toBeLessThan(60)
    const statuses = await world.db.query(
      sql`select status, count(*)::integer as count from agent where not is_demo group by status order by status`,
      { status: col.text, count: col.int4 },
    )
    expect(agents).toEqual(statuses)
    const [held] = await world.db.query(
      sql`
        select sum(float.balance)::bigint as balance, sum(commission.balance)::bigint as commission, count(*)::integer as agents
        from agent join account as float on float.id = float_id join account as commission on commission.id = commission_id
        where not is_demo and float.asset = 'UZS'`,
      { balance: col.int8, commission: col.int8, agents: col.int4 },
    )
    expect(floats.find(({ currency_code }) => currency_code === 'UZS')).toMatchObject({
      agents: held?.agents,
      balance: formatMinor(held?.balance ?? 0n),
      commission: formatMinor(held?.commission ?? 0n),
      below_zero: 0,
      credit_used: '0.00',
    })
  })

  test('say how much of the credit lines is used, and which agents could not take one more deposit, the lowest first', async () => {
    const agent = await world.newAgent('10.00')
    await world.db.execute(sql`
      update account set floor = -10000 where id = (select float_id from agent where id = ${agent.id})`)
    await count()
    const before = (await today()).floats.find(({ currency_code }) => currency_code === 'UZS')
    await agent.confirmed('deposit', '70.00')
    await count()
    const after = (await today()).floats.find(({ currency_code }) => currency_code === 'UZS')
    expect(before).toMatchObject({ below_zero: 0, credit_lines: '100.00', credit_used: '0.00' })
    expect(after).toMatchObject({ below_zero: 1, credit_lines: '100.00', credit_used: '60.00' })
    expect(after?.low_float).toBeGreaterThan(0)
    const [first] = after?.low_agents ?? []
    expect(first).toMatchObject({ agent_id: agent.id, cash_id: agent.cashId })
    expect(after?.low_agents.length).toBe(Math.min(after?.low_float ?? 0, 5))
    const { since, values } = (await alerts()).find(({ kind }) => kind === 'float_below_zero') ?? {}
    expect([since, values]).toEqual([after?.below_zero_since, { count: 1, sum: '60.00' }])
    await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: '60.00' })
    await count()
    expect((await alerts()).map(({ kind }) => kind)).not.toContain('float_below_zero')
  })
})

test('a partner that raises floats by more than half of its daily limit is an alert, until deposits lower them again', async () => {
  await tomorrow()
  const setLimit = (max_per_day: bigint) =>
    world.db.execute(sql`
      update partner_position set max_per_day = ${max_per_day}
      where partner_id = (select id from partner where code = 'sandbox')`)
  const payouts = async () => {
    // Confirmations of the last minute are not counted yet.
    await world.wait(2 / (24 * 60))
    await count()
    return (await alerts()).filter(({ kind }) => kind === 'payouts_high')
  }
  const agent = await world.newAgent('0.00')
  await agent.confirmed('withdraw', '50.00')
  await setLimit(100_00n)
  expect(await payouts()).toEqual([])
  await agent.confirmed('withdraw', '20.00')
  expect(await payouts()).toMatchObject([
    {
      severity: 'critical',
      subject: { kind: 'partner', id: 'sandbox/UZS' },
      values: { name: 'Sandbox player service', sum: '70.00', max_per_day: '100.00' },
    },
  ])
  await agent.confirmed('deposit', '20.00')
  expect(await payouts()).toEqual([])
  await setLimit(99_999_999_999_999n)
})

describe('kept sums', () => {
  test('count nothing twice, however often and by how many workers they are counted', async () => {
    await tomorrow()
    const agent = await world.newAgent('1000.00')
    await agent.confirmed('deposit', '10.00')
    await tomorrow()
    await Promise.all([count(), count(), count()])
    const once = await keptRows()
    expect(once.length).toBeGreaterThan(100)
    await count()
    expect(await keptRows()).toEqual(once)
    expect(await world.verify()).toEqual([])
  })

  test('are counted to the end by every worker that begins with a long past', async () => {
    await count()
    const once = await keptRows()
    await world.db.transaction(recountNetwork)
    await Promise.all(Array.from({ length: 4 }, count))
    expect(await keptRows()).toEqual(once)
    expect(await world.verify()).toEqual([])
  })

  test('survive a worker that dies while it counts', async () => {
    await tomorrow()
    const agent = await world.newAgent('1000.00')
    await agent.confirmed('deposit', '20.00')
    await tomorrow()
    const day = dayOf(new Date(world.clock.now().getTime() - DAY * 1000))
    let statements = 0
    const dying: typeof world.db = {
      ...world.db,
      transaction: (work) =>
        world.db.transaction((tx) =>
          work(
            stepping(tx, () => {
              statements += 1
              if (statements > 6) throw new Error('the worker died')
            }),
          ),
        ),
    }
    await expect(countNetwork({ db: dying, clock: world.clock })).rejects.toThrow('the worker died')
    await count()
    const [row] = await world.db.query(
      sql`
        select deposit_count, deposit_sum from network_day join channel on channel.id = channel_id
        where day = ${day}::date and code = 'tashkent'`,
      { deposit_count: col.int8, deposit_sum: col.int8 },
    )
    expect(row).toEqual({ deposit_count: 1n, deposit_sum: 2000n })
    expect(await world.verify()).toEqual([])
  })

  test('follow a reversal of a day long closed, and verify holds before and after they do', async () => {
    await tomorrow()
    const agent = await world.newAgent('1000.00')
    await agent.confirmed('deposit', '44.00')
    const mistaken = await agent.confirmed('deposit', '5.00')
    const day = dayOf(world.clock.now())
    await tomorrow()
    await tomorrow()
    await count()
    await world.ask({ kind: 'reversal', transaction_id: mistaken })
    expect(await world.verify()).toEqual([])
    await Promise.all([count(), count()])
    expect(await world.verify()).toEqual([])
    const [row] = await world.db.query(
      sql`
        select deposit_count, deposit_sum from network_day join channel on channel.id = channel_id
        where day = ${day}::date and code = 'tashkent'`,
      { deposit_count: col.int8, deposit_sum: col.int8 },
    )
    expect(row).toEqual({ deposit_count: 1n, deposit_sum: 4400n })
  })

  test('stay with the channel of the transaction when its agent moves to another', async () => {
    await tomorrow()
    const agent = await world.newAgent('1000.00')
    await agent.confirmed('deposit', '12.00')
    const day = dayOf(world.clock.now())
    await world.db.execute(sql`
      insert into channel (id, code, name, currency_code) values (gen_random_uuid(), 'samarkand', 'Samarkand', 'UZS')`)
    await world.db.execute(sql`
      update agent set channel_id = (select id from channel where code = 'samarkand') where id = ${agent.id}`)
    await tomorrow()
    await count()
    const rows = await world.db.query(
      sql`
        select code, deposit_count from network_day join channel on channel.id = channel_id
        where day = ${day}::date and deposit_count > 0`,
      { code: col.text, deposit_count: col.int8 },
    )
    expect(rows).toEqual([{ code: 'tashkent', deposit_count: 1n }])
    expect(await world.verify()).toEqual([])
  })

  test('that are wrong are found by verify', async () => {
    await count()
    await world.db.execute(sql`
      update network_day set deposit_sum = deposit_sum + 1
      where day = (select max(day) from network_day where deposit_count > 0 and day <= (select closed_until from network_state))`)
    expect((await world.verify()).map(({ rule }) => rule)).toEqual(['network_totals'])
    await world.db.execute(sql`
      update network_day set deposit_sum = deposit_sum - 1
      where day = (select max(day) from network_day where deposit_count > 0 and day <= (select closed_until from network_state))`)
  })
})

describe('reports by month', () => {
  test('show what was asked for, newest first, and never a demo channel', async () => {
    await count()
    const all = (await months()).list
    expect(all.length).toBeGreaterThan(4)
    expect(all.map(({ month }) => month)).toEqual(
      all
        .map(({ month }) => month)
        .toSorted()
        .toReversed(),
    )
    expect(all.flatMap(({ channels }) => channels.map(({ code }) => code))).not.toContain('demo')
    expect((await months({ currency: 'EUR' })).list).toEqual([])
    const [first, last] = [all.at(-1)?.month ?? '', all.at(-2)?.month ?? '']
    expect((await months({ from: first, to: last })).list.map(({ month }) => month)).toEqual([last, first])
    for (const { month, deposits, withdrawals, fees } of all) {
      expect({ deposits, withdrawals, fees }).toEqual(await countedOn(month))
    }
  })

  test('are not for support', async () => {
    const support = await operatorOf(world.address, 'support')
    expect((await support.call(contract.reportMonths, {})).failure.code).toBe('role_not_allowed')
  })
})
