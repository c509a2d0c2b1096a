import * as contract from '@cashbox/contract'
import { reportMonths } from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { waitingLetters } from '@cashbox/testing/make-operator'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { linkHandlers } from './mail-link.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const demo = (email: string) => ({ email, country_code: 'UZ', messenger: 'telegram', messenger_id: '@seeker' })
const signUp = (email: string, first_name = 'Anora') =>
  world.call(contract.register, {
    first_name,
    last_name: 'Karimova',
    email,
    password: 'Bazaar7!gate',
    password_confirmation: 'Bazaar7!gate',
    country_code: 'UZ',
    city: 'Tashkent',
    street: 'Navoi 5',
    phone: '90 123 45 67',
    messenger: 'telegram',
    messenger_id: '@anora',
  })

describe('a stranger who asks for a demo with the address of another', () => {
  const passwordIn = (letter: { details: { label: string; values: string[] }[] } | undefined) =>
    letter?.details.find(({ label }) => label === 'Password')?.values[0] ?? ''

  test('does not change the password of the demo, and only sends a link to its owner', async () => {
    const email = 'owner@example.com'
    await world.call(contract.requestDemo, demo(email))
    const password = passwordIn((await waitingLetters(world, email))[0])
    await world.call(contract.requestDemo, demo(email))
    expect((await world.call(contract.logIn, { email, password })).status).toBe(200)
    const [second] = await waitingLetters(world, email)
    expect(passwordIn(second)).toBe('as in your first letter')
    const hash = new URL(second?.link ?? '').searchParams.get('hash') ?? ''
    expect((await world.call(contract.verifyDemo, { hash })).status).toBe(200)
  })

  test('many times at the same moment makes one account and as many letters', async () => {
    const email = 'crowd@example.com'
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.call(contract.requestDemo, demo(email))))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await waitingLetters(world, email)).toHaveLength(8)
  })
})

describe('letters to an address that is not verified', () => {
  const linkWork = () =>
    world.db.query(sql`select kind, payload from job where kind = 'agent-link' order by id`, {
      kind: col.text,
      payload: col.json(z.unknown()),
    })

  test('name no one, because a stranger may have typed the name', async () => {
    const email = 'unverified@example.com'
    await signUp(email)
    await signUp(email)
    await world.call(contract.resendVerification, { email })
    await world.call(contract.requestPasswordReset, { email })
    const handlers = linkHandlers(world)
    for (const { kind, payload } of await linkWork()) await handlers[kind]?.(payload)
    const letters = await waitingLetters(world, email)
    expect(letters.map(({ template }) => template).toSorted()).toEqual([
      'already_registered',
      'reset_password',
      'verify_email',
      'verify_email',
    ])
    expect(letters.map(({ name }) => name)).toEqual([null, null, null, null])
  })

  test('are asked for by the same work, whether the account exists or not', async () => {
    const before = (await linkWork()).length
    await world.call(contract.requestPasswordReset, { email: 'approved@cashbox.test' })
    await world.call(contract.requestPasswordReset, { email: 'unknown@example.com' })
    await world.call(contract.resendVerification, { email: 'approved@cashbox.test' })
    await world.call(contract.resendVerification, { email: 'unknown@example.com' })
    expect((await linkWork()).length - before).toBe(4)
    expect(await waitingLetters(world, 'approved@cashbox.test')).toEqual([])
  })

  test.each(['Win 1000 USDT now at https://evil.example/x', 'evil.com', 'visit www.evil.example', 'me@evil.example'])(
    'can not carry a link: the name %j is refused',
    async (name) => {
      const { failure } = await signUp('linked@example.com', name)
      expect(failure.errors).toEqual({ first_name: ['Enter a name without links and symbols such as / or @.'] })
    },
  )

  test('can not turn the writing around', async () => {
    const { failure } = await signUp('turned@example.com', 'Anora\u202Eemoc')
    expect(failure.errors).toEqual({
      first_name: ['This text has invisible characters. Type it instead of pasting it.'],
    })
  })

  test.each(["D'Angelo Jr.", 'J. R. R.', 'Анора-Мария', 'St.John', 'محمد', 'Çağla'])(
    'the name %j is fine',
    async (name) => {
      const { failure } = await signUp(`name-${name.length}-${Math.random()}@example.com`, name)
      expect(failure.errors).toBeUndefined()
    },
  )
})

test('an app that is only left open does not keep its session alive', async () => {
  const { payload } = await world.call(contract.logIn, { email: 'fenced@cashbox.test', password: 'Cashbox1!' })
  const headers = { authorization: `Bearer ${payload.token}` }
  world.clock.advance(11 * 60 * 60)
  const stop = new AbortController()
  const stream = await fetch(`${world.address}/api${contract.LIVE_PATH}`, { headers, signal: stop.signal })
  expect(stream.status).toBe(200)
  stop.abort()
  world.clock.advance(2 * 60 * 60)
  expect((await world.call(contract.getProfile, {}, { token: payload.token })).status).toBe(401)
})

test('months before 1970 are refused and not a fault of the server', async () => {
  const finance = await operatorOf(world.address, 'finance')
  for (const to of ['0000-01', '0001-01', '1969-12']) {
    expect((await finance.call(reportMonths, { to })).status).toBe(422)
  }
  for (const to of ['1970-01', '9999-12']) expect((await finance.call(reportMonths, { to })).status).toBe(200)
})
