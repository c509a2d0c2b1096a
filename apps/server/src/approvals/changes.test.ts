import type { InputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkHashFor, waitingLetters } from '../../test/make-operator.ts'
import { type OperatorClient, operatorOf } from '../../test/operator-client.ts'
import { openWorld, type World } from '../../test/world.ts'
import { only, sql, uuid } from '../platform/database/database.ts'
import { expireOldRequests } from './approval-request.ts'
import { approvalChecks } from './verify.ts'

let world: World
let finance: OperatorClient
let risk: OperatorClient
let admin: OperatorClient
let admin2: OperatorClient
beforeAll(async () => {
  world = await openWorld({ env: { RATE_FEED_URL: 'https://rates.example.com' } })
})
beforeEach(async () => {
  const logIn = (role: contract.OperatorRole | 'admin2') => operatorOf(world.address, role)
  ;[finance, risk, admin, admin2] = await Promise.all([
    logIn('finance'),
    logIn('risk'),
    logIn('admin'),
    logIn('admin2'),
  ])
  // What an earlier test left waiting is in no one's way.
  const { list } = (await admin.call(contract.listApprovalRequests, { state: 'pending' })).payload
  const clients = { 'Sandbox finance': finance, 'Sandbox risk': risk, 'Sandbox admin': admin }
  for (const request of list) {
    await withdrawAs(clients[request.requested_by.name as keyof typeof clients], request)
  }
})
afterAll(() => world.close())

type Seen = Pick<contract.ApprovalRequest, 'id' | 'version'>
const reason = 'as agreed'
const decide = (client: OperatorClient, { id, version }: Seen, decision: 'approve' | 'reject') =>
  client.call(contract.decideApprovalRequest, { request_id: id, version, decision, note: 'seen' })
const approveAs = (client: OperatorClient, request: Seen) => decide(client, request, 'approve')
const rejectAs = async (client: OperatorClient, request: Seen) => {
  const { status } = await decide(client, request, 'reject')
  if (status === 403) await decide(admin, request, 'reject')
}
const withdrawAs = (client: OperatorClient, { id, version }: Seen) =>
  client.call(contract.withdrawApprovalRequest, { request_id: id, version })
const read = async (id: string) => (await admin.call(contract.readApprovalRequest, { request_id: id })).payload.request
const auditOf = async (subject_kind: string, subject_id: string) =>
  (await admin.call(contract.listAudit, { subject_kind, subject_id })).payload.list
/** The request that a call answered with, which must be there. */
const waitingIn = ({
  payload,
  failure,
}: {
  payload: { request: contract.ApprovalRequest | null }
  failure: unknown
}) => {
  if (!payload?.request) throw new Error(`nothing waits: ${JSON.stringify(failure)}`)
  return payload.request
}

const rateOf = async (coin = 'USDT', currency = 'UZS') => {
  const { list } = (await finance.call(contract.listRates, {})).payload
  return only(list.filter((rate) => rate.coin === coin && rate.currency_code === currency))
}
const setRate = async (rate: string, client = finance, more: Partial<InputOf<typeof contract.setRate>> = {}) =>
  client.call(contract.setRate, {
    coin: 'USDT',
    currency_code: 'UZS',
    version: (await rateOf()).version,
    rate,
    reason,
    confirm_large_change: true,
    ...more,
  })
/** Back to the rate that the tests begin with. */
const agreeOnRate = async (rate = '12650.50') => {
  const { payload } = await setRate(rate)
  if (payload.request) await approveAs(admin, payload.request)
}

describe('a rate', () => {
  beforeEach(() => agreeOnRate())

  test('far from the last one waits for a second operator, and is used once approved', async () => {
    const request = waitingIn(await setRate('25000'))
    expect(request).toMatchObject({
      kind: 'rate_set',
      state: 'pending',
      subject: { kind: 'rate', id: 'USDT/UZS', name: 'USDT/UZS' },
      before: { rate: '12650.50' },
      after: { rate: '25000' },
      reason,
      requested_by: { name: 'Sandbox finance' },
      possible_deciders: 2,
    })
    expect((await rateOf()).rate).toBe('12650.50')
    const { payload } = await approveAs(admin, request)
    expect(payload.request).toMatchObject({ state: 'completed', decided_by: { name: 'Sandbox admin' }, note: 'seen' })
    expect(await rateOf()).toMatchObject({ rate: '25000', source: 'operator' })
    expect((await auditOf('rate', 'USDT/UZS'))[0]).toMatchObject({
      action: 'rate.set',
      actor: 'Sandbox finance, approved by Sandbox admin',
      after: { rate: '25000', approval_request: request.id },
    })
    expect((await auditOf('approval_request', request.id)).map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'approval.approve Sandbox admin',
      'approval.request Sandbox finance',
    ])
  })

  test('does not get far in small steps either', async () => {
    for (const rate of ['12900', '13029']) expect((await setRate(rate)).payload.request).toBeNull()
    expect(waitingIn(await setRate('13031')).state).toBe('pending')
    expect((await setRate('12650.50')).payload.request).toBeNull()
  })

  test('that is the first of its pair waits, because nothing says what is far', async () => {
    await admin.call(contract.createChannel, {
      code: 'almaty',
      name: 'Almaty',
      currency_code: 'KZT',
      deposit_fee_bp: 1,
      withdraw_fee_bp: 1,
      reason,
    })
    const request = waitingIn(await setRate('500', finance, { currency_code: 'KZT', version: 0 }))
    expect((await rateOf('USDT', 'KZT')).rate).toBeNull()
    await approveAs(admin, request)
    expect((await rateOf('USDT', 'KZT')).rate).toBe('500')
  })

  test('that goes back to the feed keeps its value, so that it can not jump', async () => {
    const { version } = await rateOf()
    const { payload } = await finance.call(contract.returnRateToFeed, {
      coin: 'USDT',
      currency_code: 'UZS',
      version,
      reason,
    })
    expect(payload.rate).toMatchObject({ rate: '12650.50', source: 'feed' })
    expect(waitingIn(await setRate('25000')).state).toBe('pending')
  })
})

describe('an approval limit', () => {
  const limits = async () => (await admin.call(contract.readApprovalLimits, {})).payload
  const limitOf = async (asset: string) => (await limits()).list.find((one) => one.asset === asset)
  const setLimit = async (asset: string, above: string | null, more: { per_day?: string | null } = {}) =>
    admin.call(contract.setApprovalLimit, { version: (await limits()).version, asset, above, reason, ...more })

  test('is raised by two admins, and lowered by one', async () => {
    const request = waitingIn(await setLimit('UZS', '999999999.00'))
    expect(request).toMatchObject({ kind: 'approval_limit', before: { above: '1000000.00' }, possible_deciders: 1 })
    expect((await limitOf('UZS'))?.above).toBe('1000000.00')
    expect((await approveAs(finance, request)).failure.code).toBe('role_not_allowed')
    await approveAs(admin2, request)
    expect((await limitOf('UZS'))?.above).toBe('999999999.00')
    expect((await setLimit('UZS', '1000000.00')).payload.request).toBeNull()
    expect((await limitOf('UZS'))?.above).toBe('1000000.00')
  })

  test('of a currency that had none is a raise, and to have none is not', async () => {
    expect((await setLimit('TRY', null)).payload.request).toBeNull()
    expect(waitingIn(await setLimit('TRY', '0.01')).state).toBe('pending')
  })

  test('takes its daily cap along: lowered by one, raised by two, and kept when the limit is removed', async () => {
    expect(await limitOf('USD')).toMatchObject({ above: '100.00', per_day: '1000.00', is_per_day_default: true })
    expect((await setLimit('USD', '100.00', { per_day: '500.00' })).payload.request).toBeNull()
    expect(waitingIn(await setLimit('USD', '100.00', { per_day: '500.01' })).after).toEqual({ per_day: '500.01' })
    await rejectAs(admin2, only((await admin.call(contract.listApprovalRequests, { state: 'pending' })).payload.list))
    expect(waitingIn(await setLimit('USD', '100.00', { per_day: null })).after).toEqual({ per_day: '1000.00' })
    expect((await setLimit('USDT', null)).payload.request).toBeNull()
    expect(await limitOf('USDT')).toMatchObject({ above: null, per_day: '1000.00', is_per_day_default: false })
  })

  test('that waits is not out of date because another setting changed, but because it did', async () => {
    const request = waitingIn(await setLimit('UZS', '2000000.00'))
    await setLimit('TRY', null)
    expect((await approveAs(admin2, request)).payload.request.state).toBe('completed')
    const late = waitingIn(await setLimit('UZS', '3000000.00'))
    await setLimit('UZS', '1000000.00')
    const { payload } = await approveAs(admin2, late)
    expect(payload.request).toMatchObject({ state: 'failed', failure: 'version_conflict' })
    expect((await limitOf('UZS'))?.above).toBe('1000000.00')
  })
})

describe('terms of an agent', () => {
  const agentId = async (email: string) =>
    only(await world.db.query(sql`select id from agent where email = ${email}`, { id: uuid })).id
  const agent = async (email = 'approved@cashbox.test') =>
    (await risk.call(contract.readAgent, { agent_id: await agentId(email) })).payload.agent
  const setTerms = async (terms: Omit<InputOf<typeof contract.setAgentTerms>, 'agent_id' | 'version' | 'reason'>) => {
    const { id, version } = await agent()
    return risk.call(contract.setAgentTerms, { agent_id: id, version, reason, ...terms })
  }

  test('with a credit line above the approval limit wait for a second operator', async () => {
    expect((await setTerms({ credit_line: '1000000.00' })).payload).toMatchObject({
      request: null,
      agent: { credit_line: '1000000.00' },
    })
    const answer = await setTerms({ credit_line: '1000000.01' })
    const request = waitingIn(answer)
    expect(request).toMatchObject({
      after: { credit_line: '1000000.01' },
      fields: ['credit_line'],
      subject: { kind: 'agent' },
    })
    expect(answer.payload.agent.credit_line).toBe('1000000.00')
    expect((await approveAs(finance, request)).failure.code).toBe('role_not_allowed')
    await approveAs(admin, request)
    expect((await agent()).credit_line).toBe('1000000.01')
    expect((await setTerms({ credit_line: null })).payload.request).toBeNull()
  })

  test('with a limit that is raised above it or removed wait, and lower ones do not', async () => {
    const tight = { max_amount: '5000000.00', daily_limit: '1000.00' }
    expect((await setTerms(tight)).payload.request).toBeNull()
    expect((await setTerms({ max_amount: '4000000.00', daily_limit: '1000000.00' })).payload.request).toBeNull()
    for (const wider of [{ max_amount: '4000000.01' }, { max_amount: null }, { daily_limit: null }]) {
      await withdrawAs(risk, waitingIn(await setTerms(wider)))
    }
    await approveAs(admin, waitingIn(await setTerms({ max_amount: null, daily_limit: null })))
    expect(await agent()).toMatchObject({ max_amount: null, daily_limit: null })
  })

  test('with a radius above five kilometres wait, and a narrower one does not', async () => {
    const { geo_area } = await agent()
    expect((await setTerms({ geo_area: contract.WIDE_AREA_M })).payload.request).toBeNull()
    const request = waitingIn(await setTerms({ geo_area }))
    expect(request).toMatchObject({
      before: { geo_area: contract.WIDE_AREA_M },
      after: { geo_area },
      fields: ['geo_area'],
    })
    expect((await agent()).geo_area).toBe(contract.WIDE_AREA_M)
    await approveAs(admin, request)
    expect((await agent()).geo_area).toBe(geo_area)
    const { id, version, channel } = await agent('pending@cashbox.test')
    const place = { channel: channel.code, geo_lat: '41.3', geo_lon: '69.2', geo_area: contract.WIDE_AREA_M + 1 }
    const support = await operatorOf(world.address, 'support')
    const waiting = waitingIn(await support.call(contract.approveAgent, { agent_id: id, version, ...place }))
    expect(waiting).toMatchObject({ kind: 'agent_approve', fields: ['geo_area'] })
    await rejectAs(risk, waiting)
  })

  test('at the approval of an agent hold the approval back', async () => {
    const { id, version, channel } = await agent('pending@cashbox.test')
    const place = { channel: channel.code, geo_lat: '41.3', geo_lon: '69.2', geo_area: 300 }
    const input = { agent_id: id, version, ...place, credit_line: '900000000.00' }
    const answer = await risk.call(contract.approveAgentOnTerms, input)
    const request = waitingIn(answer)
    expect([request.kind, answer.payload.agent.status]).toEqual(['agent_approve', 'pending'])
    // More than an operator may grant in a day: ten times the approval limit.
    const refused = await approveAs(admin, request)
    expect([refused.status, refused.failure.code]).toEqual([422, 'daily_cap_reached'])
    expect((await read(request.id)).state).toBe('pending')
    await withdrawAs(risk, request)
    const smaller = waitingIn(await risk.call(contract.approveAgentOnTerms, { ...input, credit_line: '2000000.00' }))
    expect((await approveAs(admin, smaller)).payload.request.state).toBe('completed')
    expect(await agent('pending@cashbox.test')).toMatchObject({ status: 'approved', credit_line: '2000000.00' })
  })
})

describe('fees', () => {
  const channel = async () => {
    const { list } = (await admin.call(contract.listChannels, {})).payload
    return only(list.filter(({ code }) => code === 'tashkent'))
  }
  const setFees = async (deposit_fee_bp: number, withdraw_fee_bp: number) => {
    const { code, version } = await channel()
    return admin.call(contract.setChannelFees, { code, version, deposit_fee_bp, withdraw_fee_bp, reason })
  }

  test('of a channel are raised by two admins, and lowered by one', async () => {
    const { deposit_fee_bp, withdraw_fee_bp } = (await channel()).present_fee
    const request = waitingIn(await setFees(10_000, withdraw_fee_bp))
    expect(request).toMatchObject({
      kind: 'channel_fees',
      before: { deposit_fee: '2 %' },
      after: { deposit_fee: '100 %' },
    })
    expect((await channel()).present_fee).toMatchObject({ deposit_fee_bp })
    await rejectAs(admin2, request)
    expect((await setFees(deposit_fee_bp - 10, withdraw_fee_bp)).payload.request).toBeNull()
    await approveAs(admin2, waitingIn(await setFees(deposit_fee_bp, withdraw_fee_bp)))
    expect((await channel()).present_fee).toMatchObject({ deposit_fee_bp, withdraw_fee_bp })
  })

  test('of one agent need a second operator above those of the channel, and not below', async () => {
    const id = only(
      await world.db.query(sql`select id from agent where email = 'approved@cashbox.test'`, { id: uuid }),
    ).id
    const setTerms = async (deposit_fee_bp: number | null) => {
      const { version } = (await risk.call(contract.readAgent, { agent_id: id })).payload.agent
      return risk.call(contract.setAgentTerms, { agent_id: id, version, reason, deposit_fee_bp })
    }
    expect((await setTerms(200)).payload.request).toBeNull()
    const request = waitingIn(await setTerms(9_000))
    expect(request).toMatchObject({ kind: 'agent_terms', after: { deposit_fee_bp: 9_000 } })
    expect((await setTerms(null)).payload.request).toBeNull()
  })
})

describe('an operator', () => {
  const known = async (email: string) => {
    const { list } = (await admin.call(contract.listOperators, {})).payload
    return list.find((operator) => operator.email === email)
  }
  const change = async (email: string, input: Partial<InputOf<typeof contract.changeOperator>>, client = admin) => {
    const operator = await known(email)
    const seen = { operator_id: operator?.id ?? '', version: operator?.version ?? 0 }
    return client.call(contract.changeOperator, { ...seen, ...input })
  }

  test('is not made by one admin alone, who could then be both the first and the second operator', async () => {
    const email = 'second-me@example.com'
    const input = { email, name: 'Second Me', role: 'admin', reason } as const
    const request = waitingIn(await admin.call(contract.createOperator, input))
    expect(request).toMatchObject({ kind: 'operator_create', before: null, after: { email, role: 'admin' }, reason })
    expect((await approveAs(admin, request)).failure.code).toBe('own_request_not_allowed')
    expect(await known(email)).toBeUndefined()
    expect(await waitingLetters(world, email)).toEqual([])
    expect((await approveAs(admin2, request)).payload.request.state).toBe('completed')
    expect(await known(email)).toMatchObject({ role: 'admin', has_password: false })
    // The link goes to the new operator: neither the asker nor the second admin sees it.
    expect(await waitingLetters(world, email)).toHaveLength(1)
    expect(JSON.stringify(await read(request.id))).not.toContain(await linkHashFor(world, email))
  })

  test('gets another role, access again, a new password or second factor from two admins, and is disabled by one', async () => {
    const email = 'support@cashbox.test'
    await world.db.execute(sql`update operator set totp_since = now(), totp_secret = 'x' where email = ${email}`)
    const client = await operatorOf(world.address, 'support')
    for (const input of [{ role: 'admin' as const }, { reset_password: true }, { reset_two_factor: true }]) {
      const answer = await change(email, { ...input, reason })
      expect(answer.payload.operator).toMatchObject({ role: 'support', has_password: true, has_two_factor: true })
      await withdrawAs(admin, waitingIn(answer))
    }
    expect((await client.call(contract.readSession, {})).status).toBe(200)
    expect((await change(email, { name: 'Sandbox support' })).payload.request).toBeNull()
    expect((await change(email, { is_disabled: true })).payload).toMatchObject({
      request: null,
      operator: { is_disabled: true },
    })
    const enabling = waitingIn(await change(email, { is_disabled: false }))
    expect((await known(email))?.is_disabled).toBe(true)
    await approveAs(admin2, enabling)
    expect((await known(email))?.is_disabled).toBe(false)
    await approveAs(admin2, waitingIn(await change(email, { reset_two_factor: true })))
    expect(await known(email)).toMatchObject({ has_two_factor: false, has_password: true })
  })

  test('takes their requests along when they are disabled or get another role, and no others', async () => {
    const rate = waitingIn(await setRate('25000'))
    const other = waitingIn(await change('support@cashbox.test', { reset_password: true }))
    await change('finance@cashbox.test', { is_disabled: true })
    expect(await read(rate.id)).toMatchObject({
      state: 'withdrawn',
      failure: 'requester_not_allowed',
      decided_by: null,
    })
    expect((await read(other.id)).state).toBe('pending')
    expect((await auditOf('approval_request', rate.id)).map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'approval.withdraw Sandbox admin',
      'approval.request Sandbox finance',
    ])
    expect((await approveAs(admin2, rate)).failure.code).toBe('version_conflict')
    await approveAs(admin2, waitingIn(await change('finance@cashbox.test', { is_disabled: false })))
    expect((await read(rate.id)).state).toBe('withdrawn')

    finance = await operatorOf(world.address, 'finance')
    const again = waitingIn(await setRate('25000'))
    const promotion = waitingIn(await change('finance@cashbox.test', { role: 'support' }))
    expect((await read(again.id)).state).toBe('pending')
    await approveAs(admin2, promotion)
    expect(await read(again.id)).toMatchObject({ state: 'withdrawn', failure: 'requester_not_allowed' })
    await approveAs(admin2, waitingIn(await change('finance@cashbox.test', { role: 'finance' })))
    expect(await world.verify()).toEqual([])
  })

  test('decides nothing about their own account', async () => {
    const request = waitingIn(await change('admin2@cashbox.test', { reset_password: true }))
    expect((await approveAs(admin2, request)).failure.code).toBe('own_account_not_allowed')
  })
})

describe('a request', () => {
  beforeEach(() => agreeOnRate())

  test('is decided by neither the operator who asked nor a role that could not have asked', async () => {
    const request = waitingIn(await setRate('25000', admin))
    expect((await approveAs(admin, request)).failure.code).toBe('own_request_not_allowed')
    expect((await decide(admin, request, 'reject')).failure.code).toBe('own_request_not_allowed')
    expect((await approveAs(risk, request)).failure.code).toBe('role_not_allowed')
    expect((await withdrawAs(finance, request)).failure.code).toBe('not_the_requester')
    expect((await withdrawAs(admin, request)).payload.request).toMatchObject({ state: 'withdrawn', decided_by: null })
    expect((await approveAs(finance, request)).failure.code).toBe('version_conflict')
  })

  test('that is rejected or withdrawn changes nothing, and says so in the audit', async () => {
    const rejected = waitingIn(await setRate('25000'))
    await rejectAs(admin, rejected)
    expect(await read(rejected.id)).toMatchObject({ state: 'rejected', note: 'seen' })
    expect((await auditOf('approval_request', rejected.id))[0]).toMatchObject({
      action: 'approval.reject',
      reason: 'seen',
    })
    const withdrawn = waitingIn(await setRate('25000'))
    await withdrawAs(finance, withdrawn)
    expect((await auditOf('approval_request', withdrawn.id))[0]).toMatchObject({ action: 'approval.withdraw' })
    expect((await rateOf()).rate).toBe('12650.50')
  })

  test('shows only what would change', async () => {
    await setRate('12651')
    expect(waitingIn(await setRate('25000'))).toMatchObject({ before: { rate: '12651' }, after: { rate: '25000' } })
    const { list } = (await admin.call(contract.listApprovalRequests, { state: 'pending' })).payload
    expect(list.map(({ before, after }) => [Object.keys(before ?? {}), Object.keys(after ?? {})])).toEqual([
      [['rate'], ['rate']],
    ])
  })

  test('runs out after a week: it can no longer be decided, is shown as expired, and is in no one’s way', async () => {
    const request = waitingIn(await setRate('25000'))
    world.clock.advance(7 * 24 * 60 * 60 + 1)
    ;[finance, admin, admin2] = await Promise.all([
      operatorOf(world.address, 'finance'),
      operatorOf(world.address, 'admin'),
      operatorOf(world.address, 'admin2'),
    ])
    expect((await approveAs(admin, request)).failure.code).toBe('request_expired')
    expect((await withdrawAs(finance, request)).failure.code).toBe('request_expired')
    expect((await rateOf()).rate).not.toBe('25000')
    const next = waitingIn(await setRate('26000'))
    expect(await read(request.id)).toMatchObject({ state: 'expired', decided_by: null })
    world.clock.advance(7 * 24 * 60 * 60 + 1)
    await expireOldRequests(world.ofServer, world.clock)
    admin = await operatorOf(world.address, 'admin')
    expect((await read(next.id)).state).toBe('expired')
    expect((await auditOf('approval_request', next.id)).map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'approval.expire Cashbox',
      'approval.request Sandbox finance',
    ])
    expect(await world.verify()).toEqual([])
  })

  test('fails when what it is about has changed meanwhile', async () => {
    const request = waitingIn(await setRate('25000'))
    await setRate('12700')
    const { payload } = await approveAs(admin, request)
    expect(payload.request).toMatchObject({ state: 'failed', failure: 'version_conflict' })
    expect((await rateOf()).rate).toBe('12700')
  })

  test('fails when the operator who asked is disabled', async () => {
    const request = waitingIn(await setRate('25000'))
    await world.db.execute(sql`update operator set disabled_at = now() where email = 'finance@cashbox.test'`)
    const { payload } = await approveAs(admin, request)
    await world.db.execute(sql`update operator set disabled_at = null where email = 'finance@cashbox.test'`)
    expect(payload.request).toMatchObject({ state: 'failed', failure: 'requester_not_allowed' })
  })

  test('is one, however often it is sent; another about the same thing waits its turn', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => setRate('25000')))
    expect(new Set(answers.map((answer) => waitingIn(answer).id)).size).toBe(1)
    expect((await setRate('26000')).failure.code).toBe('request_already_waiting')
    expect((await setRate('25000', admin)).failure.code).toBe('request_already_waiting')
  })

  test('is counted and listed for those who can decide it', async () => {
    const request = waitingIn(await setRate('25000'))
    const count = async (client: OperatorClient) => (await client.call(contract.countWaiting, {})).payload.requests
    expect([await count(finance), await count(risk), await count(admin), await count(admin2)]).toEqual([0, 0, 1, 1])
    const listed = async (client: OperatorClient) =>
      (await client.call(contract.listApprovalRequests, { for_me: 'true' })).payload.list.map(({ id }) => id)
    expect([await listed(finance), await listed(admin)]).toEqual([[], [request.id]])
    const mine = await finance.call(contract.listApprovalRequests, {
      requested_by: request.requested_by.id,
      kind: 'rate_set',
      limit: '1',
    })
    expect([mine.payload.list[0]?.id, mine.payload.next_cursor]).toEqual([request.id, String(request.number)])
  })

  test('is shown on its subject to every role, without what it would change; access of operators only to those who decide', async () => {
    const request = waitingIn(await setRate('25000'))
    const { id, number, kind, subject, fields } = request
    const support = await operatorOf(world.address, 'support')
    const read = async (subject_kind: string, subject_id?: string) =>
      support.call(contract.listWaitingChanges, { subject_kind, ...(subject_id && { subject_id }) })
    const shown = { id, number, kind, subject, fields, requested_by: request.requested_by.name }
    expect((await read('rate', subject.id)).payload.list).toEqual([shown])
    expect((await read('rate')).payload.list).toEqual([shown])
    expect((await read('rate', 'another')).payload.list).toEqual([])
    expect((await read('operator')).failure.code).toBe('role_not_allowed')
    expect((await risk.call(contract.listWaitingChanges, { subject_kind: 'operator' })).status).toBe(200)
  })

  test('is counted beside applications that are ready and top-ups that are held, for those who handle them', async () => {
    const support = await operatorOf(world.address, 'support')
    const count = async (client: OperatorClient) => (await client.call(contract.countWaiting, {})).payload.applications
    const before = await count(support)
    await world.db.execute(sql`
      update agent set status = 'pending', email_verified_at = now() where email = 'rejected@cashbox.test'`)
    expect(await count(support)).toBe(before + 1)
    expect(await count(finance)).toBe(0)
    const oldest = async (client: OperatorClient) => (await client.call(contract.countWaiting, {})).payload.oldest
    const applications = await oldest(support)
    expect(applications.map(({ kind }) => kind)).toEqual(applications.map(() => 'application'))
    expect(applications.map(({ name }) => name)).toContain('Rejected Agent')
    const request = waitingIn(await setRate('25000'))
    const ofAdmin = await oldest(admin)
    expect(ofAdmin).toContainEqual(expect.objectContaining({ kind: 'request', id: request.id, request: 'rate_set' }))
    expect(ofAdmin.map(({ since }) => since)).toEqual(ofAdmin.map(({ since }) => since).toSorted((a, b) => a - b))
    expect(await oldest(finance)).toEqual([])
    await world.db.execute(sql`update agent set status = 'rejected' where email = 'rejected@cashbox.test'`)
    expect((await finance.call(contract.countWaiting, {})).payload.held_topups).toBe(0)
  })

  test('says when no second operator could decide it', async () => {
    await world.db.execute(sql`update operator set disabled_at = now() where role = 'admin' or email like 'finance2%'`)
    const request = waitingIn(await setRate('25000'))
    expect(request.possible_deciders).toBe(0)
    await world.db.execute(sql`update operator set disabled_at = null where role = 'admin'`)
  })
})

describe('at the same moment', () => {
  beforeEach(() => agreeOnRate())

  test('two approve: one has done it, the other was late', async () => {
    const request = waitingIn(await setRate('25000'))
    const { version } = await rateOf()
    const answers = await Promise.all([
      approveAs(admin, request),
      approveAs(admin2, request),
      approveAs(admin, request),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await rateOf()).version).toBe(version + 1)
  })

  test('one approves and the other withdraws: one of them wins, and the rate agrees', async () => {
    for (let round = 0; round < 6; round += 1) {
      await agreeOnRate()
      const request = waitingIn(await setRate('25000'))
      const race = [() => approveAs(admin, request), () => withdrawAs(finance, request)]
      const answers = await Promise.all((round % 2 ? race : race.toReversed()).map((go) => go()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { state } = await read(request.id)
      expect((await rateOf()).rate).toBe(state === 'completed' ? '25000' : '12650.50')
    }
  })
})

describe('verify finds', () => {
  /** What the checks find in a database that was tampered with, which is then put back. */
  async function violationsAfter(forgery: string): Promise<string[]> {
    const undone = new Error('undone')
    const found: string[] = []
    await expect(
      world.db.transaction(async (tx) => {
        await tx.script('alter table approval_request disable trigger approval_request_ends_once')
        await tx.script('alter table approval_request drop constraint decided_by_another')
        await tx.script('alter table audit_entry disable trigger audit_entry_append_only')
        await tx.script(forgery)
        for (const { rule, violations } of approvalChecks) if ((await tx.execute(violations)) > 0) found.push(rule)
        throw undone
      }),
    ).rejects.toBe(undone)
    return found
  }
  const [named, decided, own, close] = approvalChecks.map(({ rule }) => rule)

  test.each([
    [
      'a change without the request that allowed it',
      "update audit_entry set after = after - 'approval_request'",
      [named],
    ],
    [
      'a change under the request of another one',
      `update audit_entry set after = after || jsonb_build_object('approval_request',
         (select id from approval_request where kind = 'approval_limit' and state = 'completed' limit 1))
       where action = 'rate.set' and jsonb_exists(after, 'approval_request')`,
      [named],
    ],
    [
      'a request that its asker decided',
      'update approval_request set decided_by = requested_by where decided_by is not null',
      [named, decided],
    ],
    [
      'a rejected request that is said to be approved',
      "update approval_request set state = 'completed' where state = 'rejected'",
      [named, decided],
    ],
    [
      'an approval by the asker in the audit',
      `update audit_entry as approved set operator_id = asked.operator_id from audit_entry as asked
       where approved.action = 'approval.approve' and asked.action = 'approval.request'
         and asked.subject_id = approved.subject_id`,
      [decided, own],
    ],
    ['a far rate that was set past the console', "update rate set rate = rate * 2 where source = 'operator'", [close]],
    [
      'a raised limit without a request',
      `insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, before, after,
         previous_hash, hash)
       select 999999, now(), id, 'forger', 'money.set-approval-limit', 'approval_limit', 'UZS',
         '{"above": "1.00"}', '{"above": "2.00"}', '', '' from operator limit 1`,
      [named],
    ],
    [
      'an operator whom one admin made',
      `insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, after, previous_hash, hash)
       select 999999, now(), id, 'forger', 'operator.create', 'operator', 'x', '{"email": "x@example.com"}', '', ''
       from operator limit 1`,
      [named],
    ],
    [
      'a key, its networks, a webhook address and fees that one admin set',
      `insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, before, after,
         previous_hash, hash)
       select 999990 + row_number() over (), now(), (select id from operator limit 1), 'forger', action, 'partner', 'x',
         before::jsonb, after::jsonb, '', ''
       from (values ('partner.activate-key', null, '{}'),
         ('partner.change', '{"disabled_at": "2026-01-01T00:00:00Z"}', '{"disabled_at": null}'),
         ('partner.change', '{"reversal_window_s": 1}', '{"reversal_window_s": 2}'),
         ('partner.change', '{"verification_url": null}', '{"verification_url": "https://partner.test/players"}'),
         ('partner.disable-key', '{"expires_at": "2026-01-01T00:00:00Z"}', '{"expires_at": "2026-01-01T00:00:01Z"}'),
         ('alert-destination.change', '{"is_enabled": true}', '{"is_enabled": false}'),
         ('alert-destination.change', '{"alert_kinds": "all"}', '{"alert_kinds": "a"}'),
         ('alert-destination.remove', '{"is_enabled": true}', null),
         ('text.set', '{"text": "Approve"}', '{"text": "Reject"}'),
         ('partner.set-key-networks', '{"networks": "any"}', '{"networks": "127.0.0.0/8"}'), ('partner.set-webhook', '{"url": "a"}', '{"url": "b"}'),
         ('channel.set-fees', '{"deposit_fee_bp": 1, "withdraw_fee_bp": 1}', '{"deposit_fee_bp": 2, "withdraw_fee_bp": 1}'))
         as forged (action, before, after)`,
      [named],
    ],
    [
      'a credit line that one operator granted',
      `insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, before, after,
         previous_hash, hash)
       select 999999, now(), id, 'forger', 'agent.set-terms', 'agent', 'x', '{"credit_line": "0.00"}',
         '{"credit_line": "2000.00", "approval_limit": "1000.00"}', '', '' from operator limit 1`,
      [named],
    ],
    [
      'a limit per player that one admin removed',
      `insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, before, after,
         previous_hash, hash)
       select 999999, now(), id, 'forger', 'player-limit.set', 'player_limit', 'x', '{"limit_week": "5.00"}',
         '{"limit_week": null}', '', '' from operator limit 1`,
      [named],
    ],
    [
      'an agent whom one operator restored though another role had stopped them',
      `insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, before, after,
         previous_hash, hash)
       select 999999, now(), id, 'forger', 'agent.restore', 'agent', 'x', '{"status": "blocked"}',
         '{"status": "approved", "is_other_role": true}', '', '' from operator limit 1`,
      [named],
    ],
    [
      'an area that one operator made wide',
      `insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, before, after,
         previous_hash, hash)
       select 999999, now(), id, 'forger', 'agent.approve', 'agent', 'x', '{"geo_area": 0}', '{"geo_area": 5001}', '', ''
       from operator limit 1`,
      [named],
    ],
  ])('%s', async (_what, forgery, rules) => {
    expect(await violationsAfter('select 1')).toEqual([])
    expect(await violationsAfter(forgery)).toEqual(rules)
  })
})

describe('the database itself refuses', () => {
  test.each([
    [
      'that an operator decides their own',
      "decided_by = requested_by, state = 'rejected', decided_at = now()",
      'decided_by_another',
    ],
    ['that one ends without a second', "state = 'completed', decided_at = now()", 'approval_was_given'],
    ['that what was asked for is changed', `payload = '{}'`, 'never made another one'],
    [
      'that the asker is another',
      'requested_by = (select id from operator limit 1 offset 1)',
      'never made another one',
    ],
  ])('%s', async (_what, change, message) => {
    await agreeOnRate()
    const { id } = waitingIn(await setRate('25000'))
    const statement = `update approval_request set ${change}, version = version + 1 where id = '${id}'`
    await expect(world.db.transaction((tx) => tx.script(statement))).rejects.toThrow(message)
    await expect(world.db.execute(sql`delete from approval_request`)).rejects.toThrow('append-only')
  })
})
