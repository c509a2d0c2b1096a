import { changePassword, endOtherSessions, getProfile, listOwnSessions, logIn } from '@cashbox/contract'
import { someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let world: World
beforeAll(async () => {
  world = await openWorld({ worker: true })
})
afterAll(() => world.close())

const OLD = 'Cashbox1!'
const NEW = 'Bazaar7!gate'
const to = (password: string) => ({ password, password_confirmation: password })
const isOpen = async (token: string) => (await world.call(getProfile, {}, { token })).status === 200

describe('an agent who is logged in', () => {
  test('changes the password with the current one: this session stays, the others end, and a letter says so', async () => {
    const token = await world.logIn('approved')
    const other = await world.logIn('approved')
    const email = 'approved@cashbox.test'
    const wrong = await world.call(changePassword, { current_password: 'Wrong1!pass', ...to(NEW) }, { token })
    expect([wrong.status, wrong.failure.code]).toEqual([422, 'current_password_wrong'])
    expect(wrong.failure.errors).toHaveProperty('current_password')
    expect(await isOpen(other)).toBe(true)

    expect((await world.call(changePassword, { current_password: OLD, ...to(NEW) }, { token })).status).toBe(200)
    expect([await isOpen(token), await isOpen(other)]).toEqual([true, false])
    expect((await world.call(logIn, { email, password: OLD })).failure.code).toBe('credentials_wrong')
    expect((await world.call(logIn, { email, password: NEW })).status).toBe(200)
    await vi.waitFor(
      async () => {
        const letters = ((await world.inbox?.list()) ?? []).filter((letter) => letter.to.includes(email))
        expect(letters.map(({ subject }) => subject)).toEqual(['Your password was changed'])
      },
      { timeout: 60_000, interval: 100 },
    )
  })

  test('is refused a password that does not meet the printed rule, and no other', async () => {
    const agent = await someAgent(world, { status: 'approved' })
    const change = async (current_password: string, password: string) =>
      (await world.call(changePassword, { current_password, ...to(password) }, { token: agent.token })).status
    expect(await change(OLD, 'short')).toBe(422)
    expect(await change(OLD, 'Password1!')).toBe(200)
    expect(await change('Password1!', 'Abc123')).toBe(200)
  })

  test('sees on which devices they are logged in, this one first, and no token', async () => {
    const other = await world.logIn('suspended')
    const token = await world.logIn('suspended')
    await world.logIn('blocked')
    const { payload } = await world.call(listOwnSessions, {}, { token })
    expect(payload.list.map(({ is_current }) => is_current)).toEqual([true, false])
    expect(payload.list[0]).toMatchObject({ ip: '127.0.0.1', created_at: expect.any(Number) })
    expect(JSON.stringify(payload)).not.toContain(other)
  })

  test('logs out one other device, or all others, with the password only', async () => {
    const token = await world.logIn('fenced')
    const others = [await world.logIn('fenced'), await world.logIn('fenced'), await world.logIn('fenced')]
    const stranger = await world.logIn('blocked')
    const { list } = (await world.call(listOwnSessions, {}, { token })).payload
    const end = (input: object) => world.call(endOtherSessions, { current_password: OLD, ...input }, { token })

    expect((await end({ current_password: 'Wrong1!pass' })).failure.code).toBe('current_password_wrong')
    expect((await end({ session_id: list[1]?.id })).payload).toEqual({ ended: 1 })
    expect(await Promise.all(others.map(isOpen))).toEqual([true, true, false])
    const theirs = (await world.call(listOwnSessions, {}, { token: stranger })).payload.list[0]?.id
    expect((await end({ session_id: theirs })).payload).toEqual({ ended: 0 })
    expect((await end({ session_id: list[0]?.id })).payload).toEqual({ ended: 0 })
    await end({})
    expect(await Promise.all([token, stranger, ...others].map(isOpen))).toEqual([true, true, false, false, false])
  })
})
