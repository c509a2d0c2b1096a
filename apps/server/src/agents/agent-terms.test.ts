import * as contract from '@cashbox/contract/operator'
import { sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: World
let risk: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  risk = await operatorOf(world.address, 'risk')
  // Not the first: that is where new agents begin.
  const id = 'ffffffff-ffff-7fff-8fff-ffffffffffff'
  await world.db.execute(sql`
    insert into channel (id, code, name, currency_code) values (${id}, 'samarkand', 'Samarkand', 'UZS')`)
  await world.db.execute(sql`
    insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp) values (${id}, 'epoch', 100, 100)`)
})
afterAll(() => world.close())

const read = async (agent_id: string) => (await risk.call(contract.readAgent, { agent_id })).payload.agent

type Input = Partial<Parameters<typeof risk.call<typeof contract.setAgentTerms>>[1]>
async function setTerms(agent_id: string, input: Input, version?: number) {
  const seen = version ?? (await read(agent_id)).version
  const answer = await risk.call(contract.setAgentTerms, { agent_id, version: seen, reason: 'As agreed', ...input })
  if (answer.payload?.request) await agree(world.address, answer)
  return answer
}

async function deposit(token: string, amount: string) {
  const { transaction_id } = await world.openTransaction('deposit', amount)
  return world.confirm(token, { type: 'deposit', transaction_id, amount })
}

async function withdraw(token: string, amount: string, cashId?: string) {
  const { transaction_id, security_code } = await world.openTransaction('withdraw', amount, cashId)
  return world.confirm(token, { type: 'withdraw', transaction_id, amount, security_code })
}

const codeOf = ({ status, failure }: { status: number; failure: { code: string } }) =>
  status === 200 ? 'done' : failure.code

describe('a credit line', () => {
  test('lets the float go below zero down to it, and not further', async () => {
    const agent = await someAgent(world, { status: 'approved', float: '100.00' })
    expect(codeOf(await deposit(agent.token, '100.01'))).toBe('float_insufficient')
    expect(codeOf(await setTerms(agent.id, { credit_line: '50.00' }))).toBe('done')
    expect(codeOf(await deposit(agent.token, '150.01'))).toBe('float_insufficient')
    expect(codeOf(await deposit(agent.token, '150.00'))).toBe('done')
    expect(await world.balance(agent.token)).toBe('-50.00')
    expect(codeOf(await deposit(agent.token, '0.01'))).toBe('float_insufficient')
    expect(await read(agent.id)).toMatchObject({ balance: '-50.00', credit_line: '50.00' })
  })

  test('is not lowered below what is used of it', async () => {
    const agent = await someAgent(world, { status: 'approved', float: '100.00' })
    await setTerms(agent.id, { credit_line: '50.00' })
    await deposit(agent.token, '130.00')
    const { status, failure } = await setTerms(agent.id, { credit_line: '29.99', max_amount: '7.00' })
    expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, 'credit_line_used', ['credit_line']])
    expect(codeOf(await setTerms(agent.id, { credit_line: null }))).toBe('credit_line_used')
    expect(await read(agent.id)).toMatchObject({ credit_line: '50.00', max_amount: null, version: 2 })
    expect(codeOf(await setTerms(agent.id, { credit_line: '30.00' }))).toBe('done')
    await withdraw(agent.token, '30.00')
    expect(codeOf(await setTerms(agent.id, { credit_line: null }))).toBe('done')
    expect((await read(agent.id)).credit_line).toBeNull()
  })

  test('is never used beyond what it is, while it is lowered and used at once', async () => {
    const agent = await someAgent(world, { status: 'approved', float: '10.00' })
    await setTerms(agent.id, { credit_line: '100.00' })
    const [lowered, ...used] = await Promise.all([
      setTerms(agent.id, { credit_line: '40.00' }, 2),
      ...Array.from({ length: 11 }, () => deposit(agent.token, '10.00')),
    ])
    const { balance, credit_line } = await read(agent.id)
    const done = used.filter(({ status }) => status === 200).length
    expect(balance).toBe((10 - 10 * done).toFixed(2))
    expect(credit_line).toBe(lowered.status === 200 ? '40.00' : '100.00')
    expect(Number(balance)).toBeGreaterThanOrEqual(-Number(credit_line))
  })
})

describe('terms', () => {
  test('count from the next confirmation: fees, limits, point and area', async () => {
    const agent = await someAgent(world, { status: 'approved', float: '1000.00' })
    await setTerms(agent.id, { deposit_fee_bp: 1000, max_amount: '100.00', daily_limit: '250.00' })
    expect(codeOf(await deposit(agent.token, '100.01'))).toBe('limit_exceeded')
    expect(codeOf(await deposit(agent.token, '100.00'))).toBe('done')
    expect(codeOf(await withdraw(agent.token, '100.00'))).toBe('done')
    expect(codeOf(await deposit(agent.token, '50.01'))).toBe('limit_exceeded')
    const { list } = (await risk.call(contract.listAgentConfirmations, { agent_id: agent.id })).payload
    expect(list.map(({ fee, fee_bp }) => [fee, fee_bp])).toEqual([
      ['1.50', 150],
      ['10.00', 1000],
    ])
    expect(await read(agent.id)).toMatchObject({ commission: '11.50', volume_today: '200.00', daily_limit: '250.00' })

    await setTerms(agent.id, {
      daily_limit: '1000000.00',
      deposit_fee_bp: null,
      geo_lat: '48.85',
      geo_lon: '2.35',
      geo_area: 300,
    })
    expect(codeOf(await deposit(agent.token, '10.00'))).toBe('geo_outside')
    await setTerms(agent.id, { geo_lat: '41.3', geo_lon: '69.24' })
    expect(codeOf(await deposit(agent.token, '10.00'))).toBe('done')
    expect(await read(agent.id)).toMatchObject({ deposit_fee_bp: null, commission: '11.70', geo_lat: '41.3' })
  })

  test('that are left out stay', async () => {
    const agent = await someAgent(world)
    const terms = {
      deposit_fee_bp: 0,
      withdraw_fee_bp: 10_000,
      max_amount: '5.00',
      daily_limit: '9.00',
      credit_line: '1.00',
    }
    await setTerms(agent.id, terms)
    await setTerms(agent.id, { geo_area: 70 })
    expect(await read(agent.id)).toMatchObject({ ...terms, geo_area: 70, geo_lat: '41.2995', version: 3 })
  })

  test('are in the audit with what was and what is, and why', async () => {
    const agent = await someAgent(world)
    await setTerms(agent.id, { max_amount: '5.00', credit_line: '1.00' })
    const { list } = (await risk.call(contract.listAudit, { subject_kind: 'agent', subject_id: agent.id })).payload
    expect(list).toMatchObject([{ action: 'agent.set-terms', reason: 'As agreed' }])
    expect(list[0]).toMatchObject({
      before: { max_amount: null, credit_line: '0.00', version: 1 },
      after: { max_amount: '5.00', credit_line: '1.00', version: 2 },
    })
  })

  test('have one winner when two operators set them at once', async () => {
    const agent = await someAgent(world)
    const answers = await Promise.all([
      setTerms(agent.id, { max_amount: '5.00' }, 1),
      setTerms(agent.id, { max_amount: '6.00' }, 1),
    ])
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'version_conflict'])
  })

  test.each<[Input & { status?: string }, string]>([
    [{ geo_area: 0 }, 'geo_area'],
    [{ geo_area: 1.5 }, 'geo_area'],
    [{ geo_area: 30_000_000 }, 'geo_area'],
    [{ geo_lat: '91' }, 'geo_lat'],
    [{ geo_lon: '-180.1' }, 'geo_lon'],
    [{ geo_lat: '1e1' }, 'geo_lat'],
    [{ deposit_fee_bp: 10_100 }, 'deposit_fee_bp'],
    [{ withdraw_fee_bp: -1 }, 'withdraw_fee_bp'],
    [{ max_amount: '-5.00' }, 'max_amount'],
    [{ daily_limit: '0' }, 'daily_limit'],
    [{ credit_line: '1.005' }, 'credit_line'],
    [{ credit_line: '1000000000000' }, 'credit_line'],
    [{ channel: 'atlantis' }, 'channel'],
    [{ channel: 'demo' }, 'channel'],
    [{ reason: ' ' }, 'reason'],
    [{ status: 'approved' }, 'status'],
  ])('%j are refused beside their field, when set and when approving', async (input, field) => {
    const agent = await someAgent(world)
    const place = { channel: 'tashkent', geo_lat: '41', geo_lon: '69', geo_area: 100 }
    const ids = { agent_id: agent.id, version: 1 }
    const answers = [await setTerms(agent.id, input)]
    if (field !== 'reason') {
      answers.push(await risk.call(contract.approveAgentOnTerms, { ...ids, ...place, ...(input as object) }))
    }
    for (const { status, failure } of answers) expect([status, Object.keys(failure.errors)]).toEqual([422, [field]])
    expect(await read(agent.id)).toMatchObject({ status: 'pending', version: 1 })
  })
})

describe('a channel', () => {
  const istanbul = { channel: 'istanbul', geo_lat: '41.01', geo_lon: '28.97', geo_area: 200 }
  const approve = async (agent_id: string, terms: object = {}) =>
    risk.call(contract.approveAgentOnTerms, { agent_id, version: 1, ...istanbul, ...terms })

  test('of the same currency can be changed at any time', async () => {
    const agent = await someAgent(world, { status: 'approved', float: '10.00' })
    await setTerms(agent.id, { channel: 'samarkand', credit_line: '5.00' })
    expect(await read(agent.id)).toMatchObject({
      channel: { code: 'samarkand', currency_code: 'UZS' },
      balance: '10.00',
      credit_line: '5.00',
    })
    expect(codeOf(await deposit(agent.token, '1.00'))).toBe('transaction_not_found')
  })

  test('of another currency is where an agent without any money begins', async () => {
    const agent = await someAgent(world)
    await setTerms(agent.id, { max_amount: '5.00', credit_line: '7.00' })
    const { payload } = await risk.call(contract.approveAgentOnTerms, {
      agent_id: agent.id,
      version: 2,
      ...istanbul,
      max_amount: '40.00',
      daily_limit: '300.00',
    })
    expect(payload.agent).toMatchObject({ status: 'approved', channel: { code: 'istanbul', currency_code: 'TRY' } })
    expect(payload.agent).toMatchObject({
      max_amount: '40.00',
      daily_limit: '300.00',
      credit_line: null,
      balance: '0.00',
    })
    const { transaction_id, security_code } = await world.openTransaction('withdraw', '10.00', agent.cashId)
    const input = { type: 'withdraw', transaction_id, amount: '10.00', security_code } as const
    expect(codeOf(await world.confirm(agent.token, { ...input, geo_lat: '41.01', geo_lon: '28.97' }))).toBe('done')
    expect(await world.balance(agent.token)).toBe('10.00')
  })

  test('gives an agent who is approved without limits those of its currency, and only two operators take them away', async () => {
    const agent = await someAgent(world)
    const { payload } = await approve(agent.id, { max_amount: null })
    expect(payload.agent).toMatchObject({ status: 'approved', max_amount: '50000.00', daily_limit: '500000.00' })
    const { request } = (await setTerms(agent.id, { daily_limit: null })).payload
    expect(request).toMatchObject({ kind: 'agent_terms', state: 'pending', after: { daily_limit: null } })
  })

  test('of another currency is closed to agents who have had money, or were approved', async () => {
    const paid = await someAgent(world, { float: '10.00' })
    const answer = await approve(paid.id)
    expect([answer.failure.code, Object.keys(answer.failure.errors)]).toEqual(['currency_mismatch', ['channel']])
    const working = await someAgent(world, { status: 'approved' })
    expect(codeOf(await setTerms(working.id, { channel: 'istanbul' }))).toBe('currency_mismatch')
    expect(await read(paid.id)).toMatchObject({ status: 'pending', channel: { code: 'tashkent' } })
  })
})
