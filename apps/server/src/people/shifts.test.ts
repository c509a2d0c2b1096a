import { randomUUID } from 'node:crypto'
import { confirmPayment, getProfile, lookUpTransaction, type StaffRight } from '@cashbox/contract'
import { col, only, queryOne, sql } from '@cashbox/postgres/database'
import { someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '../access/sessions.ts'
import { closeForgottenShifts, closeShift, openShift, readShift } from './shifts.ts'
import { addStaff, changeStaffTerms, stopStaff } from './staff.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Terms {
  readonly rights?: readonly StaffRight[]
  readonly maxAmount?: bigint
  readonly maxPerShift?: bigint
}

const POINT = { geo_lat: '41.2995', geo_lon: '69.2401' }
const caller = { ip: '127.0.0.1', userAgent: 'test', language: 'en' as const }

/** A shop with a float, and someone who works there, signed in with an open shift. */
async function shop(terms: Terms = {}) {
  const agent = await someAgent(world, { status: 'approved', float: '1000.00' })
  return { agent, ...(await cashier(agent.id, terms)) }
}

async function cashier(agentId: string, terms: Terms = {}) {
  const { rights = ['deposit', 'withdraw'], maxAmount = null, maxPerShift = null } = terms
  const at = world.clock.now()
  const staffTerms = { rights, max_amount: maxAmount, max_per_shift: maxPerShift }
  return world.db.transaction(async (tx) => {
    const name = `Dilnoza ${randomUUID().slice(0, 8)}`
    const staffId = await addStaff(tx, { agentId, name, personId: null, pinHash: null, ...staffTerms }, at)
    const staff = { id: staffId, personId: null, deviceId: null }
    const token = await openSession(tx, world.clock, agentId, { remember: false, caller, device: {}, staff })
    const { id: sessionId } = await queryOne(tx, { id: col.uuid })`
      select id from session where staff_id = ${staffId}`
    const shiftId = await openShift(tx, { agentId, staffId, sessionId }, at)
    return { staffId, sessionId, token, shiftId, name }
  })
}

async function pay(
  token: string,
  amount: string,
  type: 'deposit' | 'withdraw' = 'deposit',
  key: string = randomUUID(),
) {
  const { transaction_id, security_code } = await world.openTransaction(type, amount)
  const input = { type, transaction_id, amount, ...(security_code ? { security_code } : {}), ...POINT }
  const { status, failure } = await world.call(confirmPayment, input, { token, key })
  return status === 200 ? 'confirmed' : failure.code
}

const change = (agentId: string, staffId: number, { rights = ['deposit', 'withdraw'], ...caps }: Terms) =>
  world.db.transaction(async (tx) => {
    const { version } = await queryOne(tx, { version: col.int4 })`select version from staff where id = ${staffId}`
    const terms = { rights, max_amount: caps.maxAmount ?? null, max_per_shift: caps.maxPerShift ?? null }
    return changeStaffTerms(tx, agentId, staffId, terms, version)
  })

const close = (agentId: string, shiftId: number) =>
  world.db.transaction((tx) => closeShift(tx, { agentId, shiftId, by: 'owner', kind: 'counted' }, world.clock.now()))

test('every confirmation says in which shift it was made, and none for the owner', async () => {
  const { agent, token, shiftId } = await shop()
  expect(await pay(token, '10.00')).toBe('confirmed')
  expect(await pay(agent.token, '5.00')).toBe('confirmed')
  expect(await pay(token, '20.00', 'withdraw')).toBe('confirmed')
  const rows = await world.db.query(
    sql`select shift_id from confirmation where agent_id = ${agent.id} order by number`,
    { shift_id: col.nullable(col.int4) },
  )
  expect(rows.map((row) => row.shift_id)).toEqual([shiftId, null, shiftId])
  expect(await close(agent.id, shiftId)).toMatchObject({
    deposit_count: 1,
    deposit_sum: 1000n,
    withdraw_count: 1,
    withdraw_sum: 2000n,
  })
})

describe('staff are refused', () => {
  test('what their rights leave out, and a wrong code from them locks nothing', async () => {
    const { token } = await shop({ rights: ['deposit'] })
    expect(await pay(token, '10.00', 'withdraw')).toBe('staff_right_missing')
    const { transaction_id } = await world.openTransaction('withdraw', '10.00')
    const input = { type: 'withdraw' as const, transaction_id, amount: '10.00', security_code: '000000', ...POINT }
    for (let turn = 0; turn < 6; turn += 1) {
      const { failure } = await world.call(confirmPayment, input, { token, key: randomUUID() })
      expect(failure.code).toBe('staff_right_missing')
    }
    const { wrong_codes } = await queryOne(world.db, { wrong_codes: col.int4 })`
      select wrong_codes from player_transaction where transaction_id = ${transaction_id}`
    expect(wrong_codes).toBe(0)
  })

  test('more than their limit for one payment or for the shift, with what is left', async () => {
    const { token } = await shop({ maxAmount: 3000n, maxPerShift: 5000n })
    expect(await pay(token, '30.01')).toBe('staff_cap_exceeded')
    expect(await pay(token, '30.00')).toBe('confirmed')
    const { transaction_id } = await world.openTransaction('deposit', '20.01')
    const input = { type: 'deposit' as const, transaction_id, amount: '20.01', ...POINT }
    const { failure } = await world.call(confirmPayment, input, { token })
    expect([failure.code, failure.message]).toEqual([
      'staff_cap_exceeded',
      'You may still confirm 20.00 UZS. Ask the owner of the point.',
    ])
    expect(await pay(token, '20.00', 'withdraw')).toBe('confirmed')
    expect(await pay(token, '0.01')).toBe('staff_cap_exceeded')
  })

  test('everything after their shift was closed, but a repeat of what was confirmed in it still says so', async () => {
    const { agent, token, shiftId } = await shop()
    const key = randomUUID()
    const { transaction_id } = await world.openTransaction('deposit', '10.00')
    const input = { type: 'deposit' as const, transaction_id, amount: '10.00', ...POINT }
    expect((await world.call(confirmPayment, input, { token, key })).status).toBe(200)
    await close(agent.id, shiftId)
    expect(await pay(token, '10.00')).toBe('shift_closed')
    expect((await world.call(confirmPayment, input, { token, key })).status).toBe(200)
  })

  test('what was confirmed already, before anything about their rights', async () => {
    const { agent, token } = await shop({ rights: [] })
    const { transaction_id } = await world.openTransaction('deposit', '10.00')
    const input = { type: 'deposit' as const, transaction_id, amount: '10.00', ...POINT }
    expect((await world.call(confirmPayment, input, { token: agent.token })).status).toBe(200)
    expect((await world.call(confirmPayment, input, { token })).failure.code).toBe('transaction_already_confirmed')
  })

  test('in the look-up what the confirmation would be refused for', async () => {
    const { agent, token, shiftId } = await shop({ maxAmount: 3000n, rights: ['deposit'] })
    const verdict = async (type: 'deposit' | 'withdraw', amount: string) => {
      const { transaction_id } = await world.openTransaction(type, amount)
      const { payload } = await world.call(lookUpTransaction, { transaction_id, ...POINT }, { token })
      return payload.transaction.verdict?.refusal
    }
    expect(await verdict('deposit', '30.00')).toBeNull()
    expect(await verdict('deposit', '30.01')).toBe('staff_cap_exceeded')
    expect(await verdict('withdraw', '1.00')).toBe('staff_right_missing')
    await close(agent.id, shiftId)
    expect(await verdict('deposit', '1.00')).toBe('shift_closed')
  })

  test('every call that is not named for them', async () => {
    const { token } = await shop({ rights: ['deposit', 'withdraw', 'balance', 'reprint', 'statement', 'staff'] })
    const { status, failure } = await world.call(getProfile, {}, { token })
    expect([status, failure.code]).toEqual([403, 'staff_right_missing'])
  })

  test('in the shift of another point', async () => {
    const here = await shop()
    const there = await shop()
    await world.db.execute(sql`update session set shift_id = ${there.shiftId} where id = ${here.sessionId}`)
    expect(await pay(here.token, '1.00')).toBe('shift_closed')
  })
})

describe('a change of their terms', () => {
  test('holds for the next confirmation, also a limit that the shift had not', async () => {
    const { agent, token, staffId } = await shop()
    expect(await pay(token, '30.00')).toBe('confirmed')
    await change(agent.id, staffId, { maxPerShift: 4000n })
    expect(await pay(token, '10.01')).toBe('staff_cap_exceeded')
    expect(await pay(token, '10.00')).toBe('confirmed')
    await change(agent.id, staffId, { rights: ['withdraw'], maxPerShift: 9000n })
    expect(await pay(token, '1.00')).toBe('staff_right_missing')
    expect(await pay(token, '1.00', 'withdraw')).toBe('confirmed')
  })

  test('of nobody at this point is refused', async () => {
    const [here, there] = [await shop(), await shop()]
    await expect(change(here.agent.id, there.staffId, {})).rejects.toThrow('version_conflict')
  })
})

test('who is stopped is signed out everywhere, and confirms nothing more', async () => {
  const { agent, token, staffId, shiftId } = await shop()
  await world.db.transaction((tx) => stopStaff(tx, agent.id, staffId, world.clock.now()))
  expect(await pay(token, '1.00')).toBe('not_signed_in')
  const shift = await queryOne(world.db, { rights: col.textArray })`select rights from shift where id = ${shiftId}`
  expect(shift.rights).toEqual([])
  const open = world.db.transaction((tx) =>
    openShift(tx, { agentId: agent.id, staffId, sessionId: randomUUID() }, world.clock.now()),
  )
  await expect(open).rejects.toThrow('staff_right_missing')
  expect(await close(agent.id, shiftId)).toMatchObject({ staff_id: staffId, deposit_count: 0 })
})

describe('shifts', () => {
  test('a second phone joins the open one; two who close it get the same report', async () => {
    const { agent, staffId, sessionId, shiftId, token } = await shop()
    await pay(token, '10.00')
    const at = world.clock.now()
    const again = await world.db.transaction((tx) => openShift(tx, { agentId: agent.id, staffId, sessionId }, at))
    expect(again).toBe(shiftId)
    const [one, other] = await Promise.all([close(agent.id, shiftId), close(agent.id, shiftId)])
    expect(one).toEqual(other)
    expect(one).toMatchObject({ end_kind: 'counted', deposit_sum: 1000n })
    expect(await world.db.transaction((tx) => readShift(tx, agent.id, shiftId))).toEqual(one)
  })

  test('of several people run side by side, and each confirmation is in one of them', async () => {
    const { agent, token, shiftId } = await shop()
    const other = await cashier(agent.id)
    await pay(token, '10.00')
    await pay(other.token, '20.00')
    await pay(token, '30.00')
    expect(await close(agent.id, shiftId)).toMatchObject({ deposit_count: 2, deposit_sum: 4000n })
    await pay(other.token, '40.00')
    expect(await close(agent.id, other.shiftId)).toMatchObject({ deposit_count: 2, deposit_sum: 6000n })
  })

  test('fifty confirmations of four cashiers at once never pass a limit or the float', async () => {
    const { agent, ...first } = await shop({ maxPerShift: 10000n })
    const more = [1, 2, 3].map(() => cashier(agent.id, { maxPerShift: 10000n }))
    const cashiers = [first, ...(await Promise.all(more))]
    const results = await Promise.all(
      Array.from({ length: 52 }, async (_, index) => {
        const one = cashiers[index % cashiers.length]
        if (!one) throw new Error('no cashier')
        return { who: one.staffId, outcome: await pay(one.token, '23.00') }
      }),
    )
    for (const { staffId, shiftId } of cashiers) {
      const done = results.filter(({ who, outcome }) => who === staffId && outcome === 'confirmed')
      expect(done).toHaveLength(4)
      expect(await close(agent.id, shiftId)).toMatchObject({ deposit_count: 4, deposit_sum: 9200n })
    }
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['confirmed', 'staff_cap_exceeded']))
  })

  test('that nobody closes end by themselves after three days, and not before', async () => {
    const { agent, shiftId, token } = await shop()
    await pay(token, '10.00')
    const endOld = () => closeForgottenShifts(world.services)
    const read = () => world.db.transaction((tx) => readShift(tx, agent.id, shiftId))
    world.clock.advance(71 * 3600)
    await endOld()
    expect((await read()).end_kind).toBeNull()
    world.clock.advance(3601)
    await endOld()
    expect(await read()).toMatchObject({ end_kind: 'uncounted', closed_by: null, deposit_sum: 1000n })
  })

  test('closing and stopping while confirmations run leaves each in the shift that it was sent in', async () => {
    const { agent, token, shiftId, staffId } = await shop()
    const payments = Array.from({ length: 12 }, () => pay(token, '1.00'))
    const report = await close(agent.id, shiftId)
    const outcomes = await Promise.all(payments)
    const confirmed = outcomes.filter((outcome) => outcome === 'confirmed').length
    expect(outcomes.every((outcome) => ['confirmed', 'shift_closed'].includes(outcome))).toBe(true)
    expect(report.deposit_count).toBe(confirmed)
    await world.db.transaction((tx) => stopStaff(tx, agent.id, staffId, world.clock.now()))
    const { count } = only(
      await world.db.query(sql`select count(*) as count from confirmation where shift_id = ${shiftId}`, {
        count: col.int8,
      }),
    )
    expect(Number(count)).toBe(confirmed)
  })
})

test('two people of one name can not work at one point, in any letters', async () => {
  const { agent } = await shop()
  const at = world.clock.now()
  const terms = { rights: ['deposit'], max_amount: null, max_per_shift: null, personId: null, pinHash: null }
  const add = (name: string) => world.db.transaction((tx) => addStaff(tx, { agentId: agent.id, name, ...terms }, at))
  await add('Zoë  Ali')
  await expect(add('ZOE ali')).rejects.toThrow('staff_name_taken')
})
