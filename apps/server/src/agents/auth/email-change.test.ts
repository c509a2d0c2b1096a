import {
  confirmEmailChange,
  getProfile,
  logIn,
  requestEmailChange,
  requestPasswordReset,
  setTimezone,
  stopEmailChange,
} from '@cashbox/contract'
import { col, sql } from '@cashbox/postgres/database'
import { waitingLetters } from '@cashbox/testing/make-operator'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const PASSWORD = 'Cashbox1!'
const HOUR_MS = 3_600_000

const ask = (token: string, email: string, current_password = PASSWORD) =>
  world.call(requestEmailChange, { email, current_password }, { token })
const emailOf = async (token: string) => (await world.call(getProfile, {}, { token })).payload.user.email
const isOpen = async (token: string) => (await world.call(getProfile, {}, { token })).status === 200
const mayLogIn = async (email: string) => (await world.call(logIn, { email, password: PASSWORD })).status === 200

/** What the newest letter to an address says, and the secret in its link. */
async function letterTo(email: string) {
  const [letter] = await waitingLetters(world, email)
  const [name = '', hash = ''] = [...new URL(letter?.link ?? 'http://none').searchParams][0] ?? []
  return { template: letter?.template, details: letter?.details, [name]: hash, hash }
}

const acts = () =>
  world.db.query(sql`select action, before, after from audit_entry where action like '%email%' order by number`, {
    action: col.text,
    before: col.json(z.unknown()),
    after: col.json(z.unknown()),
  })

test('the address changes with the link to the new one; the session that asked stays, the others end', async () => {
  const [token, other] = [await world.logIn('approved'), await world.logIn('approved')]
  await world.call(setTimezone, { timezone: 'Asia/Tashkent' }, { token })
  const wrong = await ask(token, 'new@example.com', 'Wrong1!pass')
  expect([wrong.status, Object.keys(wrong.failure.errors)]).toEqual([422, ['current_password']])
  expect((await ask(token, 'approved@cashbox.test')).failure.code).toBe('email_unchanged')

  expect((await ask(token, ' New@Example.com ')).status).toBe(200)
  expect(await emailOf(token)).toBe('approved@cashbox.test')
  const notice = await letterTo('approved@cashbox.test')
  expect(notice.template).toBe('email_change_notice')
  expect(notice.details?.map(({ values }) => values[0])).toEqual(['ne…@example.com', expect.stringMatching(/Tashkent/)])
  const { hash, template } = await letterTo('new@example.com')
  expect(template).toBe('email_change_confirm')

  const { payload } = await world.call(confirmEmailChange, { hash })
  expect(payload.email).toBe('new@example.com')
  expect([await emailOf(token), await isOpen(other)]).toEqual(['new@example.com', false])
  expect([await mayLogIn('new@example.com'), await mayLogIn('approved@cashbox.test')]).toEqual([true, false])
  expect((await world.call(confirmEmailChange, { hash })).failure.code).toBe('link_invalid')
  expect((await acts()).at(-1)).toMatchObject({
    action: 'agent.change_email',
    before: { email: 'approved@cashbox.test' },
    after: { email: 'new@example.com' },
  })
})

test('the owner of the old address takes it back: every session ends, and a link for a new password is sent', async () => {
  const token = await world.logIn('fenced')
  await ask(token, 'thief@example.com')
  await world.call(confirmEmailChange, { hash: (await letterTo('thief@example.com')).hash })
  await world.call(requestPasswordReset, { email: 'thief@example.com' })
  const { hash } = await letterTo('fenced@cashbox.test')
  expect((await world.call(stopEmailChange, { hash })).status).toBe(200)
  expect([await isOpen(token), await mayLogIn('thief@example.com')]).toEqual([false, false])
  expect((await letterTo('fenced@cashbox.test')).template).toBe('reset_password')
  expect((await world.call(stopEmailChange, { hash })).failure.code).toBe('link_invalid')
  expect((await acts()).at(-1)).toMatchObject({
    action: 'agent.stop_email_change',
    before: { email: 'thief@example.com' },
    after: { email: 'fenced@cashbox.test' },
  })
})

test('a change that was stopped can no longer be confirmed', async () => {
  const token = await world.logIn('suspended')
  await ask(token, 'late@example.com')
  const { hash } = await letterTo('late@example.com')
  await world.call(stopEmailChange, { hash: (await letterTo('suspended@cashbox.test')).hash })
  expect((await world.call(confirmEmailChange, { hash })).failure.code).toBe('link_invalid')
  expect(await mayLogIn('suspended@cashbox.test')).toBe(true)
})

test('a second request takes the place of the first', async () => {
  const token = await world.logIn('pending')
  await ask(token, 'first@example.com')
  await ask(token, 'second@example.com')
  const hashes = [await letterTo('first@example.com'), await letterTo('second@example.com')].map(({ hash }) => hash)
  expect((await world.call(confirmEmailChange, { hash: hashes[0] ?? '' })).failure.code).toBe('link_invalid')
  expect((await world.call(confirmEmailChange, { hash: hashes[1] ?? '' })).payload.email).toBe('second@example.com')
})

test('an address that belongs to another agent gets the same answer, and no link that changes anything', async () => {
  const token = await world.logIn('rejected')
  const { status, payload } = await ask(token, 'blocked@cashbox.test')
  expect([status, payload]).toEqual([200, {}])
  expect((await letterTo('blocked@cashbox.test')).template).toBe('already_registered')
})

test('a link works for a day, and no longer', async () => {
  const token = await world.logIn('blocked')
  await ask(token, 'slow@example.com')
  const { hash } = await letterTo('slow@example.com')
  world.clock.advance(25 * HOUR_MS)
  expect((await world.call(confirmEmailChange, { hash })).failure.code).toBe('link_invalid')
})

test('a demo account keeps its address', async () => {
  const token = await world.logIn('demo')
  expect((await ask(token, 'real@example.com')).failure.code).toBe('demo_account')
})
