import { getStats, listHistory } from '@cashbox/contract'
import * as partnerApi from '@cashbox/contract/partner'
import { type Queryable, sql } from '@cashbox/postgres/database'
import { openPartner } from '@cashbox/testing/partner-client'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { agentOf } from '@cashbox/testing/some-agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toSeconds } from '../../platform/clock.ts'

let world: PartnerWorld
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())

test.each(['deposit', 'withdraw'] as const)(
  'a reversed %s gives back float and commission to the cent, and the statistics forget it',
  async (type) => {
    const stats = async () => (await world.call(getStats, {}, { token: world.agent })).payload.stats
    const [before, statsBefore] = [await world.balance(world.agent), await stats()]
    const transaction = await world.opened({ type, amount: '333.33' })
    await world.confirmOpened(transaction, transaction.security_code)
    expect(await world.balance(world.agent)).not.toBe(before)
    const reverse = () =>
      world.partner.call(partnerApi.reverseTransaction, {
        transaction_id: transaction.transaction_id,
        reason: 'the player was not there',
      })
    const { payload } = await reverse()
    expect(payload.transaction.state).toBe('reversed')
    expect(await world.balance(world.agent)).toBe(before)
    expect(await stats()).toEqual(statsBefore)
    expect((await reverse()).status).toBe(200)
    expect(await world.balance(world.agent)).toBe(before)
    expect((await world.eventsOf(transaction.transaction_id)).map(({ type }) => type)).toEqual([
      'transaction.confirmed',
      'transaction.reversed',
    ])
    expect(await world.verify()).toEqual([])
  },
)

test('the statistics of a part of a day forget a reversed payment as those of the whole day do', async () => {
  const nowS = toSeconds(world.clock.now())
  const stats = async (from: number, to: number) =>
    (await world.call(getStats, { from: String(from), to: String(to) }, { token: world.agent })).payload.stats
  const dayS = nowS - (nowS % 86_400)
  const wholeDay = () => stats(dayS, dayS + 86_399)
  // From one second into the day: the rest of it is added up from rows.
  const partOfDay = () => stats(dayS + 1, dayS + 86_398)
  const before = await partOfDay()
  for (const type of ['deposit', 'withdraw'] as const) {
    const transaction = await world.opened({ type, amount: '250.00' })
    await world.confirmOpened(transaction, transaction.security_code)
    expect(await partOfDay()).not.toEqual(before)
    const { transaction_id } = transaction
    await world.partner.call(partnerApi.reverseTransaction, { transaction_id, reason: 'the player was not there' })
    expect(await partOfDay()).toEqual(before)
  }
  expect(await partOfDay()).toEqual(await wholeDay())
})

test('history shows a reversed transaction as such', async () => {
  const transaction = await world.opened()
  await world.confirmOpened(transaction)
  await world.partner.call(partnerApi.reverseTransaction, {
    transaction_id: transaction.transaction_id,
    reason: 'twice',
  })
  const { payload } = await world.call(listHistory, { limit: '1' }, { token: world.agent })
  expect(payload.list[0]).toMatchObject({ transaction_id: transaction.transaction_id })
  expect(payload.list[0]?.reversed_at).toBeGreaterThan(1_700_000_000)
})

test('what was not confirmed can not be reversed', async () => {
  const { transaction_id } = await world.opened()
  const { failure } = await world.partner.call(partnerApi.reverseTransaction, { transaction_id, reason: 'x' })
  expect(failure.code).toBe('transaction_not_confirmed')
})

test('after the agreed time it is too late', async () => {
  const strict = await openPartner(world)
  await world.db.execute(sql`update partner set reversal_window_s = 0 where id = ${strict.partnerId}`)
  const { payload } = await strict.call(partnerApi.createTransaction, newTransaction())
  await world.confirmOpened(payload.transaction)
  await new Promise((resolve) => setTimeout(resolve, 5))
  const { transaction_id } = payload.transaction
  const { failure } = await strict.call(partnerApi.reverseTransaction, { transaction_id, reason: 'late' })
  expect(failure.code).toBe('reversal_too_late')
})

test('a withdrawal is not taken back from a float that does not cover it', async () => {
  const fenced = await world.logIn('fenced')
  const balance = await world.balance(fenced)
  const withdrawal = await world.opened({ type: 'withdraw', amount: '500.00' })
  await world.confirm(fenced, {
    type: 'withdraw',
    transaction_id: withdrawal.transaction_id,
    amount: '500.00',
    security_code: withdrawal.security_code,
  })
  const all = await world.opened({ amount: balance })
  expect(
    (await world.confirm(fenced, { type: 'deposit', transaction_id: all.transaction_id, amount: balance })).status,
  ).toBe(200)
  const less = await world.opened({ amount: '1.00' })
  await world.confirm(fenced, { type: 'deposit', transaction_id: less.transaction_id, amount: '1.00' })
  const { failure } = await world.partner.call(partnerApi.reverseTransaction, {
    transaction_id: withdrawal.transaction_id,
    reason: 'too late to ask',
  })
  expect(failure.code).toBe('reversal_not_covered')
  expect(await world.verify()).toEqual([])
})

test('a withdrawal is taken back on the credit line', async () => {
  const fenced = await world.logIn('fenced')
  const { type, amount } = { type: 'withdraw' as const, amount: '500.00' }
  const { transaction_id, security_code } = await world.opened({ type, amount })
  await world.confirm(fenced, { type, amount, transaction_id, security_code })
  await world.db.execute(sql`
    update account set floor = -50000 where id = (select float_id from agent where id = ${agentOf('fenced@cashbox.test')})`)
  const rest = await world.balance(fenced)
  const all = await world.opened({ amount: rest })
  await world.confirm(fenced, { type: 'deposit', transaction_id: all.transaction_id, amount: rest })
  const { status } = await world.partner.call(partnerApi.reverseTransaction, { transaction_id, reason: 'not there' })
  expect(status).toBe(200)
  expect(await world.balance(fenced)).toBe('-500.00')
})

test('a reversal waits for whoever changes the float, and is judged by what is left', async () => {
  const withdrawal = await world.opened({ type: 'withdraw', amount: '500.00' })
  await world.confirmOpened(withdrawal, withdrawal.security_code)
  const { transaction_id } = withdrawal
  const setFloor = (tx: Queryable, left: bigint) =>
    tx.execute(sql`
      update account set floor = balance - ${left}
      where id = (select agent.float_id from agent join confirmed_payment as done on done.agent_id = agent.id
                  where done.transaction_id = ${transaction_id})`)
  const [changed, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = world.db.transaction(async (tx) => {
    await setFloor(tx, 49_999n)
    changed.resolve()
    await commit.promise
  })
  await changed.promise
  const reversal = world.partner.call(partnerApi.reverseTransaction, { transaction_id, reason: 'not there' })
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => world.db.execute(waiting)).toBe(1)
  commit.resolve()
  await change
  expect((await reversal).failure.code).toBe('reversal_not_covered')
  await setFloor(world.db, 10_000_000n)
})

test('ten reversals at once take it back once', async () => {
  const before = await world.balance(world.agent)
  const transaction = await world.opened({ amount: '77.00' })
  await world.confirmOpened(transaction)
  const { transaction_id } = transaction
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.partner.call(partnerApi.reverseTransaction, { transaction_id, reason: 'all at once' }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await world.balance(world.agent)).toBe(before)
  expect(await world.verify()).toEqual([])
})
