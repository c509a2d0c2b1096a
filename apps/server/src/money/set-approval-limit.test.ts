import * as contract from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { agree as agreeOn } from '@cashbox/testing/agree'
import { openMoneyWorld } from '@cashbox/testing/money-world'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let world: Awaited<ReturnType<typeof openMoneyWorld>>
beforeAll(async () => {
  world = await openMoneyWorld()
})
afterAll(() => world.close())
beforeEach(() => world.setApprovalLimit({ UZS: '1000.00', USDT: '2.00' }))

const read = async () => (await world.finance().call(contract.readApprovalLimits, {})).payload
const above = async (asset: string) => (await read()).list.find((known) => known.asset === asset)?.above
const set = async (asset: string, sum: unknown, version?: number) =>
  world.admin().call(contract.setApprovalLimit, {
    version: version ?? (await read()).version,
    asset,
    above: sum as string,
    reason: 'a new office',
  })
/** Sets it, with the second admin where one is needed. */
const agree = async (asset: string, sum: string | null) => {
  const answer = await set(asset, sum)
  if (answer.payload.request !== null) await agreeOn(world.address, answer)
}
const ask = async (amount: string) => {
  const { cashId } = await world.newAgent()
  return (await world.ask({ kind: 'adjustment', cash_id: cashId, amount })).payload.request.state
}

describe('the sum that one may move alone', () => {
  test('is shown for every currency of the network and every coin with a rate', async () => {
    expect((await read()).list).toEqual([
      { asset: 'TRY', above: null, per_day: null, is_per_day_default: true },
      { asset: 'USD', above: null, per_day: '900000000000.00', is_per_day_default: false },
      { asset: 'USDT', above: '2.00', per_day: '900000000000.00', is_per_day_default: false },
      { asset: 'UZS', above: '1000.00', per_day: '900000000000.00', is_per_day_default: false },
    ])
  })

  test('counts from the next request on, lower or higher, and what waits goes on waiting', async () => {
    expect(await ask('500.00')).toBe('completed')
    await agree('UZS', '499.99')
    expect(await ask('500.00')).toBe('pending')
    await agree('UZS', '500')
    expect(await ask('500.00')).toBe('completed')
    await set('UZS', null)
    expect(await ask('0.01')).toBe('pending')
    const [row] = await world.db.query(sql`select count(*) as waiting from approval_request where state = 'pending'`, {
      waiting: col.int8,
    })
    expect(row?.waiting).toBe(2n)
  })

  test('changes for one currency, and not for the others', async () => {
    await agree('TRY', '12.5')
    expect([await above('TRY'), await above('UZS'), await above('USDT')]).toEqual(['12.50', '1000.00', '2.00'])
  })

  test('is written down with who, why, and what it was before', async () => {
    await set('UZS', '250.00')
    await agree('UZS', '9000.00')
    await set('UZS', null)
    const { payload } = await world.admin().call(contract.listAudit, { subject_kind: 'approval_limit', limit: '3' })
    const entry = { action: 'money.set-approval-limit', subject_id: 'UZS', reason: 'a new office' }
    expect(payload.list).toMatchObject([
      { ...entry, actor: 'Sandbox admin', before: { above: '9000.00' }, after: { above: null } },
      {
        ...entry,
        actor: 'Sandbox admin, approved by Sandbox second admin',
        before: { above: '250.00' },
        after: { above: '9000.00' },
      },
      { ...entry, actor: 'Sandbox admin', before: { above: '1000.00' }, after: { above: '250.00' } },
    ])
  })

  test.each(['plenty', '-5', '0', '1.234', '', undefined])('is no %s', async (sum) => {
    const { status, failure } = await set('UZS', sum)
    expect([status, Object.keys(failure.errors)]).toEqual([422, ['above']])
    expect(await above('UZS')).toBe('1000.00')
  })

  test('is not set for what is not moved here', async () => {
    for (const asset of ['XYZ', 'uzs', '?']) {
      const { status, failure } = await set(asset, '5.00')
      expect([status, Object.keys(failure.errors)]).toEqual([422, ['asset']])
    }
    expect(await above('XYZ')).toBeUndefined()
  })

  test('is shown as none where the database has no amount', async () => {
    await world.setApprovalLimit({ TRY: '0.00' })
    await world.spoilApprovalLimit('UZS')
    expect([await above('UZS'), await above('TRY')]).toEqual([null, null])
  })

  test('is not changed with an outdated value, or without a reason', async () => {
    const { version } = await read()
    expect((await set('UZS', '5.00', version - 1)).failure.code).toBe('version_conflict')
    const input = { version, asset: 'UZS', above: '5.00' } as never
    expect((await world.admin().call(contract.setApprovalLimit, input)).failure.errors).toHaveProperty('reason')
    expect(await above('UZS')).toBe('1000.00')
  })

  test('is changed by one of several at the same moment', async () => {
    const { version } = await read()
    const answers = await Promise.all(['1.00', '2.00', '3.00'].map((sum) => set('UZS', sum, version)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const won = answers.find(({ status }) => status === 200)
    expect(won?.payload).toEqual({ ...(await read()), request: null })
    expect(won?.payload.version).toBe(version + 1)
  })
})
