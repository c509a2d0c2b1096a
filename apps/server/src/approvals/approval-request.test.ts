import type { InputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import {
  admin,
  admin2,
  agreeOnRate,
  approveAs,
  auditOf,
  decide,
  finance,
  logInAll,
  openApprovalWorld,
  rateOf,
  read,
  reason,
  rejectAs,
  risk,
  setRate,
  waitingIn,
  withdrawAs,
  world,
} from '@cashbox/testing/approval-world'
import { linkHashFor, waitingLetters } from '@cashbox/testing/make-operator'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { agentOf } from '@cashbox/testing/some-agent'
import { beforeEach, describe, expect, test } from 'vitest'
import { expireOldRequests } from './approval-request.ts'

openApprovalWorld()

describe('terms of an agent', () => {
  const agentId = async (email: string) =>
    only(await world.db.query(sql`select id from agent where id = ${agentOf(email)}`, { id: col.uuid })).id
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

    await logInAll()
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

  test('is decided and withdrawn by those only who have seen its latest version', async () => {
    const request = waitingIn(await setRate('25000', admin))
    for (const version of [request.version - 1, request.version + 1]) {
      const unseen = { ...request, version }
      expect((await approveAs(finance, unseen)).failure.code).toBe('version_conflict')
      expect((await decide(finance, unseen, 'reject')).failure.code).toBe('version_conflict')
      expect((await withdrawAs(admin, unseen)).failure.code).toBe('version_conflict')
    }
    expect((await withdrawAs(admin, request)).payload.request.state).toBe('withdrawn')
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
    await logInAll()
    expect((await approveAs(admin, request)).failure.code).toBe('request_expired')
    expect((await withdrawAs(finance, request)).failure.code).toBe('request_expired')
    expect((await rateOf()).rate).not.toBe('25000')
    const next = waitingIn(await setRate('26000'))
    expect(await read(request.id)).toMatchObject({ state: 'expired', decided_by: null })
    world.clock.advance(7 * 24 * 60 * 60 + 1)
    await expireOldRequests(world.ofServer, world.clock)
    await logInAll()
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
      update agent set status = 'pending', is_email_verified = true where id = ${agentOf('rejected@cashbox.test')}`)
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
    await world.db.execute(sql`update agent set status = 'rejected' where id = ${agentOf('rejected@cashbox.test')}`)
    expect((await finance.call(contract.countWaiting, {})).payload.held_topups).toBe(0)
  })

  test('says when no second operator could decide it', async () => {
    await world.db.execute(sql`update operator set disabled_at = now() where role = 'admin' or email like 'finance2%'`)
    const request = waitingIn(await setRate('25000'))
    expect(request.possible_deciders).toBe(0)
    await world.db.execute(sql`update operator set disabled_at = null where role = 'admin'`)
  })
})
