import { openMoneyWorld } from '@cashbox/testing/money-world'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let world: Awaited<ReturnType<typeof openMoneyWorld>>
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.setApprovalLimit({ UZS: '1000.00', USDT: '2.00' }, { UZS: '2500.00', USDT: '5.00' })
  // A new day, in which no operator has moved anything.
  await world.wait(1)
})

describe('the daily cap of an operator', () => {
  test('ends what they move alone in many small requests, and says how much is left', async () => {
    const { cashId, balances } = await world.newAgent()
    const add = (amount: string) => world.ask({ kind: 'adjustment', cash_id: cashId, amount })
    for (const amount of ['1000.00', '-400.00', '1000.00']) {
      expect((await add(amount)).payload.request.state).toBe('completed')
    }
    const { status, failure } = await add('100.01')
    expect([status, failure.code]).toEqual([422, 'daily_cap_reached'])
    expect(failure.message).toContain('2500.00 UZS. You have 100.00 UZS left today')
    expect((await add('100.00')).payload.request.state).toBe('completed')
    expect(await balances()).toEqual(['1700.00', '0.00'])
    const preview = await world.preview({ kind: 'adjustment', cash_id: cashId, amount: '0.01' })
    expect(preview.failure.code).toBe('daily_cap_reached')
    // A colleague has a cap of their own, and tomorrow is another day.
    expect((await world.ask({ kind: 'adjustment', cash_id: cashId, amount: '5.00' }, world.admin())).status).toBe(200)
    await world.wait(1)
    expect((await add('1000.00')).payload.request.state).toBe('completed')
  })

  test('counts what they approve; the request goes on waiting for another operator', async () => {
    const { cashId, balances } = await world.newAgent()
    const ask = async (amount: string) =>
      (await world.ask({ kind: 'adjustment', cash_id: cashId, amount })).payload.request
    const [first, second] = [await ask('2000.00'), await ask('1500.00')]
    expect((await world.decide(first)).payload.request.state).toBe('completed')
    expect((await world.decide(second)).failure.code).toBe('daily_cap_reached')
    expect(await balances()).toEqual(['2000.00', '0.00'])
    const third = await world.admin2()
    expect((await world.decide(second, 'approve', third)).payload.request.state).toBe('completed')
  })

  test('holds for requests at the same moment', async () => {
    const { cashId, balances } = await world.newAgent()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.ask({ kind: 'adjustment', cash_id: cashId, amount: '900.00' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422, 422])
    expect(await balances()).toEqual(['1800.00', '0.00'])
  })

  test('counts coins as coins, with all their decimals', async () => {
    const agent = await world.newAgent()
    const units = [1_999_999n, 2_000_000n, 1_000_000n]
    const held = []
    for (const one of units) held.push(await agent.held(one))
    const answers = []
    for (const topup_id of held) answers.push(await world.ask({ kind: 'topup_return', topup_id }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const more = await agent.held(10_000n)
    expect((await world.ask({ kind: 'topup_return', topup_id: more })).failure.code).toBe('daily_cap_reached')
  })

  test('is ten times the approval limit where none is set, and none without a limit', async () => {
    await world.setApprovalLimit({ UZS: '10.00' }, {})
    const { cashId } = await world.newAgent()
    const ask = async (amount: string) =>
      (await world.ask({ kind: 'adjustment', cash_id: cashId, amount })).payload.request
    expect((await world.decide(await ask('100.01'))).failure.code).toBe('daily_cap_reached')
    await world.setApprovalLimit({}, {})
    expect((await world.decide(await ask('900000000.00'))).payload.request.state).toBe('completed')
  })
})
