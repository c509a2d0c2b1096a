import { parseMinor, receivedAmount } from '@cashbox/contract'
import { col, only, sql } from '@cashbox/postgres/database'
import { type PerfectMoneyHistory, startHistory } from '@cashbox/testing/perfect-money-history'
import { createPayer, listed } from '@cashbox/testing/perfect-money-payer'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { PerfectMoneyConfig } from '../../platform/config.ts'
import { returnHeld } from '../held-topups.ts'
import { reconcilePerfectMoney } from './reconcile.ts'

const PASSWORD = 'the password of the account'
const RATE = '12610.00'
const DAY_S = 24 * 60 * 60

let history: PerfectMoneyHistory
let world: World
let payer: ReturnType<typeof createPayer>
let token: string
beforeAll(async () => {
  history = await startHistory({ accountId: '7654321', password: PASSWORD })
  world = await openWorld({
    isPublic: true,
    env: {
      PERFECT_MONEY_HISTORY_URL: history.url,
      PERFECT_MONEY_ACCOUNT_ID: '7654321',
      PERFECT_MONEY_PASSWORD: PASSWORD,
    },
  })
  payer = createPayer(world)
})
afterAll(async () => {
  await world.close()
  await history.close()
})
beforeEach(async () => {
  await world.db.execute(sql`update perfect_money_order set state = 'expired' where state = 'open'`)
  history.rows.length = 0
  history.asked.length = 0
  history.bend(null)
  token = await world.logIn('approved')
})

const changed: string[] = []
const reconcile = (changes: Partial<PerfectMoneyConfig> = {}) => {
  const { config, services } = world
  if (!config.perfectMoney) throw new Error('Perfect Money is off')
  changed.length = 0
  const publish = (agentId: string, ...topics: string[]) => void changed.push(`${agentId} ${topics.join()}`)
  return reconcilePerfectMoney({ ...services, live: { publish } }, { ...config.perfectMoney, ...changes })
}

const reasonOf = async (batch: string) =>
  (
    await world.db.query(sql`select agent_id, reason from topup where reference = ${batch}`, {
      agent_id: col.nullable(col.uuid),
      reason: col.nullable(col.text),
    })
  )[0]
const promised = (amount: string) => parseMinor(receivedAmount(amount, RATE, '0') ?? '') ?? 0n

async function gained(work: () => Promise<unknown>) {
  const before = await payer.balance(token)
  await work()
  return (await payer.balance(token)) - before
}

test('what no call reported is found and credited once', async () => {
  const paid = payer.pay(await payer.order(token, '25.50'), '25.5')
  history.rows.push(listed(paid, 'thanks, "friend"'))
  expect(await gained(async () => expect(await reconcile()).toBe(1))).toBe(promised('25.50'))
  const { id } = only(
    await world.db.query(sql`select id from agent where id = ${agentOf('approved@cashbox.test')}`, { id: col.uuid }),
  )
  expect(changed).toEqual([`${id} topups,balance,notices`])
  expect(await gained(async () => expect(await reconcile()).toBe(0))).toBe(0n)
  expect(await gained(() => payer.report(paid))).toBe(0n)
  expect(await payer.topup(token, paid.PAYMENT_BATCH_NUM)).toMatchObject({ state: 'credited', sent: '25.5' })
})

test('what a call reported and the history showed is not asked for again', async () => {
  const paid = payer.pay(await payer.order(token, '10'), '10')
  history.rows.push(listed(paid))
  await payer.report(paid)
  expect(history.asked).toHaveLength(1)
  expect(await gained(async () => expect(await reconcile()).toBe(0))).toBe(0n)
  expect(history.asked).toHaveLength(2)
})

test('what a call reported before the history showed it is credited when it does', async () => {
  const paid = payer.pay(await payer.order(token, '10'), '10')
  await payer.claim(paid)
  expect(await gained(async () => expect(await reconcile()).toBe(0))).toBe(0n)
  history.rows.push(listed(paid))
  expect(await gained(async () => expect(await reconcile()).toBe(1))).toBe(promised('10'))
})

test('a reported payment is held when the history does not show it within an hour, and credited if it does later', async () => {
  const paid = payer.pay(await payer.order(token, '10'), '10')
  await payer.claim(paid)
  world.clock.advance(61 * 60)
  token = await world.logIn('approved')
  expect(await gained(async () => expect(await reconcile()).toBe(0))).toBe(0n)
  expect(await payer.topup(token, paid.PAYMENT_BATCH_NUM)).toMatchObject({ state: 'held', reason: 'not_in_history' })
  history.rows.push(listed(paid))
  expect(await gained(async () => expect(await reconcile()).toBe(1))).toBe(promised('10'))
})

test('a payment that was held unproved and is proved with another sum is on the books from then on, and can be returned', async () => {
  const paid = payer.pay(await payer.order(token, '10'), '10')
  await payer.claim(paid)
  world.clock.advance(61 * 60)
  await reconcile()
  expect(await reasonOf(paid.PAYMENT_BATCH_NUM)).toMatchObject({ reason: 'not_in_history' })
  expect(await world.verify()).toEqual([])
  history.rows.push({ ...listed(paid), amount: '9.99' })
  expect(await reconcile()).toBe(1)
  expect(await reasonOf(paid.PAYMENT_BATCH_NUM)).toMatchObject({ reason: 'amount_mismatch' })
  expect(await world.verify()).toEqual([])
  const { id: topupId } = only(
    await world.db.query(sql`select id from topup where reference = ${paid.PAYMENT_BATCH_NUM}`, { id: col.uuid }),
  )
  await world.db.transaction((tx) => returnHeld(tx, { topupId, by: 'test', note: 'sent back', at: world.clock.now() }))
})

test('a credited payment that is missing from the history is marked, until the history shows it again', async () => {
  const paid = payer.pay(await payer.order(token, '10'), '10')
  history.rows.push(listed(paid))
  await reconcile()
  world.clock.advance(2 * 60 * 60)
  const isMarked = async () =>
    (await world.db.execute(
      sql`select 1 from topup where reference = ${paid.PAYMENT_BATCH_NUM} and missing_since is not null`,
    )) === 1
  await reconcile()
  expect(await isMarked()).toBe(false)
  history.rows.length = 0
  await reconcile()
  expect(await isMarked()).toBe(true)
  history.rows.push(listed(paid))
  await reconcile()
  expect(await isMarked()).toBe(false)
})

test('a payment is credited once, when its call and two reconciliations come at the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    const paid = payer.pay(await payer.order(token, '10'), '10')
    history.rows.push(listed(paid))
    const atOnce = () => Promise.all([reconcile(), payer.report(paid), reconcile()])
    expect(await gained(atOnce)).toBe(promised('10'))
  }
})

test('the last three days are asked for, by the days of GMT', async () => {
  await reconcile()
  const day = (edge: string, date: Date) => ({
    [`${edge}day`]: String(date.getUTCDate()),
    [`${edge}month`]: String(date.getUTCMonth() + 1),
    [`${edge}year`]: String(date.getUTCFullYear()),
  })
  const now = world.clock.now()
  expect(Object.fromEntries(history.asked[0] ?? [])).toMatchObject({
    ...day('start', new Date(now.getTime() - 3 * DAY_S * 1000)),
    ...day('end', now),
  })
})

test('the same rules hold as for a call', async () => {
  const wrong = payer.pay(await payer.order(token, '10'), '9.99')
  const late = payer.pay(await payer.order(token, '10'), '10', { TIMESTAMPGMT: String(payer.secondsNow() + 2 * DAY_S) })
  const unordered = payer.pay('', '10')
  history.rows.push(listed(wrong), listed(late), listed(unordered))
  expect(await gained(async () => expect(await reconcile()).toBe(3))).toBe(0n)
  expect((await payer.topup(token, wrong.PAYMENT_BATCH_NUM))?.reason).toBe('amount_mismatch')
  expect((await payer.topup(token, late.PAYMENT_BATCH_NUM))?.reason).toBe('order_expired')
  expect(await reasonOf(unordered.PAYMENT_BATCH_NUM)).toEqual({ agent_id: null, reason: 'unknown_order' })
})

describe('nothing is credited', () => {
  test('with wrong credentials, and it is said without them', async () => {
    history.rows.push(listed(payer.pay(await payer.order(token, '10'), '10')))
    const access = { url: history.url, accountId: '7654321', password: 'a wrong password' }
    const attempt = () =>
      expect(reconcile({ history: access })).rejects.toThrow(
        /^the Perfect Money history refused: Error: Can not login with passed AccountID and PassPhrase$/,
      )
    expect(await gained(attempt)).toBe(0n)
  })

  test('of payments that were made to others, or by us', async () => {
    const paid = listed(payer.pay(await payer.order(token, '10'), '10'))
    history.rows.push({ ...paid, payee: 'U9999999' }, { ...paid, type: 'Spend' })
    expect(await gained(async () => expect(await reconcile()).toBe(0))).toBe(0n)
    expect(await reasonOf(paid.batch)).toBeUndefined()
  })

  test('of a row that a payer wrote into the memo', async () => {
    const paymentId = await payer.order(token, '5000')
    const time = '01/01/2030 00:00'
    const forged = (batch: string) => `hi\n${time},Income,${batch},USD,5000,0,U1,U1234567,${paymentId},`
    const small = payer.pay('unknown', '0.01')
    history.rows.push(listed(small, forged('777000001')))
    expect(
      await gained(() =>
        expect(reconcile()).rejects.toThrow('batch 777000001, but not when asked for this batch alone'),
      ),
    ).toBe(0n)

    // Numbers follow each other, so a payer may guess the one that their own payment will get.
    const guessed = payer.pay('unknown', '0.01')
    history.rows.push({ ...listed(guessed, forged(guessed.PAYMENT_BATCH_NUM)), payee: 'U9999999' })
    expect(await gained(() => expect(reconcile()).rejects.toThrow(guessed.PAYMENT_BATCH_NUM))).toBe(0n)
    expect(await reasonOf('777000001')).toBeUndefined()
    expect(await reasonOf(guessed.PAYMENT_BATCH_NUM)).toBeUndefined()
  })
})

test('a row that can not be read is reported, after the others were credited', async () => {
  const unreadable = { ...listed(payer.pay(await payer.order(token, '10'), '10')), amount: 'ten' }
  const paid = payer.pay(await payer.order(token, '10'), '10')
  history.rows.push(unreadable, listed(paid))
  const attempt = () =>
    expect(reconcile()).rejects.toThrow('1 not reconciled, 1 found: a row of the history could not be read')
  expect(await gained(attempt)).toBe(promised('10'))
})

test('what was paid in the sandbox is understood, reported or not', async () => {
  const desk = `${world.address}/sandbox/perfect-money`
  const post = (path: string, body: object) =>
    fetch(desk + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const payAtDesk = async () => {
    const order = {
      PAYMENT_ID: await payer.order(token, '25.50'),
      PAYMENT_AMOUNT: '25.50',
      PAYEE_ACCOUNT: 'U1234567',
      STATUS_URL: `${world.address}/callbacks/perfect-money`,
      SUGGESTED_MEMO: 'for me, and "you"',
    }
    expect((await post('/pay', order)).status).toBe(200)
  }
  onTestFinished(async () => void (await post('/switches', { status_calls: 'before_return', amounts: 'as_given' })))
  await post('/switches', { status_calls: 'before_return', amounts: 'stripped' })
  // The server asks another history than the sandbox's, so its word alone moves nothing.
  expect(await gained(payAtDesk)).toBe(0n)
  await post('/switches', { status_calls: 'never' })
  expect(await gained(payAtDesk)).toBe(0n)
  const access = { url: `${desk}/acct/historycsv.asp`, accountId: '7654321', password: PASSWORD }
  expect(await gained(async () => expect(await reconcile({ history: access })).toBe(2))).toBe(promised('25.50') * 2n)
})
