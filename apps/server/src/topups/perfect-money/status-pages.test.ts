import { parseMinor, receivedAmount } from '@cashbox/contract'
import { col, only, sql } from '@cashbox/postgres/database'
import { type PerfectMoneyHistory, startHistory } from '@cashbox/testing/perfect-money-history'
import { createPayer, listed } from '@cashbox/testing/perfect-money-payer'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { expireOrders } from './orders.ts'

const OFFSET = '-1.5'
const HOUR_S = 60 * 60
const DAY_S = 24 * HOUR_S
const LOGIN = { accountId: '7654321', password: 'the password of the account' }

let history: PerfectMoneyHistory
let world: World
let payer: ReturnType<typeof createPayer>
let token: string
beforeAll(async () => {
  history = await startHistory(LOGIN)
  world = await openWorld({
    env: {
      PERFECT_MONEY_PASSPHRASE: 'a passphrase & more: é',
      PERFECT_MONEY_OFFSET_PERCENT: OFFSET,
      PERFECT_MONEY_HISTORY_URL: history.url,
      PERFECT_MONEY_ACCOUNT_ID: LOGIN.accountId,
      PERFECT_MONEY_PASSWORD: LOGIN.password,
    },
  })
  payer = createPayer(world, history)
  token = await world.logIn('approved')
})
afterAll(async () => {
  await world.close()
  await history.close()
})
// Only a few orders may be open at once.
beforeEach(() => world.db.execute(sql`update perfect_money_order set state = 'expired' where state = 'open'`))

const recordedColumns = {
  agent_id: col.nullable(col.uuid),
  state: col.text,
  reason: col.nullable(col.text),
  coin: col.text,
  units: col.text,
  decimals: col.int2,
}
const recorded = async (batch: string) =>
  (
    await world.db.query(
      sql`
        select agent_id, state, reason, coin, units::text as units, decimals from topup
        where rail = 'perfect-money' and reference = ${batch}`,
      recordedColumns,
    )
  )[0]
const countTopups = async () =>
  only(await world.db.query(sql`select count(*) as count from topup`, { count: col.int8 })).count
const orderState = async (paymentId: string) =>
  only(
    await world.db.query(sql`select state from perfect_money_order where payment_id = ${paymentId}`, {
      state: col.text,
    }),
  ).state
const setRate = (rate: string) =>
  world.db.execute(
    sql`update rate set rate = ${rate}, checked_rate = ${rate} where coin = 'USD' and currency_code = 'UZS'`,
  )
const currentRate = async () =>
  only(
    await world.db.query(sql`select rate::text as rate from rate where coin = 'USD' and currency_code = 'UZS'`, {
      rate: col.text,
    }),
  ).rate

const OK = { status: 200, type: 'text/plain; charset=utf-8', text: 'OK' }

/** What a call does to the agent's balance. */
async function gained(work: () => Promise<unknown>) {
  const before = await payer.balance(token)
  await work()
  return (await payer.balance(token)) - before
}

describe('a payment of an order', () => {
  test.each(['25.50', '1', '33.33', '1999.99'])(
    'of %s credits what the calculator promised, to the cent',
    async (amount) => {
      const promised = receivedAmount(amount, await currentRate(), OFFSET) ?? ''
      const paid = payer.pay(await payer.order(token, amount), amount)
      expect(await gained(async () => expect(await payer.report(paid)).toEqual(OK))).toBe(parseMinor(promised))
      expect(await payer.topup(token, paid.PAYMENT_BATCH_NUM)).toMatchObject({
        type: 'perfect-money',
        state: 'credited',
        reason: null,
        coin: 'USD',
        rate: await currentRate(),
        offset_percent: OFFSET,
        received: promised,
        currency_code: 'UZS',
      })
      expect(await orderState(paid.PAYMENT_ID)).toBe('paid')
    },
  )

  test('is credited at the rate that the agent was shown, even if it has changed since', async () => {
    const shown = await currentRate()
    onTestFinished(async () => void (await setRate(shown)))
    const paid = payer.pay(await payer.order(token, '25.50'), '25.50')
    await setRate('1.23')
    const promised = parseMinor(receivedAmount('25.50', shown, OFFSET) ?? '')
    expect(await gained(() => payer.report(paid))).toBe(promised)
  })

  test('may write the amount in another way, and is signed as it is written', async () => {
    for (const amount of ['25.5', '25.500']) {
      const paid = payer.pay(await payer.order(token, '25.50'), amount)
      expect(await gained(() => payer.report(paid))).toBeGreaterThan(0n)
      const rewritten = payer.sign(payer.pay(await payer.order(token, '25.50'), amount))
      rewritten.set('PAYMENT_AMOUNT', '25.50')
      expect((await payer.post(rewritten)).status).toBe(403)
    }
  })

  test('is credited once, however often it is reported', async () => {
    const paid = payer.pay(await payer.order(token, '10'), '10')
    const promised = parseMinor(receivedAmount('10', await currentRate(), OFFSET) ?? '')
    expect(await gained(() => payer.report(paid))).toBe(promised)
    expect(await gained(async () => expect(await payer.report(paid)).toEqual(OK))).toBe(0n)
  })

  test('is credited once, when twenty calls report it at the same moment', async () => {
    const paid = payer.pay(await payer.order(token, '10'), '10')
    const promised = parseMinor(receivedAmount('10', await currentRate(), OFFSET) ?? '')
    const tellOften = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => payer.report(paid)))
      expect(answers).toEqual(answers.map(() => OK))
    }
    expect(await gained(tellOften)).toBe(promised)
  })

  test('is credited in the same way, when another agent is paid for at the same moment', async () => {
    const fenced = await world.logIn('fenced')
    const before = await payer.balance(fenced)
    const promised = parseMinor(receivedAmount('10', await currentRate(), OFFSET) ?? '') ?? 0n
    const calls: ReturnType<typeof payer.pay>[] = []
    for (const by of [token, fenced, token, fenced]) calls.push(payer.pay(await payer.order(by, '10'), '10'))
    expect(await gained(() => Promise.all(calls.map(payer.report)))).toBe(promised * 2n)
    expect((await payer.balance(fenced)) - before).toBe(promised * 2n)
  })

  test('may be reported late, even when the order has been closed, as long as it was paid in time', async () => {
    const paid = payer.pay(await payer.order(token, '10'), '10')
    world.clock.advance(3 * DAY_S)
    await expireOrders(world.db, world.clock)
    expect(await orderState(paid.PAYMENT_ID)).toBe('expired')
    token = await world.logIn('approved')
    expect(await gained(() => payer.report(paid))).toBeGreaterThan(0n)
    expect(await orderState(paid.PAYMENT_ID)).toBe('paid')
  })
})

describe('is held with its reason, and credits nothing:', () => {
  async function expectHeld(paid: ReturnType<typeof payer.pay>, reason: string) {
    expect(await gained(async () => expect(await payer.report(paid)).toEqual(OK))).toBe(0n)
    expect(await payer.topup(token, paid.PAYMENT_BATCH_NUM)).toMatchObject({
      state: 'held',
      reason,
      coin: paid.PAYMENT_UNITS,
      received: null,
      finished_at: null,
    })
  }

  test.each([
    ['in other units', { PAYMENT_UNITS: 'EUR' }, 'units_mismatch'],
    ['of less', { PAYMENT_AMOUNT: '25.49' }, 'amount_mismatch'],
    ['of more', { PAYMENT_AMOUNT: '25.51' }, 'amount_mismatch'],
    ['of more by a part of a cent', { PAYMENT_AMOUNT: '25.501' }, 'amount_mismatch'],
    ['of much less', { PAYMENT_AMOUNT: '0.01' }, 'amount_mismatch'],
  ])('a payment %s', async (_what, changes, reason) => {
    const paid = payer.pay(await payer.order(token, '25.50'), '25.50', changes)
    await expectHeld(paid, reason)
    expect(await orderState(paid.PAYMENT_ID)).toBe('review')
  })

  test('a payment of an order that named another account of ours', async () => {
    const paid = payer.pay(await payer.order(token, '10'), '10')
    await world.db.execute(sql`
      update perfect_money_order set payee_account = 'U7777777' where payment_id = ${paid.PAYMENT_ID}`)
    await expectHeld(paid, 'payee_mismatch')
  })

  test('a second payment of the same order', async () => {
    const first = payer.pay(await payer.order(token, '10'), '10')
    await payer.report(first)
    await expectHeld(payer.pay(first.PAYMENT_ID, '10'), 'order_already_paid')
    expect(await orderState(first.PAYMENT_ID)).toBe('paid')
  })

  test('all but one of ten payments of the same order that are reported at the same moment', async () => {
    const paymentId = await payer.order(token, '10')
    const promised = parseMinor(receivedAmount('10', await currentRate(), OFFSET) ?? '')
    const calls = Array.from({ length: 10 }, () => payer.pay(paymentId, '10'))
    expect(await gained(() => Promise.all(calls.map(payer.report)))).toBe(promised)
    const rows = await Promise.all(calls.map(({ PAYMENT_BATCH_NUM }) => recorded(PAYMENT_BATCH_NUM)))
    expect(rows.filter((row) => row?.state === 'credited')).toHaveLength(1)
    expect(rows.filter((row) => row?.reason === 'order_already_paid')).toHaveLength(9)
  })

  test('a payment that was made when the order had expired, closed or not', async () => {
    const early = await payer.order(token, '10')
    world.clock.advance(31 * 60)
    await expectHeld(payer.pay(early, '10'), 'order_expired')
    const late = await payer.order(token, '10')
    world.clock.advance(3 * DAY_S)
    await expireOrders(world.db, world.clock)
    token = await world.logIn('approved')
    await expectHeld(payer.pay(late, '10'), 'order_expired')
    expect([await orderState(early), await orderState(late)]).toEqual(['review', 'review'])
  })

  test('a payment of an order that is not ours, without an owner', async () => {
    for (const paymentId of ['pm00000000000000000000', 'NULL', '', 'a\0b', 'é', 'x'.repeat(3000)]) {
      const paid = payer.pay(paymentId, '25.5')
      expect(await gained(async () => expect(await payer.report(paid)).toEqual(OK))).toBe(0n)
      expect(await recorded(paid.PAYMENT_BATCH_NUM)).toEqual({
        agent_id: null,
        state: 'held',
        reason: 'unknown_order',
        coin: 'USD',
        units: '2550',
        decimals: 2,
      })
    }
  })

  test('a payment without an owner, once, when ten calls report it at the same moment', async () => {
    const paid = payer.pay('unknown', '10')
    const before = await countTopups()
    const answers = await Promise.all(Array.from({ length: 10 }, () => payer.report(paid)))
    expect(answers).toEqual(answers.map(() => OK))
    expect(await countTopups()).toBe(before + 1n)
  })
})

test('an order that is under review is still paid by the right payment', async () => {
  const paymentId = await payer.order(token, '10')
  await payer.report(payer.pay(paymentId, '9'))
  expect(await gained(() => payer.report(payer.pay(paymentId, '10')))).toBeGreaterThan(0n)
  expect(await orderState(paymentId)).toBe('paid')
})

test('the first report of a batch counts', async () => {
  const paymentId = await payer.order(token, '10')
  const wrong = payer.pay(paymentId, '9')
  await payer.report(wrong)
  expect(await gained(() => payer.report({ ...wrong, PAYMENT_AMOUNT: '10' }))).toBe(0n)
  expect(await recorded(wrong.PAYMENT_BATCH_NUM)).toMatchObject({ state: 'held', units: '900' })
})

describe('a call that the history of the account does not show', () => {
  const stateOf = async (batch: string) => {
    const row = await recorded(batch)
    return [row?.state, row?.reason]
  }

  test('is answered, shown to the agent as confirming, and credits nothing until the history shows it', async () => {
    const paid = payer.pay(await payer.order(token, '10'), '10')
    expect(await gained(async () => expect(await payer.claim(paid)).toEqual(OK))).toBe(0n)
    expect(await payer.topup(token, paid.PAYMENT_BATCH_NUM)).toMatchObject({ state: 'confirming', received: null })
    expect(await gained(() => payer.report(paid))).toBe(
      parseMinor(receivedAmount('10', await currentRate(), OFFSET) ?? ''),
    )
  })

  test.each(['1', '10', '1000000'])('credits nothing of %s, though its hash is right', async (sum) => {
    const paid = payer.pay(await payer.order(token, sum), sum)
    expect(await gained(async () => expect(await payer.claim(paid)).toEqual(OK))).toBe(0n)
    expect(await stateOf(paid.PAYMENT_BATCH_NUM)).toEqual(['confirming', null])
  })

  test('credits nothing while the history can not be asked', async () => {
    history.bend(() => ({ status: 500, text: 'down' }))
    onTestFinished(() => history.bend(null))
    const paid = payer.pay(await payer.order(token, '10'), '10')
    expect(await gained(async () => expect(await payer.report(paid)).toEqual(OK))).toBe(0n)
    expect(await stateOf(paid.PAYMENT_BATCH_NUM)).toEqual(['confirming', null])
  })

  test('counts for what the history says, where the two differ', async () => {
    const paid = payer.pay(await payer.order(token, '1000'), '0.01')
    history.rows.push(listed(paid))
    expect(await gained(() => payer.claim({ ...paid, PAYMENT_AMOUNT: '1000' }))).toBe(0n)
    expect(await recorded(paid.PAYMENT_BATCH_NUM)).toMatchObject({
      state: 'held',
      reason: 'amount_mismatch',
      units: '1',
    })
  })

  test('is cut out of a payment of a cent in five ways, and credits nothing', async () => {
    const orderId = await payer.order(token, '1000')
    const account = 'U1234567'
    for (const chosen of [
      `${orderId}:${account}:1000.00:USD:7`,
      `${orderId}:${account}:1000.00:USD:7:U1`,
      `${orderId}:${account}:1000.00:USD`,
      `${orderId}:${account}:1000.00`,
      `x:${orderId}:${account}:1000.00:USD:7`,
    ]) {
      const paid = payer.pay(chosen, '0.01')
      history.rows.push(listed(paid))
      const parts = [chosen, account, '0.01', 'USD', paid.PAYMENT_BATCH_NUM, paid.PAYER_ACCOUNT].join(':').split(':')
      const [PAYMENT_ID = '', PAYEE_ACCOUNT = '', PAYMENT_AMOUNT = '', PAYMENT_UNITS = '', PAYMENT_BATCH_NUM = ''] =
        parts
      const forged = payer.sign(paid)
      const cut = { PAYMENT_ID, PAYEE_ACCOUNT, PAYMENT_AMOUNT, PAYMENT_UNITS, PAYMENT_BATCH_NUM }
      for (const [name, text] of Object.entries({ ...cut, PAYER_ACCOUNT: parts.slice(5).join(':') }))
        forged.set(name, text)
      expect(await gained(async () => expect((await payer.post(forged)).status).toBe(400))).toBe(0n)
      expect(await gained(() => payer.claim(paid))).toBe(0n)
    }
    expect(await orderState(orderId)).toBe('open')
  })
})

describe('is refused, and leaves nothing behind:', () => {
  async function expectRefused(status: number, body: URLSearchParams | string, headers: Record<string, string> = {}) {
    const before = [await countTopups(), await world.balances()]
    expect((await payer.post(body, headers)).status).toBe(status)
    expect([await countTopups(), await world.balances()]).toEqual(before)
  }
  const goodCall = async () => payer.sign(payer.pay(await payer.order(token, '10'), '10'))

  test('a forged hash', async () => {
    const call = await goodCall()
    call.set('V2_HASH', '0'.repeat(32))
    await expectRefused(403, call)
  })

  test('a field that was changed after signing', async () => {
    const call = await goodCall()
    call.set('PAYMENT_ID', await payer.order(await world.logIn('fenced'), '10'))
    await expectRefused(403, call)
  })

  test('a missing field, and one that is there twice', async () => {
    const call = await goodCall()
    for (const name of call.keys()) {
      if (name === 'BAGGAGE_FIELDS') continue
      const without = new URLSearchParams(call)
      without.delete(name)
      await expectRefused(400, without)
      const twice = new URLSearchParams(call)
      twice.append(name, twice.get(name) ?? '')
      await expectRefused(400, twice)
    }
  })

  test('a signed call without sense', async () => {
    const paymentId = await payer.order(token, '10')
    await expectRefused(400, payer.sign(payer.pay(paymentId, '1e1')))
    await expectRefused(400, payer.sign(payer.pay(paymentId, '10', { PAYMENT_BATCH_NUM: '0' })))
    await expectRefused(400, payer.sign(payer.pay(paymentId, '9999999999999')))
  })

  test('no body, another kind of body, and one that is too long', async () => {
    await expectRefused(400, '')
    await expectRefused(415, await goodCall(), { 'content-type': 'application/json' })
    const long = await goodCall()
    long.append('memo', 'x'.repeat(17_000))
    await expectRefused(413, long)
  })

  test('anything but a POST', async () => {
    const response = await fetch(`${world.address}/callbacks/perfect-money?${(await goodCall()).toString()}`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test('a call that could not be stored is not answered with OK, and credits when it comes again', async () => {
  const paid = payer.pay(await payer.order(token, '10'), '10')
  await world.db.execute(sql`alter table topup rename to topup_away`)
  try {
    expect((await payer.report(paid)).status).toBe(500)
  } finally {
    await world.db.execute(sql`alter table topup_away rename to topup`)
  }
  expect(await orderState(paid.PAYMENT_ID)).toBe('open')
  expect(await gained(() => payer.report(paid))).toBeGreaterThan(0n)
})

test('forgers are slowed down, and the provider is not, even from the same address', async () => {
  const strict = await openWorld({ allowance: 1 })
  onTestFinished(() => strict.close())
  const at = createPayer(strict)
  const forged = at.sign(at.pay('unknown', '10'))
  forged.set('V2_HASH', '0'.repeat(32))
  const statuses: number[] = []
  for (let tries = 0; tries < 110; tries++) statuses.push((await at.post(forged)).status)
  expect(statuses).toEqual([...Array<number>(100).fill(403), ...Array<number>(10).fill(429)])
  expect(await at.report(at.pay('unknown', '10'))).toEqual(OK)
})

test('an open app is notified of a credited and of a held payment', async () => {
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const stream = await fetch(`${world.address}/api/user/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopping.signal,
  })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  const heard = async () => {
    let text = ''
    while (!text.includes('balance')) text += (await reader?.read())?.value ?? ''
    return text
  }
  for (const amount of ['10', '9']) {
    const paid = payer.pay(await payer.order(token, '10'), amount)
    await payer.report(paid)
    expect(await heard()).toContain('"balance"')
  }
})

test('orders are closed a day after they ran out, and only unpaid ones', async () => {
  const [unpaid, paid, reviewed] = [
    await payer.order(token, '10'),
    await payer.order(token, '10'),
    await payer.order(token, '10'),
  ]
  await payer.report(payer.pay(paid, '10'))
  await payer.report(payer.pay(reviewed, '9'))
  const states = () => Promise.all([unpaid, paid, reviewed].map(orderState))
  world.clock.advance(DAY_S + 29 * 60)
  await expireOrders(world.db, world.clock)
  expect(await states()).toEqual(['open', 'paid', 'review'])
  world.clock.advance(120)
  await expireOrders(world.db, world.clock)
  expect(await states()).toEqual(['expired', 'paid', 'review'])
})

test('an agent has at most five unpaid orders, however many are asked for at the same moment', async () => {
  const fenced = await world.logIn('fenced')
  const orders = await Promise.allSettled(Array.from({ length: 12 }, () => payer.order(fenced, '10')))
  expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  world.clock.advance(31 * 60)
  await payer.order(fenced, '10')
})
