import {
  checkWallets,
  getProfile,
  getWallets,
  type InputOf,
  orderPerfectMoney,
  setTimezone,
  type Wallet,
} from '@cashbox/contract'
import { col, only, sql } from '@cashbox/postgres/database'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openSession } from '../access/sessions.ts'
import { deriveTronAddress, SANDBOX_XPUB } from '../rails/tron/tron-address.ts'

/** m/44'/195'/1' of the same well-known words. */
const OTHER_XPUB =
  'xpub6D1AabNHCupeoA3sb15rvtDPuaeZSRWg39QsynNZQETJfbuy3fFsEqY44mJEP2j4XxLgZUbZZxuFWf67Srqf6Ucu9spE8AmbWZu5ZET1ELw'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  token = await world.logIn('approved')
})
afterAll(() => world.close())

const walletsOf = async (token: string) => (await world.call(getWallets, {}, { token })).payload.wallets
const ofType = (wallets: Wallet[], type: Wallet['type']) => wallets.find((wallet) => wallet.type === type)
const addressOf = async (token: string) => ofType(await walletsOf(token), 'tron')?.wallet ?? ''

const isTronAddress = (address: string) => {
  try {
    const bytes = createBase58check(sha256).decode(address)
    return bytes.length === 21 && bytes[0] === 0x41
  } catch {
    return false
  }
}

/** Takes a rate away, or sets another one, until the test is over. */
async function changeRate(coin: string, rate: string | null) {
  const put = async (value: string | null) => {
    await world.db.execute(sql`delete from rate where coin = ${coin} and currency_code = 'UZS'`)
    if (value === null) return
    await world.db.execute(
      sql`insert into rate (coin, currency_code, rate, set_at) values (${coin}, 'UZS', ${value}, now())`,
    )
  }
  const [before] = await world.db.query(
    sql`select rate::text as rate from rate where coin = ${coin} and currency_code = 'UZS'`,
    { rate: col.text },
  )
  onTestFinished(() => put(before?.rate ?? null))
  await put(rate)
}

describe('the wallets of an approved agent', () => {
  test('are one for Tron and one for Perfect Money, with everything that the app shows', async () => {
    expect(await walletsOf(token)).toEqual([
      {
        type: 'tron',
        name: 'Tether USDT',
        network: 'TRC20',
        wallet: expect.stringMatching(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
        min_deposit: '10.00',
        coin: 'USDT',
        offset_percent: '0',
        rate: '12650.50',
      },
      {
        type: 'perfect-money',
        name: 'Perfect Money',
        network: null,
        wallet: null,
        min_deposit: '1.00',
        coin: 'USD',
        offset_percent: '0',
        rate: '12610.00',
      },
    ])
  })

  test('show a changed rate at once', async () => {
    await changeRate('USDT', '12700.2575')
    await changeRate('USD', '9')
    const wallets = await walletsOf(token)
    expect(wallets.map(({ rate }) => rate)).toEqual(['12700.2575', '9'])
  })

  test('have the rate of the currency of the channel', async () => {
    const inChannel = async (code: string) => {
      await world.db.execute(sql`
        update agent set channel_id = (select id from channel where code = ${code})
        where agent.id = ${agentOf('fenced@cashbox.test')}`)
    }
    onTestFinished(() => inChannel('tashkent'))
    await inChannel('istanbul')
    const wallets = await walletsOf(await world.logIn('fenced'))
    expect(wallets.map(({ rate }) => rate)).toEqual(['41.3725', '41.2810'])
  })

  test('are only those with a rate', async () => {
    await changeRate('USDT', null)
    expect((await walletsOf(token)).map(({ type }) => type)).toEqual(['perfect-money'])
    await changeRate('USD', null)
    expect(await walletsOf(token)).toEqual([])
  })
})

describe('a Tron address', () => {
  const assigned = () =>
    world.db.query(
      sql`
        select person.email, address, account_index
        from tron_address join agent on agent.id = agent_id join person on person.id = owner_id
        order by account_index`,
      { email: col.text, address: col.text, account_index: col.int4 },
    )

  test("is real, and below the network's own key at the index that was noted", async () => {
    const address = await addressOf(token)
    expect(isTronAddress(address)).toBe(true)
    const noted = (await assigned()).find(({ email }) => email === 'approved@cashbox.test')
    expect(noted?.address).toBe(address)
    expect(deriveTronAddress(SANDBOX_XPUB, noted?.account_index ?? -1)).toBe(address)
  })

  test('stays the same, call after call', async () => {
    const addresses = [await addressOf(token), await addressOf(token), await addressOf(await world.logIn('approved'))]
    expect(new Set(addresses).size).toBe(1)
  })

  test('is one, however many first calls come at the same moment', async () => {
    const fenced = await world.logIn('fenced')
    await world.db.execute(sql`
      delete from tron_address where agent_id = ${agentOf('fenced@cashbox.test')}`)
    const addresses = await Promise.all([1, 2, 3, 4].map(() => addressOf(fenced)))
    expect(new Set(addresses)).toEqual(new Set([await addressOf(fenced)]))
    expect(isTronAddress(addresses[0] ?? '')).toBe(true)
  })

  test('belongs to one agent, and its index is never given again', async () => {
    const names = ['rejected', 'blocked']
    const setStatus = async (name: string, status: string) => {
      await world.db.execute(sql`update agent set status = ${status} where id = ${agentOf(`${name}@cashbox.test`)}`)
    }
    for (const name of names) {
      onTestFinished(() => setStatus(name, name))
      await setStatus(name, 'approved')
    }
    const used = (await assigned()).map(({ account_index }) => account_index)
    const tokens = await Promise.all(names.map((name) => world.logIn(name)))
    const addresses = await Promise.all(tokens.map(addressOf))
    const all = await assigned()
    expect(new Set(all.map(({ address }) => address)).size).toBe(all.length)
    expect(addresses.every(isTronAddress)).toBe(true)

    // An address that was taken away is never given to another agent.
    await world.db.execute(sql`
      delete from tron_address where agent_id = ${agentOf('blocked@cashbox.test')}`)
    expect(await addressOf(tokens[1] ?? '')).not.toBe(addresses[1])
    const later = (await assigned()).filter(({ email }) => names.some((name) => email.startsWith(name)))
    expect(later.every(({ account_index }) => account_index > Math.max(...used))).toBe(true)
  })
})

test('the demo shows wallets that receive no money', async () => {
  const wallets = await walletsOf(await world.logIn('demo'))
  expect(wallets.map(({ type, rate }) => [type, rate])).toEqual([
    ['tron', '1'],
    ['perfect-money', '1'],
  ])
  expect(wallets.filter(({ wallet }) => wallet !== null && isTronAddress(wallet))).toEqual([])
  const rows = await world.db.execute(
    sql`select 1 from tron_address join agent on agent.id = agent_id where agent.is_demo`,
  )
  expect(rows).toBe(0)
})

test.each(['pending', 'rejected', 'suspended', 'blocked'])('%s agents have no wallets', async (name) => {
  expect(await walletsOf(await world.logIn(name))).toEqual([])
})

describe('a Perfect Money order', () => {
  type Amount = InputOf<typeof orderPerfectMoney>['amount']
  const order = (amount: unknown, by = token) =>
    world.call(orderPerfectMoney, { amount: amount as Amount }, { token: by })
  // Only a few orders may be open at once.
  beforeEach(async () => void (await world.db.execute(sql`update perfect_money_order set state = 'expired'`)))
  const countOrders = async () => await world.db.execute(sql`select 1 from perfect_money_order`)

  test('is answered as a list with the six fields of the form', async () => {
    const { status, payload } = await order('25.50')
    expect([status, payload]).toEqual([
      200,
      [
        {
          account: 'U1234567',
          name: 'Cashbox',
          payment_id: expect.stringMatching(/^[\w-]{8,50}$/),
          status_url: `${world.config.publicUrl}/callbacks/perfect-money`,
          payment_units: 'USD',
          action_url: `${world.config.publicUrl}/sandbox/perfect-money`,
        },
      ],
    ])
  })

  test('is stored with all that a payment is later held against', async () => {
    const { payload } = await order(25.5)
    const stored = await world.db.query(
      sql`
        select person.email, payee_account, units, amount, rate::text as rate, offset_percent::text as offset_percent,
               state, extract(epoch from expires_at - perfect_money_order.created_at)::integer as lifetime_s
        from perfect_money_order join agent on agent.id = agent_id join person on person.id = owner_id
        where payment_id = ${payload[0]?.payment_id}`,
      {
        email: col.text,
        payee_account: col.text,
        units: col.text,
        amount: col.int8,
        rate: col.text,
        offset_percent: col.text,
        state: col.text,
        lifetime_s: col.int4,
      },
    )
    expect(stored).toEqual([
      {
        email: 'approved@cashbox.test',
        payee_account: 'U1234567',
        units: 'USD',
        amount: 2550n,
        rate: '12610.00',
        offset_percent: '0',
        state: 'open',
        lifetime_s: 30 * 60,
      },
    ])
  })

  test('has a payment ID of its own, each time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => order('5')))
    expect(new Set(answers.map(({ payload }) => payload[0]?.payment_id)).size).toBe(3)
  })

  test('keeps the rate of its moment', async () => {
    await changeRate('USD', '12999.99')
    const { payload } = await order('5')
    await changeRate('USD', '13000')
    const stored = await world.db.query(
      sql`select rate::text as rate from perfect_money_order where payment_id = ${payload[0]?.payment_id}`,
      { rate: col.text },
    )
    expect(stored).toEqual([{ rate: '12999.99' }])
  })

  test.each([
    '0.99',
    '12.345',
    12.345,
    '-5',
    -5,
    '0',
    0,
    '0.00',
    1e15,
    '1e15',
    '1000000000000',
    '12,5',
    'ten',
    '',
    null,
    true,
    ['5'],
    { amount: '5' },
  ])('of %j is refused beside the amount, and nothing is stored', async (amount) => {
    const before = await countOrders()
    const { status, failure } = await order(amount)
    expect([status, Object.keys(failure.errors)]).toEqual([422, ['amount']])
    expect(failure.errors['amount']?.[0]).toMatch(/\w/)
    expect(await countOrders()).toBe(before)
  })

  test('of exactly the minimum is taken; below it the refusal says what the minimum is', async () => {
    expect((await order('1.00')).status).toBe(200)
    const { failure } = await order('0.99')
    expect(failure.code).toBe('below_minimum')
    expect(failure.errors['amount']?.[0]).toContain('1.00 USD')
  })

  test('is refused to the demo beside the amount', async () => {
    const { status, failure } = await order('25', await world.logIn('demo'))
    expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, 'demo_not_allowed', ['amount']])
  })

  test.each(['pending', 'rejected', 'suspended', 'blocked'])('is refused to %s agents', async (name) => {
    const { status, failure } = await order('25', await world.logIn(name))
    expect([status, failure.code]).toEqual([403, 'agent_not_active'])
  })

  test('is refused while there is no rate', async () => {
    await changeRate('USD', null)
    const { status, failure } = await order('25')
    expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, 'wallet_unavailable', ['amount']])
  })
})

test('without a Perfect Money account there is only Tron, and no order', async () => {
  const bare = await openWorld({
    env: {
      CASHBOX_MODE: 'production',
      DATABASE_URL: 'postgres://the-world-brings-its-own/database?sslmode=verify-full',
      CASHBOX_PUBLIC_URL: 'https://agents.example.com',
      CASHBOX_CAPTCHA: 'on',
      CASHBOX_METRICS_TOKEN: 'a token for the monitoring',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Cashbox <no-reply@example.com>',
      TRON_XPUB: OTHER_XPUB,
      TRON_API_URLS: 'https://tron.example.com',
    },
  })
  onTestFinished(() => bare.close())
  const { id } = only(
    await bare.db.query(sql`select id from agent where id = ${agentOf('approved@cashbox.test')}`, { id: col.uuid }),
  )
  const caller = { ip: '127.0.0.1', userAgent: null, language: 'en' as const }
  const token = await bare.db.transaction((tx) =>
    openSession(tx, bare.clock, id, { remember: false, caller, device: {} }),
  )

  const { payload } = await bare.call(getWallets, {}, { token })
  expect(payload.wallets.map(({ type, wallet }) => [type, wallet])).toEqual([
    ['tron', deriveTronAddress(OTHER_XPUB, 0)],
  ])
  const { status, failure } = await bare.call(orderPerfectMoney, { amount: '25' }, { token })
  expect([status, failure.code]).toEqual([422, 'wallet_unavailable'])
})

test('checking the wallets answers with the agent as they are now', async () => {
  const before = await world.call(checkWallets, {}, { token })
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '1234.56')
  await world.confirm(token, { type: 'withdraw', transaction_id, amount: '1234.56', security_code })
  const after = await world.call(checkWallets, {}, { token })
  const minor = ({ payload }: typeof before) => BigInt(payload.user.channel.balance.replace('.', ''))
  expect(minor(after) - minor(before)).toBe(123_456n)
  expect(after.payload).toEqual((await world.call(getProfile, {}, { token })).payload)
})

describe('the time zone of an agent', () => {
  const timezone = async () => (await world.call(getProfile, {}, { token })).payload.user.timezone

  test.each(['Asia/Kolkata', 'Asia/Tashkent', 'America/Argentina/Buenos_Aires', 'Europe/Kyiv', 'UTC'])(
    'can be %s, and is kept',
    async (zone) => {
      const { status, payload } = await world.call(setTimezone, { timezone: zone }, { token })
      expect([status, payload.user.timezone]).toEqual([200, zone])
      expect(await timezone()).toBe(zone)
    },
  )

  test.each(['Mars/Base', '../etc', 'UTC; drop table', '+05:00', 'Asia', 'x/'.repeat(30), ''])(
    'can not be "%s"',
    async (zone) => {
      const before = await timezone()
      const { status, failure } = await world.call(setTimezone, { timezone: zone }, { token })
      expect([status, Object.keys(failure.errors)]).toEqual([422, ['timezone']])
      expect(await timezone()).toBe(before)
    },
  )
})
