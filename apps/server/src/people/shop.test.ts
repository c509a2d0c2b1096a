import { randomUUID } from 'node:crypto'
import * as contract from '@cashbox/contract'
import { type StaffRight, staffPresets } from '@cashbox/contract'
import { listAudit } from '@cashbox/contract/operator'
import { col, query, sql } from '@cashbox/postgres/database'
import { operatorOf } from '@cashbox/testing/operator-client'
import { someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const PIN = '480215'
const POINT = { geo_lat: '41.2995', geo_lon: '69.2401' }
type Owner = Awaited<ReturnType<typeof someAgent>>

const openShop = () => someAgent(world, { status: 'approved', float: '1000.00' })

/** A phone of the shop, as its browser knows it. */
async function enrol(owner: Owner, name = 'Counter') {
  const { payload } = await world.call(contract.addShopDevice, { name }, { token: owner.token })
  return (await world.call(contract.enrolShopDevice, { code: payload.code })).payload.device_token
}

interface Hire {
  readonly name?: string
  readonly rights?: readonly StaffRight[]
  readonly max_amount?: string | null
  readonly max_per_shift?: string | null
}

const invite = (token: string, { name = `Dilnoza ${randomUUID().slice(0, 6)}`, ...terms }: Hire = {}) =>
  world.call(
    contract.inviteStaff,
    {
      name,
      rights: [...(terms.rights ?? staffPresets.cashier)],
      max_amount: null,
      max_per_shift: null,
      ...terms,
    } as never,
    { token },
  )

async function hire(owner: Owner, device_token: string, terms: Hire = {}) {
  const { code } = (await invite(owner.token, terms)).payload
  const { payload } = await world.call(contract.joinShop, { device_token, code, pin: PIN })
  await world.call(contract.openOwnShift, {}, { token: payload.token })
  return payload
}

const unlock = (device_token: string, staff_id: number, pin = PIN) =>
  world.call(contract.unlockShop, { device_token, staff_id, pin })

async function pay(token: string, amount: string) {
  const { transaction_id } = await world.openTransaction('deposit', amount)
  const { status, failure } = await world.call(
    contract.confirmPayment,
    { type: 'deposit', transaction_id, amount, ...POINT },
    { token },
  )
  return status === 200 ? 'confirmed' : failure.code
}

const shopOf = async (token: string) => {
  const { payload, failure } = await world.call(contract.readShop, {}, { token })
  if (!payload) throw new Error(JSON.stringify(failure))
  return payload
}

test('from an invitation to a report: join, confirm, be refused, lock, unlock, close', async () => {
  const owner = await openShop()
  const phone = await enrol(owner)
  const cashier = await hire(owner, phone, { name: 'Nodira', max_amount: '50.00', max_per_shift: '80.00' })
  expect(await pay(cashier.token, '50.00')).toBe('confirmed')
  expect(await pay(cashier.token, '50.01')).toBe('staff_cap_exceeded')
  expect((await world.call(contract.logOut, {}, { token: cashier.token })).status).toBe(200)
  expect(await pay(cashier.token, '1.00')).toBe('not_signed_in')

  const again = (await unlock(phone, cashier.staff_id)).payload
  const shift_id = again.shift_id ?? 0
  expect(await pay(again.token, '30.00')).toBe('confirmed')
  const { shift } = (await world.call(contract.closeShift, { shift_id: `${shift_id}` }, { token: again.token })).payload
  expect(shift).toMatchObject({ name: 'Nodira', deposit_count: 2, deposit_sum: '80.00', closed_by: 'Nodira' })
  expect(await pay(again.token, '1.00')).toBe('shift_closed')
  await world.call(contract.openOwnShift, {}, { token: again.token })
  expect(await pay(again.token, '1.00')).toBe('confirmed')
  expect((await world.call(contract.listShifts, {}, { token: owner.token })).payload.list).toHaveLength(2)
  const known = await shopOf(owner.token)
  expect(known.staff).toMatchObject([{ name: 'Nodira', has_pin: true, max_amount: '50.00' }])
  expect(known.staff[0]?.working_since).not.toBeNull()
})

describe('a code', () => {
  test('works once, for ten minutes, and only at its own shop', async () => {
    const [here, there] = [await openShop(), await openShop()]
    const [phone, elsewhere] = [await enrol(here), await enrol(there)]
    const { code } = (await invite(here.token)).payload
    const join = (device_token: string) => world.call(contract.joinShop, { device_token, code, pin: PIN })
    expect((await join(elsewhere)).failure.code).toBe('shop_code_invalid')
    const both = await Promise.all([join(phone), join(phone)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const { code: late } = (await world.call(contract.addShopDevice, { name: 'Late' }, { token: here.token })).payload
    world.clock.advance(601)
    expect((await world.call(contract.enrolShopDevice, { code: late })).failure.code).toBe('shop_code_invalid')
  })

  test('may be typed in small letters and with spaces', async () => {
    const owner = await openShop()
    const { code } = (await world.call(contract.addShopDevice, { name: 'Phone' }, { token: owner.token })).payload
    const typed = `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`
    expect((await world.call(contract.enrolShopDevice, { code: typed })).status).toBe(200)
  })
})

describe('a PIN', () => {
  test('is not taken on a phone that was never enrolled, was revoked, or is of another shop', async () => {
    const [here, there] = [await openShop(), await openShop()]
    const [phone, elsewhere] = [await enrol(here), await enrol(there)]
    const cashier = await hire(here, phone)
    expect((await unlock(randomUUID().repeat(2), cashier.staff_id)).failure.code).toBe('device_unknown')
    expect((await unlock(elsewhere, cashier.staff_id)).failure.code).toBe('not_found')
    const device_id = (await shopOf(here.token)).devices[0]?.id ?? ''
    const revoked = await world.call(contract.revokeShopDevice, { device_id }, { token: here.token })
    expect(revoked.status).toBe(200)
    expect(await pay(cashier.token, '1.00')).toBe('not_signed_in')
    expect((await unlock(phone, cashier.staff_id)).failure.code).toBe('device_unknown')
  })

  test.each(['000000', '777777', '123456', '987654', '890123', '121212', '123123'])('%s is too easy', async (pin) => {
    const owner = await openShop()
    const device_token = await enrol(owner)
    const { code } = (await invite(owner.token)).payload
    const { failure } = await world.call(contract.joinShop, { device_token, code, pin })
    expect(failure.fields).toMatchObject({ pin: 'pin_too_easy' })
  })

  test('that is wrong five times waits a minute, then two, and never for other people or on other phones', async () => {
    const owner = await openShop()
    const [phone, other] = [await enrol(owner), await enrol(owner)]
    const [one, two] = [await hire(owner, phone), await hire(owner, phone)]
    const guess = async () => (await unlock(phone, one.staff_id, '111222')).failure
    for (let turn = 0; turn < 5; turn += 1) expect((await guess()).code).toBe('pin_wrong')
    expect((await unlock(phone, one.staff_id)).failure.code).toBe('pin_locked')
    expect((await unlock(phone, two.staff_id)).status).toBe(200)
    expect((await unlock(other, one.staff_id)).status).toBe(200)
    world.clock.advance(61)
    expect((await guess()).code).toBe('pin_wrong')
    world.clock.advance(61)
    expect((await guess()).code).toBe('pin_locked')
    world.clock.advance(60)
    expect((await unlock(phone, one.staff_id)).status).toBe(200)
    expect((await guess()).code).toBe('pin_wrong')
  })

  test('is guessed at most fifteen times on one phone; the owner is never locked out, and trusts it again', async () => {
    const owner = await openShop()
    const phone = await enrol(owner)
    const staff = []
    for (let number = 0; number < 4; number += 1) staff.push(await hire(owner, phone))
    const guesses = staff.flatMap(({ staff_id }) => Array.from({ length: 10 }, () => unlock(phone, staff_id, '111222')))
    const codes = (await Promise.all(guesses)).map(({ failure }) => failure.code)
    expect(codes.filter((code) => code === 'pin_wrong').length).toBeLessThanOrEqual(15)
    // Whether anyone's own five come first depends on the order.
    expect(codes.filter((code) => !['pin_wrong', 'pin_locked'].includes(code))).toContain('device_needs_log_in')
    expect(new Set(codes).difference(new Set(['pin_wrong', 'pin_locked', 'device_needs_log_in']))).toEqual(new Set())
    const last = staff[3]?.staff_id ?? 0
    expect((await unlock(phone, last)).failure.code).toBe('device_needs_log_in')
    expect(await pay(owner.token, '1.00')).toBe('confirmed')
    const device_id = (await shopOf(owner.token)).devices.find(({ needs_log_in }) => needs_log_in)?.id ?? ''
    expect((await world.call(contract.trustShopDevice, { device_id }, { token: owner.token })).status).toBe(200)
    expect((await unlock(phone, last)).status).toBe(200)
  })

  test('never reaches a browser, nor does its hash', async () => {
    const owner = await openShop()
    const phone = await enrol(owner)
    await hire(owner, phone)
    const screen = await world.call(contract.readLockScreen, { device_token: phone })
    const answers = JSON.stringify([screen.payload, await shopOf(owner.token)])
    expect(answers).not.toMatch(/argon2|pin_hash|480215/)
  })

  test('that is new signs out whoever knew the old one', async () => {
    const owner = await openShop()
    const phone = await enrol(owner)
    const { staff_id, token } = await hire(owner, phone)
    const { code } = (await world.call(contract.resetPin, { staff_id: `${staff_id}` }, { token: owner.token })).payload
    const joined = await world.call(contract.joinShop, { device_token: phone, code, pin: '904817' })
    expect(joined.payload.staff_id).toBe(staff_id)
    expect(await pay(token, '1.00')).toBe('not_signed_in')
    expect((await unlock(phone, staff_id)).failure.code).toBe('pin_wrong')
    expect(await pay(joined.payload.token, '1.00')).toBe('confirmed')
  })
})

describe('a manager', () => {
  const manage = async (terms: Hire = {}) => {
    const owner = await openShop()
    const phone = await enrol(owner)
    const manager = await hire(owner, phone, { rights: [...staffPresets.manager], ...terms })
    return { owner, phone, manager }
  }

  test('hires and stops others, and closes their shifts', async () => {
    const { owner, phone, manager } = await manage()
    const { code } = (await invite(manager.token)).payload
    const cashier = (await world.call(contract.joinShop, { device_token: phone, code, pin: PIN })).payload
    const { shift } = (await world.call(contract.openOwnShift, {}, { token: cashier.token })).payload
    const closed = await world.call(contract.closeShift, { shift_id: `${shift.id}` }, { token: manager.token })
    expect(closed.payload.shift).toMatchObject({ end_kind: 'forced' })
    const { staff_id } = cashier
    expect((await world.call(contract.stopStaff, { staff_id: `${staff_id}` }, { token: manager.token })).status).toBe(
      200,
    )
    expect(await pay(cashier.token, '1.00')).toBe('not_signed_in')
    expect((await unlock(phone, staff_id)).failure.code).toBe('not_found')
    expect((await shopOf(owner.token)).staff).toHaveLength(1)
  })

  test('gives nobody more than they have themselves, and changes nobody who has more, nor themselves', async () => {
    const { owner, phone, manager } = await manage({ rights: ['deposit', 'staff'], max_amount: '10.00' })
    const refused = async (terms: Hire) => (await invite(manager.token, terms)).failure.code
    expect(await refused({ rights: ['withdraw'], max_amount: '10.00' })).toBe('staff_right_missing')
    expect(await refused({ rights: ['deposit'] })).toBe('staff_right_missing')
    expect(await refused({ rights: ['deposit'], max_amount: '10.01' })).toBe('staff_right_missing')
    expect((await invite(manager.token, { rights: ['deposit'], max_amount: '10.00' })).status).toBe(200)
    const senior = await hire(owner, phone, { rights: [...staffPresets.senior] })
    for (const { staff_id } of [senior, manager]) {
      expect(
        (await world.call(contract.stopStaff, { staff_id: `${staff_id}` }, { token: manager.token })).failure.code,
      ).toBe('staff_right_missing')
      expect((await world.call(contract.resetPin, { staff_id: `${staff_id}` }, { token: manager.token })).status).toBe(
        403,
      )
      const change = {
        staff_id: `${staff_id}`,
        version: 1,
        rights: ['deposit' as const],
        max_amount: '5.00',
        max_per_shift: null,
      }
      expect((await world.call(contract.changeStaff, change, { token: manager.token })).status).toBe(403)
    }
  })

  test('who is stopped lets nobody in by a code that they gave away', async () => {
    const { owner, phone, manager } = await manage()
    const { code } = (await invite(manager.token)).payload
    await world.call(contract.stopStaff, { staff_id: `${manager.staff_id}` }, { token: owner.token })
    const joined = await world.call(contract.joinShop, { device_token: phone, code, pin: PIN })
    expect(joined.failure.code).toBe('shop_code_invalid')
  })
})

/** Every call with a session, and what each preset gets from it. */
describe('the rights of each preset', () => {
  const open = (preset: keyof typeof staffPresets) =>
    contract.agentApi
      .filter(({ access }) => access === 'agent')
      .filter(({ staff }) => staff === 'all' || staff?.some((right) => staffPresets[preset].includes(right as never)))
      .map(({ path }) => path)

  test('open the calls that name them, and no other', async () => {
    const owner = await openShop()
    const phone = await enrol(owner)
    for (const preset of ['cashier', 'senior', 'manager'] as const) {
      const { token } = await hire(owner, phone, { rights: [...staffPresets[preset]] })
      const allowed = open(preset)
      const calls = contract.agentApi.filter(({ access, path }) => access === 'agent' && path !== '/auth/logout')
      for (const endpoint of calls) {
        const { failure } = await world.call(
          endpoint,
          { staff_id: '999', device_id: randomUUID(), shift_id: '999' },
          {
            token,
          },
        )
        const isClosed = failure?.code === 'staff_right_missing'
        expect([endpoint.path, isClosed]).toEqual([endpoint.path, !allowed.includes(endpoint.path)])
      }
    }
    expect(open('cashier')).not.toContain('/shop')
    expect(open('manager')).not.toContain('/shop/devices')
  })
})

test('two cannot have one name, and every act about people is in the audit with who did it', async () => {
  const owner = await openShop()
  const phone = await enrol(owner, 'Till 1')
  const manager = await hire(owner, phone, { name: 'Malika', rights: [...staffPresets.manager] })
  const { code } = (await invite(manager.token, { name: 'MALIKA' })).payload
  const joined = await world.call(contract.joinShop, { device_token: phone, code, pin: PIN })
  expect(joined.failure.code).toBe('staff_name_taken')
  const risk = await operatorOf(world.address, 'risk')
  const { list } = (await risk.call(listAudit, { subject_id: owner.id })).payload
  expect(list.map(({ actor, action, after }) => [actor, action, after])).toEqual([
    [`Malika, agent ${owner.cashId}`, 'agent.add-staff', { name: 'MALIKA' }],
    [`agent ${owner.cashId}`, 'agent.add-staff', { name: 'Malika' }],
    [`agent ${owner.cashId}`, 'agent.add-phone', { name: 'Till 1' }],
  ])
})

test('nobody acts on the people, phones or shifts of another point', async () => {
  const [here, there] = [await openShop(), await openShop()]
  const phone = await enrol(there)
  const { staff_id } = await hire(there, phone)
  const device_id = (await shopOf(there.token)).devices[0]?.id ?? ''
  const [shift] = await query(world.db, { id: col.int4 })`select id from shift where agent_id = ${there.id}`
  const terms = { rights: ['deposit' as const], max_amount: null, max_per_shift: null }
  const { token } = here
  const answers = await Promise.all([
    world.call(contract.stopStaff, { staff_id: `${staff_id}` }, { token }),
    world.call(contract.resetPin, { staff_id: `${staff_id}` }, { token }),
    world.call(contract.changeStaff, { staff_id: `${staff_id}`, version: 1, ...terms }, { token }),
    world.call(contract.trustShopDevice, { device_id }, { token }),
    world.call(contract.revokeShopDevice, { device_id }, { token }),
    world.call(contract.closeShift, { shift_id: `${shift?.id}` }, { token }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect(await world.db.execute(sql`select 1 from shift where id = ${shift?.id ?? 0} and closed_at is null`)).toBe(1)
})
