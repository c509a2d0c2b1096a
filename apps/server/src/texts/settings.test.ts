import { getProfile, getSettings } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperatorClient, operatorOf } from '../../test/operator-client.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let admin: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  admin = await operatorOf(world.address, 'admin')
})
afterAll(() => world.close())

const reason = 'as asked'
const read = async () => (await admin.call(contract.readConsoleSettings, {})).payload
const change = async (changes: object) =>
  admin.call(contract.changeConsoleSettings, { version: (await read()).version, reason, ...changes })
const auditOf = async () => (await admin.call(contract.listAudit, { subject_kind: 'settings' })).payload.list

describe('settings', () => {
  test('are changed for every app at once, and written down', async () => {
    const before = await read()
    const { payload } = await change({ partner_name: 'Bazaar', brand_color: '#AABB00', telegram_link: null })
    expect(payload.settings).toEqual({
      ...before.settings,
      partner_name: 'Bazaar',
      brand_color: '#aabb00',
      telegram_link: null,
    })
    expect(payload.version).toBe(before.version + 1)
    expect((await world.call(getSettings, {})).payload).toEqual(payload.settings)
    expect((await auditOf())[0]).toMatchObject({
      action: 'settings.change',
      reason,
      before: { partner_name: 'Cashbox' },
      after: { partner_name: 'Bazaar', telegram_link: null },
    })
  })

  test('are changed by one of several who look at them together', async () => {
    const { version } = await read()
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((partner_name) =>
        admin.call(contract.changeConsoleSettings, { version, reason, partner_name }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('close the agent API for maintenance, and not this one', async () => {
    const token = await world.logIn('approved')
    await change({ is_off_maintenance: false })
    expect((await world.call(getProfile, {}, { token })).failure.code).toBe('maintenance')
    expect((await change({ is_off_maintenance: true })).status).toBe(200)
    expect((await world.call(getProfile, {}, { token })).status).toBe(200)
  })

  test.each([
    [{ brand_color: 'red' }, 'brand_color'],
    [{ brand_color: '#12345g' }, 'brand_color'],
    [{ telegram_link: 'javascript:alert(1)' }, 'telegram_link'],
    [{ telegram_link: 'http://t.me/x' }, 'telegram_link'],
    [{ partner_name: '' }, 'partner_name'],
    [{ partner_name: null }, 'partner_name'],
    [{ is_off_maintenance: 'no' }, 'is_off_maintenance'],
    [{ currentTimezone: 'Mars/Olympus' }, 'currentTimezone'],
    [{ reason: '' }, 'reason'],
    [{ colour: 'red' }, 'colour'],
  ])('are not changed with %j', async (changes, field) => {
    const before = await read()
    const { status, failure } = await change(changes)
    expect([status, Object.keys(failure.errors)]).toEqual([422, [field]])
    expect(await read()).toEqual(before)
  })
})
