import { listNotices, logIn, readNotices } from '@cashbox/contract'
import * as operator from '@cashbox/contract/operator'
import { createTransaction } from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openPartner } from '@cashbox/testing/partner-client'
import { newTransaction } from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetOldNotices } from './inbox.ts'

let world: Awaited<ReturnType<typeof openMoneyWorld>>
let partner: Awaited<ReturnType<typeof openPartner>>
beforeAll(async () => {
  world = await openMoneyWorld()
  partner = await openPartner(world)
})
afterAll(() => world.close())

async function someAgent(float = '0.00') {
  const agent = await world.newAgent(float)
  const token = await world.logIn(agent.name)
  const inbox = async (input: { limit?: string; before?: string } = {}, language = 'en') =>
    (await world.call(listNotices, input, { token, language })).payload
  return { ...agent, token, inbox, newest: async () => (await inbox()).list[0] }
}

describe('an agent is told', () => {
  test('of a transaction that is aimed at their cashbox, once however often it is asked for', async () => {
    const agent = await someAgent()
    const asked = newTransaction({ channel: undefined, cash_id: agent.cashId, amount: '1250000.50' })
    const { payload } = await partner.call(createTransaction, asked)
    await partner.call(createTransaction, asked)
    const { list, unread } = await agent.inbox()
    expect(unread).toBe(1)
    expect(list).toMatchObject([
      {
        kind: 'transaction',
        title: 'New deposit for your cashbox',
        text: `1,250,000.50 UZS, transaction ${payload.transaction.transaction_id}.`,
        note: null,
        is_read: false,
      },
    ])
    await partner.call(createTransaction, newTransaction())
    expect((await agent.inbox()).unread).toBe(1)
  })

  test('of an adjustment, a payout and a settlement, with the sum and the reason', async () => {
    const agent = await someAgent('50000.00')
    expect(await agent.newest()).toMatchObject({ kind: 'adjustment', text: '50,000.00 UZS was added to your balance.' })
    await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: '-100.25', reason: 'Counted twice' })
    expect(await agent.newest()).toMatchObject({
      title: 'Balance adjusted',
      text: '100.25 UZS was taken from your balance.',
      note: 'Counted twice',
    })
    await world.ask({ kind: 'payout', cash_id: agent.cashId, amount: '200.00', paid_to: 'card 1' })
    expect(await agent.newest()).toMatchObject({ text: '200.00 UZS was paid out from your balance.' })
    await agent.confirmed('deposit', '10000.00')
    await world.ask({ kind: 'commission_credit', cash_id: agent.cashId, amount: '50.00' })
    expect(await agent.newest()).toMatchObject({ text: '50.00 UZS of your commission was added to your balance.' })
  })

  test('of a reversal, with what it did to the balance and why', async () => {
    const agent = await someAgent('50000.00')
    const transaction_id = await agent.confirmed('deposit', '10000.00')
    await world.ask({ kind: 'reversal', transaction_id, reason: 'Wrong player' })
    expect(await agent.newest()).toMatchObject({
      kind: 'reversal',
      title: 'Deposit reversed',
      text: expect.stringContaining(`Deposit ${transaction_id} was reversed. 10,000.00 UZS was added to your balance`),
      note: 'Wrong player',
    })
  })

  test('of a top-up that is credited, held or returned, and not of worthless tokens', async () => {
    const agent = await someAgent()
    await world.chain.send({ to: agent.address, units: 20_000_000n })
    await world.settle()
    expect(await agent.newest()).toMatchObject({ kind: 'topup', title: 'Funds added' })
    const topup_id = await agent.held(1_500_000n)
    expect(await agent.newest()).toMatchObject({
      title: 'Added funds on hold',
      text: expect.stringContaining('1.5 USDT'),
    })
    await world.ask({ kind: 'topup_return', topup_id })
    expect(await agent.newest()).toMatchObject({ title: 'Added funds returned' })
    const { list } = await agent.inbox()
    await world.hold('wrong_token', agent.id)
    expect((await agent.inbox()).list).toHaveLength(list.length)
  })

  test('of a new status, with the note of the operator', async () => {
    const agent = await someAgent()
    const risk = await operatorOf(world.address, 'risk')
    const { payload } = await risk.call(operator.readAgent, { agent_id: agent.id })
    await risk.call(operator.decideAgent, {
      agent_id: agent.id,
      version: payload.agent.version,
      action: 'suspend',
      note: 'Bring your papers.',
    })
    expect(await agent.newest()).toMatchObject({ title: 'Your account is suspended', note: 'Bring your papers.' })
  })

  test('of a log-in with a device that they have not used before, and not of the first or a known one', async () => {
    const agent = await world.newAgent()
    await world.db.execute(sql`delete from session where agent_id = ${agent.id}`)
    const email = `${agent.name}@cashbox.test`
    const enter = async (fingerprint: string) =>
      (await world.call(logIn, { email, password: 'Cashbox1!', fingerprint, user_agent: 'Chrome/126.0 Android' }))
        .payload.token
    const first = await enter('phone-1')
    await enter('phone-1')
    const inbox = async () => (await world.call(listNotices, {}, { token: first })).payload.list
    expect(await inbox()).toEqual([])
    await enter('phone-2')
    expect(await inbox()).toMatchObject([
      { kind: 'new_login', text: expect.stringContaining('Chrome, Android, IP address 127.0.0.1.') },
    ])
    await enter('phone-2')
    expect(await inbox()).toHaveLength(1)
  })
})

test('what was rolled back is in no notice', async () => {
  const agent = await someAgent()
  const { status } = await world.ask({ kind: 'payout', cash_id: agent.cashId, amount: '200.00', paid_to: 'card 1' })
  expect([status, (await agent.inbox()).list]).toEqual([422, []])
})

describe('the inbox', () => {
  async function agentWithThree() {
    const agent = await someAgent()
    for (const amount of ['1.00', '2.00', '3.00'])
      await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount })
    return agent
  }

  test('says everything in the language of the request', async () => {
    const agent = await agentWithThree()
    const [inRussian] = (await agent.inbox({}, 'ru')).list
    expect(inRussian).toMatchObject({ title: 'Баланс изменён', text: 'На ваш баланс добавлено 3.00 UZS.' })
  })

  test('goes page by page, each notice once, the newest first', async () => {
    const agent = await agentWithThree()
    const first = await agent.inbox({ limit: '2' })
    const second = await agent.inbox({ limit: '2', before: first.list[1]?.id ?? '' })
    expect([first.has_more, second.has_more]).toEqual([true, false])
    const texts = [...first.list, ...second.list].map(({ text }) => text.slice(0, 4))
    expect(texts).toEqual(['3.00', '2.00', '1.00'])
  })

  test('marks one as read, or all that were seen, and none of another agent', async () => {
    const agent = await agentWithThree()
    const other = await agentWithThree()
    const [third, second] = (await agent.inbox()).list
    const read = async (input: { notice_id?: string; up_to?: string }, token = agent.token) =>
      (await world.call(readNotices, input, { token })).payload
    expect(await read({ notice_id: third?.id ?? '' }, other.token)).toEqual({ unread: 3 })
    expect(await read({ notice_id: third?.id ?? '' })).toEqual({ unread: 2 })
    expect(await read({})).toEqual({ unread: 2 })
    await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: '4.00' })
    expect(await read({ up_to: second?.id ?? '' })).toEqual({ unread: 1 })
    expect((await agent.inbox()).list.map(({ is_read }) => is_read)).toEqual([false, true, true, true])
    expect((await other.inbox()).unread).toBe(3)
  })

  test('forgets notices after half a year', async () => {
    const agent = await agentWithThree()
    const count = async () =>
      only(
        await world.db.query(sql`select count(*)::integer as count from notice where agent_id = ${agent.id}`, {
          count: col.int4,
        }),
      ).count
    await forgetOldNotices(world.db, world.clock)
    expect(await count()).toBe(3)
    await forgetOldNotices(world.db, { now: () => new Date(world.clock.now().getTime() + 181 * 24 * 60 * 60 * 1000) })
    expect(await count()).toBe(0)
  })

  test('is open to agents of every status', async () => {
    for (const name of ['pending', 'rejected', 'suspended', 'blocked', 'demo']) {
      const { status } = await world.call(listNotices, {}, { token: await world.logIn(name) })
      expect([name, status]).toEqual([name, 200])
    }
  })
})
