import type { InputOf } from '@cashbox/contract'
import { getWallets } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { only, sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let world: World
let finance: OperatorClient
beforeAll(async () => {
  world = await openWorld({ env: { RATE_FEED_URL: 'https://rates.example.com' } })
})
beforeEach(async () => {
  finance = await operatorOf(world.address, 'finance')
})
afterAll(() => world.close())

const reason = 'the market moved'
const read = async (coin = 'USDT', currency = 'UZS') => {
  const { list } = (await finance.call(contract.listRates, {})).payload
  return only(list.filter((rate) => rate.coin === coin && rate.currency_code === currency))
}
const pair = async () => ({ coin: 'USDT', currency_code: 'UZS', version: (await read()).version, reason })
const set = async (rate: string, more: Partial<InputOf<typeof contract.setRate>> = {}) =>
  finance.call(contract.setRate, { ...(await pair()), rate, ...more })
const auditOf = async () =>
  (await finance.call(contract.listAudit, { subject_kind: 'rate', subject_id: 'USDT/UZS' })).payload.list

describe('rates', () => {
  test('are listed with their source and age, and so is what has none', async () => {
    const { payload } = await finance.call(contract.listRates, {})
    expect(payload).toMatchObject({
      has_feed: true,
      max_age_s: 900,
      when_stale: 'hold',
      max_change_percent: 10,
    })
    expect(await read()).toMatchObject({ rate: '12650.50', source: 'operator', is_usable: true, version: 1 })
    const admin = await operatorOf(world.address, 'admin')
    await admin.call(contract.createChannel, {
      code: 'almaty',
      name: 'Almaty',
      currency_code: 'KZT',
      deposit_fee_bp: 1,
      withdraw_fee_bp: 1,
      reason,
    })
    expect(await read('USDT', 'KZT')).toEqual({
      coin: 'USDT',
      currency_code: 'KZT',
      rate: null,
      source: null,
      set_at: null,
      is_usable: false,
      is_usable_by_feed: false,
      version: 0,
    })
  })

  test('that an operator sets are what agents see next, and are written down', async () => {
    const { payload } = await set('12700.25')
    expect(payload.rate).toMatchObject({ rate: '12700.25', source: 'operator', is_usable: true })
    const token = await world.logIn('approved')
    const { wallets } = (await world.call(getWallets, {}, { token })).payload
    expect(wallets.find(({ coin }) => coin === 'USDT')?.rate).toBe('12700.25')
    expect((await auditOf())[0]).toMatchObject({
      action: 'rate.set',
      reason,
      before: { rate: '12650.50' },
      after: { rate: '12700.25', source: 'operator' },
    })
  })

  test('are set by one of several who do so at once', async () => {
    const input = { ...(await pair()), rate: '12700.30' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => finance.call(contract.setRate, input)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect((await read()).version).toBe(input.version + 1)
  })

  test('that differ much from the last one say by how much, and have to be confirmed', async () => {
    const { failure } = await set('127000')
    expect([failure.code, failure.errors['rate']?.[0]]).toEqual([
      'rate_change_too_large',
      expect.stringContaining('+904 %'),
    ])
    expect((await set('11000')).failure.errors['rate']?.[0]).toContain('-13.0 %')
    expect((await set('127000', { confirm_large_change: true })).payload.request?.state).toBe('pending')
    expect((await set('12700', { confirm_large_change: true })).payload.request).toBeNull()
  })

  test('go back to the feed, which then may change them, and age', async () => {
    const { payload } = await finance.call(contract.returnRateToFeed, await pair())
    expect(payload.rate).toMatchObject({ rate: '12700', source: 'feed', is_usable: true, is_usable_by_feed: true })
    expect((await auditOf())[0]).toMatchObject({ action: 'rate.return-to-feed', after: { source: 'feed' } })
    await world.db.execute(
      sql`update rate set rate = 12701, set_at = ${world.clock.now()} where coin = 'USDT' and currency_code = 'UZS'`,
    )
    // The feed is no reason to call a form out of date.
    expect((await read()).version).toBe(payload.rate.version)
    world.clock.advance(901)
    expect(await read()).toMatchObject({ rate: '12701', is_usable: false, is_usable_by_feed: false })
  })

  test.each([
    [{ coin: 'BTC' }, 'coin'],
    [{ currency_code: 'EUR' }, 'currency_code'],
    [{ currency_code: 'nothing' }, 'currency_code'],
    [{ rate: '0' }, 'rate'],
    [{ rate: '-1' }, 'rate'],
    [{ rate: '1e5' }, 'rate'],
    [{ rate: 'Infinity' }, 'rate'],
    [{ rate: '' }, 'rate'],
    [{ reason: '' }, 'reason'],
  ])('are not set with %j', async (wrong, field) => {
    const { status, failure } = await set('12700', wrong)
    expect([status, Object.keys(failure.errors)]).toEqual([422, [field]])
  })
})

test('without a feed there is nothing to hand a rate back to', async () => {
  const alone = await openWorld()
  try {
    const operator = await operatorOf(alone.address, 'finance')
    const { failure } = await operator.call(contract.returnRateToFeed, {
      coin: 'USDT',
      currency_code: 'UZS',
      version: 1,
      reason,
    })
    expect(failure.code).toBe('rate_feed_missing')
  } finally {
    await alone.close()
  }
})

test('the facts of the wallets are shown without a secret', async () => {
  const { payload } = await finance.call(contract.readTopupMethods, {})
  expect(payload).toMatchObject({
    tron: { network: 'TRC20', minimum_deposit: '10', offset_percent: '0', small_sums: 'gather' },
    perfect_money: { account: 'U1234567', units: 'USD', reads_history: true },
  })
  const { passphrase, history } = world.config.perfectMoney ?? {}
  for (const hidden of [passphrase, history?.password, world.config.tron.xpub]) {
    expect(hidden).toBeTruthy()
    expect(JSON.stringify(payload)).not.toContain(hidden)
  }
})
