import { getProfile, getSettings, logIn, requestDemo, verifyDemo } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { waitingLetters } from '@cashbox/testing/make-operator'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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

  test('without demo accounts end demo sessions, and refuse requests, links and log-ins in words', async () => {
    const email = 'visitor@example.com'
    const request = () =>
      world.call(requestDemo, { email, country_code: 'UZ', messenger: 'telegram', messenger_id: '@seeker' })
    await request()
    const [letter] = await waitingLetters(world, email)
    const hash = new URL(letter?.link ?? '').searchParams.get('hash') ?? ''
    const [demo, agent] = [await world.logIn('demo'), await world.logIn('approved')]
    await change({ is_demo_offered: false })
    expect((await world.call(getProfile, {}, { token: demo })).status).toBe(401)
    expect((await world.call(getProfile, {}, { token: agent })).status).toBe(200)
    const logInToDemo = () => world.call(logIn, { email: 'demo@cashbox.test', password: 'Cashbox1!' })
    for (const { failure } of [await request(), await world.call(verifyDemo, { hash }), await logInToDemo()]) {
      expect(failure).toMatchObject({ code: 'demo_off', message: 'There are no demo accounts at the moment.' })
    }
    await change({ is_demo_offered: true })
    expect((await world.call(verifyDemo, { hash })).status).toBe(200)
    expect((await logInToDemo()).status).toBe(200)
  })

  test('end the demo sessions of log-ins at the same moment', async () => {
    const logInToDemo = () => world.call(logIn, { email: 'demo@cashbox.test', password: 'Cashbox1!' })
    const { version } = await read()
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, logInToDemo)),
      admin.call(contract.changeConsoleSettings, { version, reason, is_demo_offered: false }),
    ])
    for (const { payload } of answers) {
      if (payload) expect((await world.call(getProfile, {}, { token: payload.token })).status).toBe(401)
    }
    await change({ is_demo_offered: true })
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
