import { type HistoryItem, listHistory, lookUpTransaction, transactionTypes } from '@cashbox/contract'
import { col, sql } from '@cashbox/postgres/database'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { splitPeriod } from '../balances/period.ts'

let world: World
let token: string
let all: HistoryItem[]
const page = async (query: Record<string, string>) => (await world.call(listHistory, query, { token })).payload.list

beforeAll(async () => {
  world = await openWorld()
  token = await world.logIn('approved')
  const rows = await world.db.query(
    sql`
      select confirmation.player_transaction_id as id, transaction_id, type, amount, fee, player_id,
             epoch_seconds(finished_at) as finished_at
      from confirmed_payment as confirmation join agent on agent.id = confirmation.agent_id
      where agent.id = ${agentOf('approved@cashbox.test')} order by finished_at desc, number desc`,
    {
      id: col.uuid,
      transaction_id: col.text,
      type: col.oneOf(...transactionTypes),
      amount: col.int8,
      fee: col.int8,
      player_id: col.text,
      finished_at: col.int8,
    },
  )
  const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
  all = rows.map(({ amount, fee, player_id, finished_at, ...row }) => ({
    ...row,
    amount: decimal(amount),
    fee: decimal(fee),
    customer_id: player_id,
    finished_at: Number(finished_at),
    reversed_at: null,
  }))
})
afterAll(() => world.close())

describe('history', () => {
  test('covers six months of plausible business', () => {
    expect(all.length).toBeGreaterThan(300)
    const months = new Set(all.map(({ finished_at }) => new Date(finished_at * 1000).toISOString().slice(0, 7)))
    expect(months.size).toBeGreaterThanOrEqual(5)
  })

  test('pages of 10 give every confirmation once, newest first, and then nothing', async () => {
    const seen: HistoryItem[] = []
    for (let offset = 0; ; offset += 10) {
      const list = await page({ limit: '10', offset: String(offset) })
      seen.push(...list)
      if (list.length < 10) break
    }
    expect(seen).toEqual(all)
    expect(await page({ offset: String(all.length) })).toEqual([])
    expect(await page({ offset: '999999999' })).toEqual([])
  })

  test('the payments of one type are found in long runs of the other, with and without those that earned nothing', async () => {
    const rolledBack = new Error('rolled back')
    const check = world.db.transaction(async (tx) => {
      await tx.script('alter table confirmation disable trigger confirmations_are_sound')
      // Few withdrawals, in runs of any length; every fourth payment has no fee.
      await tx.execute(sql`
        insert into confirmation (player_transaction_id, agent_id, number, type_number, type, amount, fee, fee_bp,
          finished_at, float_id, float_version, float_balance, clearing_id, commission_id, commission_version,
          commission_balance, expense_id)
        select gen_random_uuid(), gen_random_uuid(), n, row_number() over (partition by type order by n), type, 100,
               fee, 0, timestamptz '2026-01-01' + n * interval '1 second', -1, n, 0, -1, none - 1, n + none, none, none - 1
        from generate_series(1, 600) as n
        cross join lateral (select
          case when n % 97 < 3 or n between 300 and 340 then 'withdraw' else 'deposit' end as type, least(n % 4, 1) as fee) as one
        cross join lateral (select nullif(fee, 0) - 1 as none) as moved`)
      const differing = await tx.query(
        sql`
          with wanted as (
            select type, after, after + length as up_to, at_most, has_fee
            from unnest(array['deposit', 'withdraw']) as type, unnest(array[0, 1, 7, 30]) as after,
                 unnest(array[1, 5, 20]) as length, unnest(array[3, null]) as at_most, unnest(array[true, false]) as has_fee)
          select type, after::int4, up_to::int4 from wanted
          where array(select array[place, number] from confirmed_of_type(-1, type, after, up_to, at_most, has_fee))
            is distinct from array(
              select array[type_number, number]::bigint[] from confirmation
              where float_id = -1 and type = wanted.type and type_number > after and type_number <= up_to
                and (fee > 0 or not has_fee)
              order by number desc limit at_most)`,
        { type: col.text, after: col.int4, up_to: col.int4 },
      )
      expect(differing).toEqual([])
      throw rolledBack
    })
    await expect(check).rejects.toBe(rolledBack)
  })

  test.each(['deposit', 'withdraw'] as const)('%s alone pages the same way', async (type) => {
    const expected = all.filter((item) => item.type === type)
    expect(await page({ type, limit: '25' })).toEqual(expected.slice(0, 25))
    const middle = Math.floor(expected.length / 2)
    expect(await page({ type, limit: '25', offset: String(middle) })).toEqual(expected.slice(middle, middle + 25))
    expect(await page({ type, limit: '10', offset: String(expected.length - 3) })).toEqual(expected.slice(-3))
  })

  test('from and to are both included, to the second, for every type', async () => {
    const newest = all[40]?.finished_at ?? 0
    const oldest = all[90]?.finished_at ?? 0
    for (const type of ['all', 'deposit', 'withdraw'] as const) {
      const within = all.filter(
        (item) => item.finished_at >= oldest && item.finished_at <= newest && (type === 'all' || item.type === type),
      )
      const query = { from: String(oldest), to: String(newest), type, limit: '100' }
      expect(await page(query)).toEqual(within)
      expect(await page({ ...query, limit: '7', offset: '5' })).toEqual(within.slice(5, 12))
      expect(await page({ ...query, offset: String(within.length - 1) })).toEqual(within.slice(-1))
    }
  })

  test('an empty or backward period is an empty list', async () => {
    expect(await page({ from: '100', to: '200' })).toEqual([])
    expect(await page({ from: '1800000000', to: '1700000000' })).toEqual([])
  })

  test('another agent sees none of it', async () => {
    const other = await world.logIn('fenced')
    expect((await world.call(listHistory, {}, { token: other })).payload.list).toEqual([])
  })
})

describe('statistics', () => {
  test.each([
    ['whole months', 0, 0],
    ['ends within days', 12_345, 54_321],
  ])('of %s equal the sums of history', async (_name, early, late) => {
    const now = new Date()
    const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 3, 1) / 1000 + early
    const to = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1) / 1000 - 1 - late
    const { getStats } = await import('@cashbox/contract')
    const { payload } = await world.call(getStats, { from: String(from), to: String(to) }, { token })
    const cents = (text: string) => BigInt(text.replace('.', ''))
    const sum = (type: HistoryItem['type'], field: 'amount' | 'fee') =>
      all
        .filter((item) => item.type === type && item.finished_at >= from && item.finished_at <= to)
        .reduce((total, item) => total + cents(item[field]), 0n)
    expect({
      deposit_sum: cents(payload.stats.deposit_sum),
      deposit_fee: cents(payload.stats.deposit_fee),
      withdraw_sum: cents(payload.stats.withdraw_sum),
      withdraw_fee: cents(payload.stats.withdraw_fee),
    }).toEqual({
      deposit_sum: sum('deposit', 'amount'),
      deposit_fee: sum('deposit', 'fee'),
      withdraw_sum: sum('withdraw', 'amount'),
      withdraw_fee: sum('withdraw', 'fee'),
    })
    expect(cents(payload.stats.deposit_sum)).toBeGreaterThan(0n)
  })

  test('and the explanation of the balance take periods up to the last second of the year 9999', async () => {
    const { explainBalance, getStats } = await import('@cashbox/contract')
    const last = '253402300799'
    for (const period of [{ from: last }, { to: last }, { from: '0', to: last }, { from: last, to: last }]) {
      const answers = [
        await world.call(getStats, period, { token }),
        await world.call(explainBalance, period, { token }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
    const [ended, endless] = [
      await world.call(getStats, { to: last }, { token }),
      await world.call(getStats, {}, { token }),
    ]
    expect(ended.payload).toEqual(endless.payload)
  })

  test('a period splits into whole days and what is left over', () => {
    const at = (text: string) => new Date(`${text}Z`)
    expect(splitPeriod({ from: at('2026-01-01T00:00'), until: at('2026-02-01T00:00') }).edges).toEqual([])
    expect(splitPeriod({ from: at('2026-01-01T10:00'), until: at('2026-01-01T11:00') })).toEqual({
      days: { from: at('2026-01-02T00:00'), until: at('2026-01-02T00:00') },
      edges: [{ from: at('2026-01-01T10:00'), until: at('2026-01-01T11:00') }],
    })
    expect(splitPeriod({ from: at('2026-01-01T10:00'), until: at('2026-01-03T11:00') }).edges).toEqual([
      { from: at('2026-01-01T10:00'), until: at('2026-01-02T00:00') },
      { from: at('2026-01-03T00:00'), until: at('2026-01-03T11:00') },
    ])
  })
})

describe('look-up', () => {
  test('shows what is about to be confirmed, with the player masked, and changes nothing', async () => {
    const { transaction_id } = await world.openTransaction('withdraw', '2500.00')
    const before = await world.balances()
    const { payload } = await world.call(lookUpTransaction, { transaction_id }, { token })
    expect(payload.transaction).toMatchObject({
      transaction_id,
      type: 'withdraw',
      amount: '2500.00',
      currency_code: 'UZS',
      customer: '48***07',
      fee: '37.50',
      state: 'open',
      finished_at: null,
    })
    expect(payload.transaction.expires_at).toBeGreaterThan(Date.now() / 1000)
    expect(await world.balances()).toBe(before)
  })

  test('shows the agent who confirmed that they did, and the others only that another agent did', async () => {
    const { transaction_id, security_code } = await world.openTransaction('withdraw', '1.00')
    await world.confirm(token, { type: 'withdraw', transaction_id, security_code, amount: '1.00' })
    const own = await world.call(lookUpTransaction, { transaction_id }, { token })
    expect(own.payload.transaction.state).toBe('confirmed')
    const other = await world.call(lookUpTransaction, { transaction_id }, { token: await world.logIn('fenced') })
    expect(other.failure.code).toBe('transaction_already_confirmed')
  })

  test.each([
    ['expired', sql`update player_transaction set expires_at = now() where transaction_id = `, 'transaction_expired'],
    [
      'cancelled',
      sql`update player_transaction set ended_as = 'cancelled' where transaction_id = `,
      'transaction_cancelled',
    ],
    ['locked', sql`update player_transaction set locked_at = now() where transaction_id = `, 'transaction_locked'],
  ])('a transaction that is %s says so', async (_name, change, code) => {
    const { transaction_id } = await world.openTransaction('withdraw', '1.00')
    await world.db.execute({ ...change, text: `${change.text}$1`, name: `test ${code}`, values: [transaction_id] })
    expect((await world.call(lookUpTransaction, { transaction_id }, { token })).failure.code).toBe(code)
  })

  test('is for agents who may confirm', async () => {
    const pending = await world.logIn('pending')
    expect((await world.call(lookUpTransaction, { transaction_id: 'X' }, { token: pending })).status).toBe(403)
  })
})

test.each([
  [0, 0, 0.001, 0, 111.194927],
  [60, 30, 60, 30.001, 55.597463],
  [41.2995, 69.2401, 41.3004, 69.2401, 100.075434],
  [41.2995, 69.2401, 39.6542, 66.9597, 265826.130082],
  [51.5074, -0.1278, 48.8566, 2.3522, 343556.060341],
  [0, 179.999, 0, -179.999, 222.389853],
  [0, 0, 0, 180, 20015086.796021],
])('the server measures %d,%d to %d,%d as %d m', async (lat1, lon1, lat2, lon2, metres) => {
  const [row] = await world.db.query(
    sql`select distance_m(${lat1}::float8, ${lon1}::float8, ${lat2}::float8, ${lon2}::float8) as metres`,
    { metres: col.float8 },
  )
  expect(row?.metres).toBeCloseTo(metres, 5)
})
