import * as contract from '@cashbox/contract/operator'
import { col, queryOne, sql } from '@cashbox/postgres/database'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { operatorOf } from '@cashbox/testing/operator-client'
import { makeDemo } from '@cashbox/testing/some-agent'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

let world: Awaited<ReturnType<typeof openMoneyWorld>>
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())

/** The most that one operator may move alone in the sandbox. */
const ALONE = '1000000.00'

const audited = (id: string) =>
  world.db.query(
    sql`
      select actor, action, reason, before ->> 'state' as before, after ->> 'state' as after from audit_entry
      where subject_kind = 'approval_request' and subject_id = ${id} order by number`,
    {
      actor: col.text,
      action: col.text,
      reason: col.nullable(col.text),
      before: col.nullable(col.text),
      after: col.text,
    },
  )

const transfersOf = (id: string) =>
  world.db.query(sql`select kind::text, reason from movement where reference = ${id}`, {
    kind: col.text,
    reason: col.nullable(col.text),
  })

describe('up to the amount that one may move alone, a request is done at once', () => {
  test('an adjustment adds and takes, to the cent', async () => {
    const agent = await world.newAgent()
    const { payload } = await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: ALONE })
    expect(payload.request).toMatchObject({
      state: 'completed',
      needs_approval: false,
      amount: ALONE,
      asset: 'UZS',
      cash_id: agent.cashId,
      requested_by: { name: 'Sandbox finance' },
      decided_by: null,
      version: 2,
    })
    expect(await agent.balances()).toEqual([ALONE, '0.00'])
    await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: '-0.01' })
    expect(await agent.balances()).toEqual(['999999.99', '0.00'])
    expect(await transfersOf(payload.request.id)).toEqual([{ kind: 'adjustment', reason: 'as agreed' }])
    expect(await audited(payload.request.id)).toEqual([
      { actor: 'Sandbox finance', action: 'approval.request', reason: 'as agreed', before: null, after: 'completed' },
    ])
  })

  test('a payout takes from the float what was paid elsewhere', async () => {
    const agent = await world.newAgent('500.00')
    const input = { kind: 'payout', cash_id: agent.cashId, amount: '499.99', paid_to: 'bank 1234' } as const
    const { payload } = await world.ask(input)
    expect(payload.request).toMatchObject({ state: 'completed', paid_to: 'bank 1234', amount: '499.99' })
    expect(await agent.balances()).toEqual(['0.01', '0.00'])
  })

  test('a commission credit turns commission into float: a part, then all the rest, and never more', async () => {
    const agent = await world.newAgent('1000.00')
    await agent.confirmed('deposit', '1000.00')
    expect(await agent.balances()).toEqual(['0.00', '20.00'])
    const credit = (amount?: string) =>
      world.ask({ kind: 'commission_credit', cash_id: agent.cashId, ...(amount ? { amount } : {}) })
    expect((await credit('20.01')).failure.code).toBe('commission_insufficient')
    expect((await credit('5.25')).payload.request.state).toBe('completed')
    expect(await agent.balances()).toEqual(['5.25', '14.75'])
    expect((await credit()).payload.request).toMatchObject({ state: 'completed', amount: '14.75' })
    expect(await agent.balances()).toEqual(['20.00', '0.00'])
    expect((await credit()).failure.code).toBe('commission_insufficient')
  })

  test('a held top-up is credited at the rate of the moment, or at a named one', async () => {
    const agent = await world.newAgent()
    const first = await agent.held(4_000_000n)
    const { payload } = await world.ask({ kind: 'topup_credit', topup_id: first })
    expect(payload.request).toMatchObject({ state: 'completed', amount: '50602.00', asset: 'UZS', rate: '12650.50' })
    const second = await agent.held(2_000_000n)
    await world.ask({ kind: 'topup_credit', topup_id: second, rate: '12000', reason: 'the old rate' })
    expect(await agent.balances()).toEqual(['74602.00', '0.00'])
    expect(
      await world.db.query(sql`select decided_by, note from topup_decision where topup_id = ${second}`, {
        decided_by: col.text,
        note: col.text,
      }),
    ).toEqual([{ decided_by: 'Sandbox finance', note: 'the old rate' }])
    expect((await world.ask({ kind: 'topup_return', topup_id: second })).failure.code).toBe('topup_not_held')
  })

  test('a held top-up that goes back leaves suspense and credits no one', async () => {
    const agent = await world.newAgent()
    const id = await agent.held(5_500_000n)
    const { payload } = await world.ask({ kind: 'topup_return', topup_id: id })
    expect(payload.request).toMatchObject({ state: 'completed', amount: '5.5', asset: 'USDT', cash_id: agent.cashId })
    expect(await agent.balances()).toEqual(['0.00', '0.00'])
    expect(await transfersOf(id)).toHaveLength(2)
  })

  test('a confirmation is taken back however old it is, and once', async () => {
    const agent = await world.newAgent('1000.00')
    const deposit = await agent.confirmed('deposit', '600.00')
    const withdrawal = await agent.confirmed('withdraw', '100.00')
    expect(await agent.balances()).toEqual(['500.00', '13.50'])
    await world.wait(40)
    const { payload } = await world.ask({ kind: 'reversal', transaction_id: deposit })
    expect(payload.request).toMatchObject({ state: 'completed', amount: '600.00', transaction_id: deposit })
    await world.ask({ kind: 'reversal', transaction_id: withdrawal })
    const again = await world.ask({ kind: 'reversal', transaction_id: deposit })
    expect([again.status, again.failure.code]).toEqual([422, 'transaction_reversed'])
    const { payload: statement } = await world.finance().call(contract.readStatement, { cash_id: agent.cashId })
    expect(statement.balance).toBe('1000.00')
    expect(statement.list.slice(0, 2)).toMatchObject([
      { kind: 'reversal', amount: '-100.00', transaction_id: withdrawal, reason: 'as agreed' },
      { kind: 'reversal', amount: '600.00', transaction_id: deposit, request_id: payload.request.id },
    ])
  })
})

describe('what can not be done is refused, and not kept', () => {
  const count = async () => await world.db.execute(sql`select id from approval_request`)

  test.each([
    ['more than the float, at once', { kind: 'payout', amount: '100.01', paid_to: 'x' }, 'agent_float_insufficient'],
    ['a taking of more than the float', { kind: 'adjustment', amount: '-100.01' }, 'agent_float_insufficient'],
    ['more than the float, for two', { kind: 'payout', amount: '2000000', paid_to: 'x' }, 'agent_float_insufficient'],
    ['commission that is not there', { kind: 'commission_credit', amount: '0.01' }, 'commission_insufficient'],
    ['nothing', { kind: 'adjustment', amount: '0' }, 'invalid_fields'],
    ['parts of a cent', { kind: 'adjustment', amount: '-1.001' }, 'invalid_fields'],
    ['a taking as a payout', { kind: 'payout', amount: '-1', paid_to: 'x' }, 'invalid_fields'],
    ['without a reason', { kind: 'adjustment', amount: '1', reason: '  ' }, 'invalid_fields'],
  ])('%s', async (_what, input, code) => {
    const agent = await world.newAgent('100.00')
    const [requests, balances] = [await count(), await world.balances()]
    const { status, failure } = await world.ask({ cash_id: agent.cashId, ...input } as never)
    expect([status, failure.code]).toEqual([422, code])
    expect([await count(), await world.balances()]).toEqual([requests, balances])
  })

  test('for a cashbox that does not exist, or one of the demo', async () => {
    const [demo] = await world.db.query(sql`select cash_id from agent where is_demo limit 1`, { cash_id: col.int8 })
    const codes = []
    for (const cashId of ['999999', 'x', String(demo?.cash_id)]) {
      const { failure } = await world.ask({ kind: 'adjustment', cash_id: cashId, amount: '1' })
      codes.push(failure.code)
    }
    expect(codes).toEqual(['cashbox_unknown', 'invalid_fields', 'demo_not_allowed'])
  })

  test('a reversal of what is unknown, open, or not covered', async () => {
    const agent = await world.newAgent()
    const withdrawal = await agent.confirmed('withdraw', '100.00')
    await world.ask({ kind: 'payout', cash_id: agent.cashId, amount: '0.01', paid_to: 'x' })
    const open = await world.openTransaction('deposit', '5.00', agent.cashId)
    const codes = []
    for (const transaction_id of ['NOSUCHTHING', open.transaction_id, withdrawal]) {
      codes.push((await world.ask({ kind: 'reversal', transaction_id })).failure.code)
    }
    expect(codes).toEqual(['transaction_unknown', 'transaction_not_confirmed', 'reversal_not_covered'])
  })
})

describe('a top-up that could not be credited', () => {
  test('without an owner goes to the agent whom the request names, and only to a named one', async () => {
    const agent = await world.newAgent()
    const id = await world.hold('unknown_order')
    const { failure } = await world.ask({ kind: 'topup_credit', topup_id: id })
    expect(failure.code).toBe('topup_not_assigned')
    await world.ask({ kind: 'topup_credit', topup_id: id, cash_id: agent.cashId, rate: '12000' })
    expect(await agent.balances()).toEqual(['600000.00', '0.00'])
    const owned = await world.hold('order_expired', agent.id)
    const named = await world.ask({ kind: 'topup_credit', topup_id: owned, cash_id: agent.cashId })
    expect(named.failure.code).toBe('topup_already_assigned')
  })

  test.each(['topup_credit', 'topup_return'] as const)(
    'and turns out to be another sum is not moved by a %s that was asked for the first sum',
    async (kind) => {
      const agent = await world.newAgent()
      await world.setApprovalLimit({})
      onTestFinished(() => world.setApprovalLimit({ UZS: ALONE, USDT: '100.00', USD: '100.00' }))
      const topup_id = await world.hold('not_in_history', agent.id)
      const { payload } = await world.ask({ kind, topup_id, ...(kind === 'topup_credit' ? { rate: '12000' } : {}) })
      await world.db.execute(sql`update topup set units = 4999 where id = ${topup_id}`)
      const balances = await world.balances()
      const { payload: decided } = await world.decide(payload.request)
      expect(decided.request).toMatchObject({ state: 'failed', failure: 'amount_mismatch' })
      expect(await world.balances()).toBe(balances)
    },
  )

  test('without an owner may go back as well', async () => {
    const { payload } = await world.ask({ kind: 'topup_return', topup_id: await world.hold('unknown_order') })
    expect(payload.request).toMatchObject({ state: 'completed', cash_id: null, amount: '50', asset: 'USD' })
  })

  test('of a token that anyone can make only goes back, always by two, and moves nothing', async () => {
    const agent = await world.newAgent()
    const id = await world.hold('wrong_token', agent.id)
    const { failure } = await world.ask({ kind: 'topup_credit', topup_id: id, rate: '1' })
    expect(failure.code).toBe('token_has_no_value')
    const balances = await world.balances()
    const { payload } = await world.ask({ kind: 'topup_return', topup_id: id })
    const { payload: decided } = await world.decide(payload.request)
    expect(decided.request).toMatchObject({ state: 'completed' })
    expect(await world.balances()).toBe(balances)
  })

  test('is listed with its reason, its sender, what it is worth now, and the request that waits', async () => {
    const agent = await world.newAgent()
    const first = await world.hold('order_expired', agent.id)
    const second = await agent.held(3_000_000n)
    await world.setApprovalLimit({})
    const { payload } = await world.ask({ kind: 'topup_return', topup_id: first })
    const ask = (more: object) =>
      world.finance().call(contract.listHeldTopups, { cash_id: agent.cashId, limit: '1', ...more })
    const { payload: page } = await ask({})
    expect(page.list).toMatchObject([
      {
        id: second,
        cash_id: agent.cashId,
        type: 'tron',
        reason: 'below_minimum',
        sent: '3',
        received: '37951.50',
        is_creditable: true,
      },
    ])
    const { payload: next } = await ask({ cursor: page.next_cursor })
    expect(next).toMatchObject({
      list: [{ id: first, coin: 'USD', sent: '50', sender: 'U1', request_id: payload.request.id }],
      next_cursor: null,
    })
    await world.hold('wrong_token', agent.id)
    expect((await ask({ reason: 'wrong_token' })).payload.list).toMatchObject([
      { received: null, is_creditable: false },
    ])
    expect((await ask({ reason: 'order_expired' })).payload.list.map(({ id }) => id)).toEqual([first])
    expect((await ask({ topup_id: first })).payload.list.map(({ id }) => id)).toEqual([first])
    await world.setApprovalLimit({ UZS: ALONE, USDT: '100.00', USD: '100.00' })
  })
})

describe('commission that is due', () => {
  const due = async (cash_id: string) => {
    const finance = await operatorOf(world.address, 'finance')
    return (await finance.call(contract.listDueCommissions, { cash_id })).payload.list
  }
  const credit = async (rows: readonly { id: string; version: number }[]) => {
    const finance = await operatorOf(world.address, 'finance')
    const { payload } = await finance.call(contract.runBulkAct, {
      action: 'commission.credit',
      note: 'March',
      rows: rows.map(({ id, version }) => ({ id, version })),
    })
    return payload.outcomes.map(({ outcome, code }) => code ?? outcome)
  }

  test('is listed until it is credited, and credited as it was seen: what was earned since stays', async () => {
    const agent = await world.newAgent('3000.00')
    expect(await due(agent.cashId)).toEqual([])
    await agent.confirmed('deposit', '1000.00')
    const seen = await due(agent.cashId)
    expect(seen).toMatchObject([
      { cash_id: agent.cashId, commission: '20.00', balance: '2000.00', last_credited_at: null },
    ])
    await agent.confirmed('deposit', '500.00')
    expect(await credit(seen)).toEqual(['done'])
    expect(await agent.balances()).toEqual(['1520.00', '10.00'])
    expect(await credit(seen)).toEqual(['version_conflict'])
    const rest = await due(agent.cashId)
    expect(rest).toMatchObject([{ commission: '10.00', last_credited_at: expect.any(Number) }])
    expect(await credit(rest)).toEqual(['done'])
    expect(await due(agent.cashId)).toEqual([])
  })

  test('above the limit waits for a second operator, and is not asked for twice', async () => {
    const agent = await world.newAgent('60000000.00')
    await agent.confirmed('deposit', '60000000.00')
    const seen = await due(agent.cashId)
    expect(seen).toMatchObject([{ commission: '1200000.00', request_id: null }])
    expect(await credit(seen)).toEqual(['waiting'])
    expect(await credit(seen)).toEqual(['request_already_waiting'])
    expect(await due(agent.cashId)).toMatchObject([{ commission: '1200000.00', request_id: expect.any(String) }])
  })

  test('is listed by channel, and not of a demo agent', async () => {
    const finance = await operatorOf(world.address, 'finance')
    const agent = await world.newAgent('100.00')
    await agent.confirmed('deposit', '100.00')
    const inChannel = async (channel: string) => {
      const { payload } = await finance.call(contract.listDueCommissions, { cash_id: agent.cashId, channel })
      return payload.list.map(({ cash_id }) => cash_id)
    }
    const { code } = await queryOne(world.db, { code: col.text })`
      select code from channel join agent on agent.channel_id = channel.id where agent.id = ${agent.id}`
    expect([await inChannel(code), await inChannel('demo')]).toEqual([[agent.cashId], []])
    await makeDemo(world, agent.id)
    expect(await due(agent.cashId)).toEqual([])
  })

  test('is listed largest first, page by page, from an amount on, and never to support', async () => {
    const finance = await operatorOf(world.address, 'finance')
    const ids: string[] = []
    for (const amount of ['100.00', '300.00', '200.00', '300.00']) {
      const agent = await world.newAgent(amount)
      await agent.confirmed('deposit', amount)
      ids.push(agent.cashId)
    }
    const pageAfter = async (cursor: string | null) =>
      (await finance.call(contract.listDueCommissions, { limit: '1', min_amount: '2.01', ...(cursor && { cursor }) }))
        .payload
    const found: contract.DueCommission[] = []
    for (let page = await pageAfter(null); ; page = await pageAfter(page.next_cursor)) {
      found.push(...page.list)
      if (page.next_cursor === null) break
    }
    const amounts = found.map(({ commission }) => Number(commission))
    expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
    expect(found.map(({ cash_id }) => cash_id).filter((id) => ids.includes(id))).toEqual([ids[1], ids[3], ids[2]])
    const support = await operatorOf(world.address, 'support')
    expect((await support.call(contract.listDueCommissions, {})).failure.code).toBe('role_not_allowed')
  })
})
