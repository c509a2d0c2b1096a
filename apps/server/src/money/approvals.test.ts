import { randomUUID } from 'node:crypto'
import { LIVE_PATH } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { makeOperator } from '@cashbox/testing/make-operator'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { operatorClient } from '@cashbox/testing/operator-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAgentAccounts } from '../agents/open-agent.ts'
import { attempt, refusal } from '../platform/refusal.ts'
import { returnHeld } from '../topups/held-topups.ts'
import { moneyChecks } from './verify.ts'

let world: Awaited<ReturnType<typeof openMoneyWorld>>
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())
beforeEach(() => world.setApprovalLimit({ UZS: '1000.00', USDT: '2.00' }))

async function anotherFinance() {
  const { email, password } = await makeOperator(world, world.admin(), 'finance')
  const client = operatorClient(world.address)
  await client.logIn(email, password)
  return client
}

const read = async (id: string) =>
  (await world.finance().call(contract.readApprovalRequest, { request_id: id })).payload.request

/** Asks for something above what one may move alone. */
async function waiting(agent: { cashId: string }, amount = '1000.01') {
  const { payload } = await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount })
  expect(payload.request.state).toBe('pending')
  return payload.request
}

describe('a second pair of eyes is needed', () => {
  test.each([
    ['1000.00', 'completed'],
    ['1000.01', 'pending'],
    ['-1000.00', 'completed'],
    ['-1000.01', 'pending'],
  ])('for %s: %s', async (amount, state) => {
    const agent = await world.newAgent('5000.00')
    const before = await agent.balances()
    const { payload } = await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount })
    expect(payload.request).toMatchObject({ state, needs_approval: state === 'pending' })
    if (state === 'pending') expect(await agent.balances()).toEqual(before)
  })

  test('for any amount in a currency that is not named, or whose amount is no amount', async () => {
    await world.setApprovalLimit({ USD: '1000.00' })
    await waiting(await world.newAgent(), '0.01')
    await world.spoilApprovalLimit('UZS')
    await waiting(await world.newAgent(), '0.01')
  })

  test('for a coin by its own amount, to its last decimal', async () => {
    const agent = await world.newAgent()
    const [exact, more] = [await agent.held(2_000_000n), await agent.held(2_000_001n)]
    const give = async (id: string) => (await world.ask({ kind: 'topup_return', topup_id: id })).payload.request.state
    expect([await give(exact), await give(more)]).toEqual(['completed', 'pending'])
  })
})

describe('what waits', () => {
  test('is not executed once its requester may not move money any more', async () => {
    const agent = await world.newAgent()
    for (const [loss, undo] of [
      ["role = 'support'", "role = 'finance'"],
      ['disabled_at = now()', 'disabled_at = null'],
    ] as const) {
      const request = await waiting(agent)
      const change = (to: string) =>
        world.db.transaction((tx) => tx.script(`update operator set ${to} where id = '${request.requested_by.id}'`))
      await change(loss)
      const { payload } = await world.decide(request)
      await change(undo)
      expect(payload.request).toMatchObject({ state: 'failed', failure: 'requester_not_allowed' })
    }
    expect(await agent.balances()).toEqual(['0.00', '0.00'])
  })

  test('shows the second operator what its requester saw: the agent, and the balance before and after as it is now', async () => {
    const agent = await world.newAgent('10.00')
    const input = { kind: 'adjustment', cash_id: agent.cashId, amount: '1000.01' } as const
    const seen = (await world.finance().call(contract.previewMoneyRequest, input)).payload.preview
    const { id: request_id } = await waiting(agent)
    const shown = async () => (await world.admin().call(contract.previewWaitingMoney, { request_id })).payload.preview
    expect(await shown()).toEqual(seen)
    expect(seen).toMatchObject({
      agent: { cash_id: agent.cashId },
      accounts: [{ account: 'float', before: '10.00', after: '1010.01' }],
      needs_approval: true,
    })
    await world.ask({ kind: 'adjustment', cash_id: agent.cashId, amount: '-4.00' })
    expect((await shown()).accounts).toEqual([{ account: 'float', before: '6.00', after: '1006.01' }])
    expect(await agent.balances()).toEqual(['6.00', '0.00'])
    await world.decide({ id: request_id, version: 1 })
    const late = await world.admin().call(contract.previewWaitingMoney, { request_id })
    expect(late.status).toBe(404)
  })

  test('shows no balance but the reason when it can no longer be carried out', async () => {
    const agent = await world.newAgent('2000.00')
    const { id: request_id } = await waiting(agent, '-1500.00')
    await world.ask({ kind: 'payout', cash_id: agent.cashId, amount: '1000.00', paid_to: 'cash' })
    const { failure } = await world.admin().call(contract.previewWaitingMoney, { request_id })
    expect(failure.code).toBe('agent_float_insufficient')
    const { payload } = await world.decide({ id: request_id, version: 1 })
    expect(payload.request).toMatchObject({ state: 'failed', failure: 'agent_float_insufficient' })
    expect(await agent.balances()).toEqual(['1000.00', '0.00'])
  })

  test('is done once another operator approves, and all of it is written down', async () => {
    const agent = await world.newAgent()
    const { id } = await waiting(agent)
    expect(await agent.balances()).toEqual(['0.00', '0.00'])
    const { payload } = await world.decide({ id, version: 1 })
    expect(payload.request).toMatchObject({
      state: 'completed',
      requested_by: { name: 'Sandbox finance' },
      decided_by: { name: 'Sandbox admin' },
      note: 'seen',
      version: 2,
    })
    expect(await agent.balances()).toEqual(['1000.01', '0.00'])
    expect(
      await world.db.query(
        sql`
          select actor, action, reason, before ->> 'state' as before, after ->> 'state' as after from audit_entry
          where subject_id = ${id} order by number`,
        {
          actor: col.text,
          action: col.text,
          reason: col.nullable(col.text),
          before: col.nullable(col.text),
          after: col.nullable(col.text),
        },
      ),
    ).toEqual([
      { actor: 'Sandbox finance', action: 'approval.request', reason: 'as agreed', before: null, after: 'pending' },
      { actor: 'Sandbox admin', action: 'approval.approve', reason: 'seen', before: 'pending', after: 'completed' },
    ])
  })

  test.each([
    ['refused by another', 'rejected', 'approval.reject'],
    ['withdrawn by the operator who asked', 'withdrawn', 'approval.withdraw'],
  ])('moves nothing when it is %s, and can not be approved any more', async (_how, state, action) => {
    const agent = await world.newAgent()
    const request = await waiting(agent)
    const balances = await world.balances()
    const { payload } = await (state === 'rejected' ? world.decide(request, 'reject') : world.withdraw(request))
    expect(payload.request).toMatchObject({ state })
    const late = await world.decide(payload.request)
    expect([late.status, late.failure.code]).toEqual([409, 'version_conflict'])
    expect(await world.balances()).toBe(balances)
    const [entry] = await world.db.query(
      sql`select action from audit_entry where subject_id = ${request.id} order by number desc limit 1`,
      { action: col.text },
    )
    expect(entry).toEqual({ action })
  })

  test('is not approved or refused by the operator who asked, nor withdrawn by another', async () => {
    const request = await waiting(await world.newAgent())
    for (const decision of ['approve', 'reject'] as const) {
      const own = await world.decide(request, decision, world.finance())
      expect([own.status, own.failure.code]).toEqual([403, 'own_request_not_allowed'])
    }
    const other = await world.withdraw(request, world.admin())
    expect([other.status, other.failure.code]).toEqual([403, 'not_the_requester'])
    expect((await read(request.id)).state).toBe('pending')
  })

  test('is refused only with a note', async () => {
    const { id, version } = await waiting(await world.newAgent())
    const input = { request_id: id, version, decision: 'reject' } as never
    expect((await world.admin().call(contract.decideApprovalRequest, input)).failure.errors).toHaveProperty('note')
  })

  test('is not decided with an outdated version', async () => {
    const { id } = await waiting(await world.newAgent())
    expect((await world.decide({ id, version: 7 })).failure.code).toBe('version_conflict')
    expect((await world.decide({ id: randomUUID(), version: 1 })).status).toBe(404)
  })

  test('about a top-up or a transaction is one request at a time', async () => {
    const agent = await world.newAgent('5000.00')
    const topup = await agent.held(5_000_000n)
    const transaction = await agent.confirmed('deposit', '2000.00')
    const inputs = [
      { kind: 'topup_credit', topup_id: topup },
      { kind: 'topup_return', topup_id: topup },
      { kind: 'reversal', transaction_id: transaction },
      { kind: 'reversal', transaction_id: transaction },
    ] as const
    const codes = []
    for (const input of inputs) codes.push((await world.ask(input)).failure.code)
    expect(codes).toEqual([undefined, 'request_already_waiting', undefined, 'request_already_waiting'])
  })
})

test('every kind is carried out by an approval as it was asked for, even if the rate changes meanwhile', async () => {
  const agent = await world.newAgent('10000.00')
  const deposit = await agent.confirmed('deposit', '4000.00')
  const [credited, returned] = [await agent.held(1_500_000n), await agent.held(2_500_000n)]
  await world.setApprovalLimit({})
  const rate = (value: string) => world.db.execute(sql`update rate set rate = ${value} where currency_code = 'UZS'`)
  const { cashId } = agent
  const inputs = [
    { kind: 'commission_credit', cash_id: cashId, amount: '30.00' },
    { kind: 'payout', cash_id: cashId, amount: '1000.00', paid_to: 'cash' },
    { kind: 'topup_credit', topup_id: credited },
    { kind: 'topup_return', topup_id: returned },
    { kind: 'reversal', transaction_id: deposit },
  ] as const
  expect(await agent.balances()).toEqual(['6000.00', '80.00'])
  const before = await world.balances()
  const requests = []
  for (const input of inputs) requests.push((await world.ask(input)).payload.request)
  expect(requests.map(({ state }) => state)).toEqual(Array(5).fill('pending'))
  expect(await world.balances()).toBe(before)

  await rate('1.00')
  const done = []
  for (const request of requests) done.push((await world.decide(request)).payload.request)
  await rate('12650.50')
  expect(done.map(({ state, amount }) => [state, amount])).toEqual([
    ['completed', '30.00'],
    ['completed', '1000.00'],
    ['completed', '18975.75'],
    ['completed', '2.5'],
    ['completed', '4000.00'],
  ])
  // 6000 + 30 − 1000 + 18975.75 + 4000, and 80 − 30 − 80: the commission of what was taken back is owed.
  expect(await agent.balances()).toEqual(['28005.75', '-30.00'])
  expect(
    await world.db.query(sql`select decided_by from topup_decision where topup_id = ${credited}`, {
      decided_by: col.text,
    }),
  ).toEqual([{ decided_by: 'Sandbox finance, approved by Sandbox admin' }])
})

describe('what can not be done any more fails with the reason, and nothing moves', () => {
  async function approveLate(request: contract.ApprovalRequest) {
    const balances = await world.balances()
    const { status, payload } = await world.decide(request)
    expect(status).toBe(200)
    expect(await world.balances()).toBe(balances)
    expect((await world.decide(payload.request)).failure.code).toBe('version_conflict')
    return payload.request
  }

  test('when the float does not cover it', async () => {
    const agent = await world.newAgent('5000.00')
    const request = await waiting(agent, '-5000.00')
    await world.ask({ kind: 'payout', cash_id: agent.cashId, amount: '0.01', paid_to: 'cash' })
    expect(await approveLate(request)).toMatchObject({
      state: 'failed',
      failure: 'agent_float_insufficient',
      decided_by: { name: 'Sandbox admin' },
    })
  })

  test('when the top-up was decided in another way', async () => {
    const agent = await world.newAgent()
    const topupId = await agent.held(5_000_000n)
    const { payload } = await world.ask({ kind: 'topup_credit', topup_id: topupId })
    await world.db.transaction((tx) => returnHeld(tx, { topupId, by: 'Dana', note: 'sent back', at: new Date() }))
    expect(await approveLate(payload.request)).toMatchObject({ state: 'failed', failure: 'topup_not_held' })
    await expect(
      world.db.transaction((tx) => returnHeld(tx, { topupId, by: 'Dana', note: 'again', at: new Date() })),
    ).rejects.toThrow('topup_not_held')
  })

  test('when the withdrawal can not be taken back from an emptied float', async () => {
    const agent = await world.newAgent()
    const transactionId = await agent.confirmed('withdraw', '2000.00')
    const { payload } = await world.ask({ kind: 'reversal', transaction_id: transactionId })
    await world.ask({ kind: 'payout', cash_id: agent.cashId, amount: '1000.00', paid_to: 'cash' })
    expect(await approveLate(payload.request)).toMatchObject({ state: 'failed', failure: 'reversal_not_covered' })
  })

  test('when a new agent was given accounts in another currency', async () => {
    const agent = await world.newAgent()
    const request = await waiting(agent)
    await world.db.transaction(async (tx) => {
      const { floatId } = await openAgentAccounts(tx, agent.id, 'TRY')
      await tx.execute(sql`update agent set float_id = ${floatId} where id = ${agent.id}`)
    })
    expect(await approveLate(request)).toMatchObject({ state: 'failed', failure: 'currency_mismatch' })
  })

  test('when the commission was credited by another request', async () => {
    const agent = await world.newAgent('100000.00')
    await agent.confirmed('deposit', '100000.00')
    const { payload } = await world.ask({ kind: 'commission_credit', cash_id: agent.cashId })
    await world.ask({ kind: 'commission_credit', cash_id: agent.cashId, amount: '1000.00' })
    expect(await approveLate(payload.request)).toMatchObject({ state: 'failed', failure: 'commission_insufficient' })
  })
})

test('what a refusal leaves half done is undone', async () => {
  const outcome = await world.db.transaction((tx) =>
    attempt(tx, async () => {
      await tx.execute(sql`insert into setting (key, value) values ('half', 'true')`)
      throw refusal('version_conflict')
    }),
  )
  expect(outcome).toMatchObject({ refused: { reason: { code: 'version_conflict' } } })
  expect(await world.db.execute(sql`select 1 from setting where key = 'half'`)).toBe(0)
})

describe('at the same moment', () => {
  test('two approve: one has done it, the other was late', async () => {
    const agent = await world.newAgent()
    const request = await waiting(agent)
    const another = await anotherFinance()
    const answers = await Promise.all([world.decide(request), world.decide(request, 'approve', another)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.failure.code).toBe('version_conflict')
    expect(await agent.balances()).toEqual(['1000.01', '0.00'])
  })

  test('one approves and the other withdraws: one of them wins, and the money agrees', async () => {
    for (let round = 0; round < 8; round += 1) {
      const agent = await world.newAgent()
      const request = await waiting(agent)
      const race = [() => world.decide(request), () => world.withdraw(request)]
      const answers = await Promise.all((round % 2 ? race : race.toReversed()).map((go) => go()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { state } = await read(request.id)
      expect(await agent.balances()).toEqual([state === 'completed' ? '1000.01' : '0.00', '0.00'])
    }
  })

  test('twenty send the same request: there is one, and the money moves once', async () => {
    const agent = await world.newAgent()
    const topup = await agent.held(1_000_000n)
    for (const input of [
      { kind: 'adjustment', cash_id: agent.cashId, amount: '7.00' },
      { kind: 'topup_return', topup_id: topup },
    ] as const) {
      const id = randomUUID()
      const answers = await Promise.all(Array.from({ length: 20 }, () => world.ask({ id, ...input })))
      expect(new Set(answers.map(({ status, payload }) => `${status} ${payload?.request.number}`)).size).toBe(1)
      expect(answers[0]?.payload.request).toMatchObject({ id, state: 'completed' })
    }
    expect(await agent.balances()).toEqual(['7.00', '0.00'])
  })

  test('five payouts of the whole float are approved: one is done, the others fail', async () => {
    const agent = await world.newAgent('3000.00')
    const input = { kind: 'payout', cash_id: agent.cashId, amount: '3000.00', paid_to: 'cash' } as const
    const asked = []
    for (let count = 0; count < 5; count += 1) asked.push((await world.ask(input)).payload.request)
    const answers = await Promise.all(asked.map((request) => world.decide(request)))
    expect(answers.map(({ payload }) => payload.request.state).toSorted()).toEqual([
      'completed',
      ...Array<string>(4).fill('failed'),
    ])
    expect(await agent.balances()).toEqual(['0.00', '0.00'])
  })

  test('payments are confirmed while operators move the same float', async () => {
    const agent = await world.newAgent('50000.00')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) =>
        index % 2
          ? agent.confirmed('deposit', '100.00')
          : world.ask({ kind: index % 4 ? 'commission_credit' : 'adjustment', cash_id: agent.cashId, amount: '1.00' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  })
})

test('an id that was used for something else, or by another operator, is refused', async () => {
  const agent = await world.newAgent()
  const input = { id: randomUUID(), kind: 'adjustment', cash_id: agent.cashId, amount: '5.00' } as const
  const { payload } = await world.ask(input)
  const same = await world.ask({ ...input, amount: 5 })
  expect(same.payload).toEqual(payload)
  const answers = [
    await world.ask({ ...input, amount: '5.01' }),
    await world.ask({ ...input, reason: 'another' }),
    await world.ask(input, world.admin()),
  ]
  expect(answers.map(({ status, failure }) => `${status} ${failure.code}`)).toEqual(
    Array(3).fill('422 request_id_reused'),
  )
  expect(await agent.balances()).toEqual(['5.00', '0.00'])
})

describe('the database itself refuses', () => {
  test.each([
    [
      'that operators decide their own',
      "decided_by = requested_by, state = 'rejected', decided_at = now()",
      'decided_by_another',
    ],
    ['that a large one ends without a second', "state = 'rejected', decided_at = now()", 'approval_was_given'],
    [
      'that it is done without a movement of money',
      "state = 'completed', decided_at = now(), decided_by = (select max(id::text)::uuid from operator where id <> requested_by)",
      'has moved its money',
    ],
    ['that what was asked for is changed', 'amount = amount + 1', 'never made another one'],
    [
      'that it goes to another agent',
      'agent_id = (select id from agent order by id limit 1)',
      'never made another one',
    ],
    ['that it needs fewer eyes', 'needs_approval = false', 'never made another one'],
  ])('%s', async (_what, change, message) => {
    const { id } = await waiting(await world.newAgent())
    const statement = `update approval_request set ${change}, version = version + 1 where id = '${id}'`
    await expect(world.db.transaction((tx) => tx.script(statement))).rejects.toThrow(message)
  })

  test('that it ends twice, or is removed', async () => {
    const request = await waiting(await world.newAgent())
    await world.withdraw(request)
    const again = sql`update approval_request set state = 'rejected', version = version + 1 where id = ${request.id}`
    await expect(world.db.execute(again)).rejects.toThrow('ends once')
    await expect(world.db.execute(sql`delete from approval_request`)).rejects.toThrow('append-only')
  })
})

test.each([
  ['another amount', "update approval_request set amount = amount + 1 where state = 'completed'"],
  [
    'a movement of another',
    "update approval_request set agent_id = (select id from agent where id <> agent_id limit 1) where id = (select id from approval_request where state = 'completed' and agent_id is not null limit 1)",
  ],
  [
    'no end',
    "update approval_request set state = 'pending', decided_by = null, decided_at = null where state = 'completed'",
  ],
  ['no second', "update approval_request set needs_approval = not needs_approval where state = 'completed'"],
])('verify finds a done request that was forged to have %s', async (_what, forgery) => {
  await world.newAgent('1000.00')
  const rolledBack = new Error('undone')
  await expect(
    world.db.transaction(async (tx) => {
      await tx.script('alter table approval_request disable trigger approval_request_ends_once')
      await tx.script(
        'alter table approval_request drop constraint approval_was_given, drop constraint alone_is_completed',
      )
      await tx.script(forgery)
      let found = 0
      for (const { violations } of moneyChecks) found += await tx.execute(violations)
      expect(found).toBeGreaterThan(0)
      throw rolledBack
    }),
  ).rejects.toBe(rolledBack)
})

test("the agent's open app is notified once it is done", async () => {
  const agent = await world.newAgent()
  const response = await fetch(`${world.address}/api${LIVE_PATH}`, {
    headers: { authorization: `Bearer ${await world.logIn(agent.name)}` },
  })
  let heard = ''
  void (async () => {
    for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString()
  })().catch(() => {})
  const request = await waiting(agent)
  expect(heard).not.toContain('balance')
  await world.decide(request)
  await expect.poll(() => heard).toContain('"balance"')
})

test('a request that no second operator decides within a week expires, and no longer blocks its top-up', async () => {
  const agent = await world.newAgent()
  const topup = await agent.held(2_000_001n)
  const ask = async () => (await world.ask({ kind: 'topup_return', topup_id: topup })).payload.request
  const request = await ask()
  await world.db.execute(sql`alter table approval_request disable trigger approval_request_ends_once`)
  await world.db.execute(sql`
    update approval_request set requested_at = requested_at - interval '8 days' where id = ${request.id}`)
  await world.db.execute(sql`alter table approval_request enable trigger approval_request_ends_once`)
  expect((await world.decide(request)).failure.code).toBe('request_expired')
  const next = await ask()
  expect(next.id).not.toBe(request.id)
  expect(await read(request.id)).toMatchObject({ state: 'expired', decided_by: null })
})
