import * as contract from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import {
  admin,
  admin2,
  agreeOnRate,
  approveAs,
  auditOf,
  finance,
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
import { agentOf } from '@cashbox/testing/some-agent'
import { beforeEach, describe, expect, test } from 'vitest'
import { approvalChecks } from './verify.ts'

openApprovalWorld()

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
      await world.db.query(sql`select id from agent where id = ${agentOf('approved@cashbox.test')}`, { id: col.uuid }),
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
  /** An entry of the audit for something that no request allowed. */
  const forged = (action: string, subject: string, before: string | null, after: string) =>
    `insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, before, after,
       previous_hash, hash)
     select 999999, now(), id, 'forger', '${action}', '${subject}', 'x', ${before === null ? 'null' : `'${before}'`}, '${after}',
       '', '' from operator limit 1`
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
      forged('money.set-approval-limit', 'approval_limit', '{"above": "1.00"}', '{"above": "2.00"}'),
      [named],
    ],
    [
      'an operator whom one admin made',
      forged('operator.create', 'operator', null, '{"email": "x@example.com"}'),
      [named],
    ],
    [
      'a key, its address ranges, a webhook address and fees that one admin set',
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
         ('partner.set-key-ranges', '{"address_ranges": "any"}', '{"address_ranges": "127.0.0.0/8"}'), ('partner.set-webhook', '{"url": "a"}', '{"url": "b"}'),
         ('channel.set-fees', '{"deposit_fee_bp": 1, "withdraw_fee_bp": 1}', '{"deposit_fee_bp": 2, "withdraw_fee_bp": 1}'))
         as forged (action, before, after)`,
      [named],
    ],
    [
      'a credit line that one operator granted',
      forged(
        'agent.set-terms',
        'agent',
        '{"credit_line": "0.00"}',
        '{"credit_line": "2000.00", "approval_limit": "1000.00"}',
      ),
      [named],
    ],
    [
      'a limit per player that one admin removed',
      forged('player-limit.set', 'player_limit', '{"limit_week": "5.00"}', '{"limit_week": null}'),
      [named],
    ],
    [
      'an agent whom one operator restored though another role had stopped them',
      forged('agent.restore', 'agent', '{"status": "blocked"}', '{"status": "approved", "is_other_role": true}'),
      [named],
    ],
    [
      'an area that one operator made wide',
      forged('agent.approve', 'agent', '{"geo_area": 0}', '{"geo_area": 5001}'),
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
