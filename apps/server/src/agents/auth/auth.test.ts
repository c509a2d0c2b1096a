import { randomUUID } from 'node:crypto'
import {
  getProfile,
  getStats,
  type InputOf,
  listHistory,
  logIn,
  logOut,
  lookUpTransaction,
  register,
  requestDemo,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  verifyDemo,
  verifyEmail,
} from '@cashbox/contract'
import { col, sql } from '@cashbox/postgres/database'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let world: World
beforeAll(async () => {
  world = await openWorld({ worker: true })
})
afterAll(() => world.close())

const newAgent = (email: string): InputOf<typeof register> => ({
  first_name: 'Anora',
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
  geo_lat: '41.31',
  geo_lon: '69.28',
})

/** The newest message to an address, waited for; `after` skips those already seen. */
async function mailTo(address: string, after = 0) {
  return vi.waitFor(
    async () => {
      const messages = ((await world.inbox?.list()) ?? []).filter(({ to }) => to.includes(address))
      const message = messages.at(-1 - after)
      if (!message) throw new Error(`no mail to ${address}`)
      return message
    },
    { timeout: 60_000, interval: 100 },
  )
}

const linkOf = ({ links }: { links: string[] }) => new URL(links[0] ?? '')
const hashOf = (message: { links: string[] }) => linkOf(message).searchParams.get('hash') ?? ''

describe('registration', () => {
  test('leads by mail to a verified, pending agent who is signed in', async () => {
    const email = 'new@example.com'
    expect((await world.call(register, newAgent(email))).payload).toEqual({})
    const before = await world.call(logIn, { email, password: 'Bazaar7!gate' })
    expect([before.status, before.payload.token, before.payload.user.is_email_verified]).toEqual([200, null, false])

    const message = await mailTo(email)
    const link = linkOf(message)
    expect([link.pathname, link.searchParams.get('type')]).toEqual(['/auth/login', 'email'])
    expect(message.html).toContain('Confirm')
    const verified = await world.call(verifyEmail, { hash: hashOf(message), fingerprint: 'f'.repeat(32) })
    expect(verified.status).toBe(200)
    expect(verified.payload.user).toMatchObject({
      status: 'pending',
      is_email_verified: true,
      has_block: true,
      full_name: 'Anora Karimova',
      phone: '+998901234567',
      geo_lat: '41.31',
      channel: { balance: '0.00', currency_code: 'UZS' },
    })
    const profile = await world.call(getProfile, {}, { token: verified.payload.token })
    expect(profile.payload.user.cash_id).toMatch(/^\d{6,}$/)
  })

  test('a link works once', async () => {
    const email = 'once@example.com'
    await world.call(register, newAgent(email))
    const hash = hashOf(await mailTo(email))
    expect((await world.call(verifyEmail, { hash })).status).toBe(200)
    const again = await world.call(verifyEmail, { hash })
    expect([again.status, again.failure.code, Object.keys(again.failure.errors)]).toEqual([
      422,
      'link_invalid',
      ['hash'],
    ])
  })

  test('a link of one purpose does not serve another', async () => {
    const email = 'purpose@example.com'
    await world.call(register, newAgent(email))
    const hash = hashOf(await mailTo(email))
    const reset = { password: 'Other9!pass', password_confirmation: 'Other9!pass' }
    expect((await world.call(verifyDemo, { hash })).failure.code).toBe('link_invalid')
    expect((await world.call(resetPassword, { hash, ...reset })).failure.code).toBe('link_invalid')
    expect((await world.call(verifyEmail, { hash })).status).toBe(200)
  })

  test('answers the same for a known address, and writes only to its mailbox', async () => {
    const known = await world.call(register, { ...newAgent('approved@cashbox.test'), first_name: 'Imposter' })
    expect([known.status, known.payload]).toEqual([200, {}])
    const message = await mailTo('approved@cashbox.test')
    expect(message.subject).toBe('You already have an account')
    expect((await world.call(logIn, { email: 'approved@cashbox.test', password: 'Cashbox1!' })).status).toBe(200)
  })

  test.each(['Abc123', 'Cashbox1!', 'Password1!', 'Anora1!', 'пароль7!'])(
    'a password that meets the printed rule is accepted: %s',
    async (password) => {
      const email = `rule-${randomUUID()}@example.com`
      const { failure } = await world.call(register, { ...newAgent(email), password, password_confirmation: password })
      expect(failure.errors).toBeUndefined()
      await world.call(verifyEmail, { hash: hashOf(await mailTo(email)) })
      expect((await world.call(logIn, { email, password })).status).toBe(200)
    },
  )

  test('two sign-ups with one address at the same moment make one agent', async () => {
    const email = 'twins@example.com'
    const answers = await Promise.all([1, 2, 3].map(() => world.call(register, newAgent(email))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const agents = await world.db.execute(
      sql`select 1 from agent join person on person.id = owner_id where email = ${email}`,
    )
    expect(agents).toBe(1)
  })

  test.each([
    ['password', { password: 'short', password_confirmation: 'short' }, 'three character types'],
    ['password_confirmation', { password_confirmation: 'Bazaar7!gates' }, 'do not match'],
    ['phone', { phone: '12' }, 'valid phone'],
    ['country_code', { country_code: 'XX' }, 'country'],
    ['messenger', { messenger: 'pigeon' }, 'messenger'],
    ['email', { email: 'not an address' }, 'e-mail'],
    ['first_name', { first_name: '   ' }, 'required'],
    ['street', { street: 'x'.repeat(201) }, '200 characters'],
    ['city', { city: 'a\u0000b' }, 'not valid'],
  ])('%s is refused with words beside it', async (field, change, words) => {
    const { status, failure } = await world.call(register, { ...newAgent('bad@example.com'), ...change })
    expect(status).toBe(422)
    expect(failure.errors[field]?.[0]).toContain(words)
  })

  test('the link can be sent again, and the answer does not reveal whether there was one', async () => {
    const email = 'again@example.com'
    await world.call(register, newAgent(email))
    const first = await mailTo(email)
    expect((await world.call(resendVerification, { email })).payload).toEqual({})
    expect((await world.call(resendVerification, { email: 'stranger@example.com' })).payload).toEqual({})
    const second = await vi.waitFor(async () => {
      const newest = await world.inbox?.list()
      const message = newest?.find(({ to, id }) => to.includes(email) && id !== first.id)
      if (!message) throw new Error('not yet')
      return message
    }, 30_000)
    expect((await world.call(verifyEmail, { hash: hashOf(second) })).status).toBe(200)
    expect((await world.call(verifyEmail, { hash: hashOf(first) })).failure.code).toBe('link_invalid')
  })

  test('before there is a channel, a person reads in their language that sign-up is not open yet', async () => {
    const codes = await world.db.query(sql`update channel set is_demo = true where not is_demo returning code`, {
      code: col.text,
    })
    const { status, failure } = await world.call(register, newAgent('early@example.com'), { language: 'tr' })
    for (const { code } of codes) await world.db.execute(sql`update channel set is_demo = false where code = ${code}`)
    expect([status, failure.code]).toEqual([422, 'signup_not_open'])
    expect(failure.message).toContain('Kayıt henüz açık değil')
  })

  test('mail is in the language of the request', async () => {
    const email = 'ru@example.com'
    await world.call(register, newAgent(email), { language: 'ru' })
    const message = await mailTo(email)
    expect(message.subject).toMatch(/[а-я]/i)
    expect(message.text).toMatch(/Здравствуйте!/)
    await world.call(register, newAgent('ar@example.com'), { language: 'ar' })
    expect((await mailTo('ar@example.com')).html).toContain('dir="rtl"')
  })
})

describe('log-in', () => {
  test('a wrong password and an unknown address get the same answer', async () => {
    const wrong = await world.call(logIn, { email: 'approved@cashbox.test', password: 'Wrong1!pass' })
    const unknown = await world.call(logIn, { email: 'unknown@cashbox.test', password: 'Wrong1!pass' })
    expect(wrong.status).toBe(422)
    expect({ ...wrong.failure, request_id: '' }).toEqual({ ...unknown.failure, request_id: '' })
  })

  test('the address may be typed in any case', async () => {
    const { payload } = await world.call(logIn, { email: ' Approved@Cashbox.TEST ', password: 'Cashbox1!' })
    expect(payload.token).toBeTruthy()
  })

  test.each([
    ['approved', false],
    ['pending', true],
    ['rejected', true],
    ['suspended', false],
    ['blocked', true],
  ])('%s agents can log in and see their status', async (name, has_block) => {
    const { payload } = await world.call(logIn, { email: `${name}@cashbox.test`, password: 'Cashbox1!' })
    expect(payload.user).toMatchObject({ status: name, has_block, is_demo: false })
    if (name === 'rejected' || name === 'suspended') expect(payload.user.note).toMatch(/\w/)
    const history = await world.call(listHistory, {}, { token: payload.token })
    const stats = await world.call(getStats, {}, { token: payload.token })
    expect([history.status, stats.status]).toEqual(has_block ? [403, 403] : [200, 200])
  })

  test('tokens are random, and only their hash is stored, with device and address', async () => {
    const { payload } = await world.call(
      logIn,
      { email: 'approved@cashbox.test', password: 'Cashbox1!', fingerprint: 'abc123', user_agent: 'x'.repeat(700) },
      {},
    )
    expect(payload.token).toMatch(/^[\w-]{43}$/)
    const rows = await world.db.query(
      sql`select token_hash, user_agent, fingerprint, ip from session where fingerprint = 'abc123'`,
      { token_hash: col.text, user_agent: col.text, fingerprint: col.text, ip: col.text },
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ user_agent: 'x'.repeat(500), ip: '127.0.0.1' })
    expect(JSON.stringify(rows)).not.toContain(payload.token ?? '')
  })

  test.each([
    ['brief', false, 13 * 3600],
    ['remembered', true, 31 * 24 * 3600],
  ])('a %s session ends after its idle time', async (_name, rememberMe, idle) => {
    const { payload } = await world.call(logIn, { email: 'approved@cashbox.test', password: 'Cashbox1!', rememberMe })
    const use = async () => (await world.call(getProfile, {}, { token: payload.token })).status
    expect(await use()).toBe(200)
    world.clock.advance(idle)
    expect(await use()).toBe(401)
    world.clock.advance(-idle)
    expect(await use()).toBe(200)
  })

  test('a session in use lives on past its idle time, but not past its absolute end', async () => {
    const { payload } = await world.call(logIn, { email: 'approved@cashbox.test', password: 'Cashbox1!' })
    const use = async () => (await world.call(getProfile, {}, { token: payload.token })).status
    for (let hour = 0; hour < 2; hour++) {
      world.clock.advance(11 * 3600)
      expect(await use()).toBe(200)
      await vi.waitFor(async () => {
        const touched = await world.db.execute(
          sql`select 1 from session where last_seen_at > ${new Date(world.clock.now().getTime() - 60_000)}`,
        )
        expect(touched).toBeGreaterThan(0)
      }, 30_000)
    }
    world.clock.advance(3 * 3600)
    expect(await use()).toBe(401)
    world.clock.advance(-25 * 3600)
  })

  test('logging out ends this session and no other', async () => {
    const [one, other] = [await world.logIn('approved'), await world.logIn('approved')]
    expect((await world.call(logOut, {}, { token: one })).status).toBe(200)
    expect((await world.call(getProfile, {}, { token: one })).status).toBe(401)
    expect((await world.call(getProfile, {}, { token: other })).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  test('is replaced by mail, ends every session and verifies the address', async () => {
    const email = 'forgot@example.com'
    await world.call(register, newAgent(email))
    await mailTo(email)
    expect((await world.call(requestPasswordReset, { email })).payload).toEqual({})
    expect((await world.call(requestPasswordReset, { email: 'stranger@example.com' })).payload).toEqual({})
    const message = await vi.waitFor(async () => {
      const found = (await world.inbox?.list())?.find(
        ({ to, subject }) => to.includes(email) && subject.includes('new'),
      )
      if (!found) throw new Error('not yet')
      return found
    }, 30_000)
    expect(linkOf(message).pathname).toBe('/auth/new-password')
    const fresh = { password: 'Market9!lane', password_confirmation: 'Market9!lane' }
    expect((await world.call(resetPassword, { hash: hashOf(message), ...fresh })).payload).toEqual({})
    expect((await world.call(resetPassword, { hash: hashOf(message), ...fresh })).failure.code).toBe('link_invalid')
    expect((await world.call(logIn, { email, password: 'Bazaar7!gate' })).status).toBe(422)
    expect((await world.call(logIn, { email, password: 'Market9!lane' })).payload.token).toBeTruthy()
  })

  test('the link is gone after an hour', async () => {
    const email = 'late@example.com'
    await world.call(register, newAgent(email))
    await world.call(requestPasswordReset, { email })
    const message = await vi.waitFor(async () => {
      const found = (await world.inbox?.list())?.find(
        ({ to, links }) => to.includes(email) && links[0]?.includes('new-password'),
      )
      if (!found) throw new Error('not yet')
      return found
    }, 30_000)
    world.clock.advance(3601)
    const fresh = { password: 'Market9!lane', password_confirmation: 'Market9!lane' }
    expect((await world.call(resetPassword, { hash: hashOf(message), ...fresh })).failure.code).toBe('link_invalid')
    world.clock.advance(-3601)
  })
})

describe('the demo', () => {
  const ask = { email: 'demo-seeker@example.com', country_code: 'UZ', messenger: 'telegram', messenger_id: '@seeker' }

  test('comes by mail with credentials, six months of history and something to confirm', async () => {
    expect((await world.call(requestDemo, ask)).payload).toEqual({})
    const message = await mailTo(ask.email)
    expect(linkOf(message).searchParams.get('type')).toBe('demo')
    const verified = await world.call(verifyDemo, { hash: hashOf(message) })
    expect(verified.payload.user).toMatchObject({ is_demo: true, status: 'approved', phone: null, has_block: false })
    const { token } = verified.payload

    const password = /Password: (\S+)/.exec(message.text)?.[1] ?? ''
    expect((await world.call(logIn, { email: ask.email, password })).payload.user.is_demo).toBe(true)

    const months = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (ago) => {
        const now = new Date()
        const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1) / 1000
        const to = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago + 1, 1) / 1000 - 1
        return (await world.call(getStats, { from: String(from), to: String(to) }, { token })).payload.stats
      }),
    )
    for (const { deposit_sum, withdraw_sum, deposit_fee } of months.slice(1)) {
      expect([Number(deposit_sum) > 0, Number(withdraw_sum) > 0, Number(deposit_fee) > 0]).toEqual([true, true, true])
    }

    const sample = /Withdrawal (\S+), amount (\S+), security code (\d+)/.exec(message.text)
    const [, transaction_id = '', amount = '', security_code = ''] = sample ?? []
    const found = await world.call(lookUpTransaction, { transaction_id }, { token })
    expect(found.payload.transaction).toMatchObject({ amount, type: 'withdraw', state: 'open' })
    const body = { type: 'withdraw' as const, transaction_id, amount, security_code, geo_lat: null, geo_lon: null }
    expect((await world.confirm(token ?? '', body)).status).toBe(200)
    expect(await world.verify()).toEqual([])
  })

  test('a demo agent never sees real transactions, nor a real agent the demo ones', async () => {
    const demo = await world.logIn('demo')
    const real = await world.openTransaction('deposit', '10.00')
    expect(
      (await world.call(lookUpTransaction, { transaction_id: real.transaction_id }, { token: demo })).failure.code,
    ).toBe('transaction_not_found')
    const [sample] = await world.db.query(
      sql`
        select tx.transaction_id from open_transaction as tx join agent on agent.id = tx.agent_id
        where agent.id = ${agentOf('demo@cashbox.test')} limit 1`,
      { transaction_id: col.text },
    )
    const approved = await world.logIn('approved')
    const seen = await world.call(
      lookUpTransaction,
      { transaction_id: sample?.transaction_id ?? '' },
      { token: approved },
    )
    expect(seen.failure.code).toBe('transaction_not_found')
  })

  test('a demo agent can register with the same address, and both passwords work', async () => {
    const email = 'both@example.com'
    await world.call(requestDemo, { ...ask, email })
    const demoPassword = /Password: (\S+)/.exec((await mailTo(email)).text)?.[1] ?? ''
    await world.call(register, newAgent(email))
    const demo = await world.call(logIn, { email, password: demoPassword })
    const real = await world.call(logIn, { email, password: 'Bazaar7!gate' })
    expect([demo.payload.user.is_demo, real.payload.user.is_demo]).toEqual([true, false])
  })

  test('asking again sends another link and leaves the password as it is', async () => {
    const email = 'twice@example.com'
    await world.call(requestDemo, { ...ask, email })
    const first = await mailTo(email)
    await world.call(requestDemo, { ...ask, email })
    await mailTo(email, 1)
    const oldPassword = /Password: (\S+)/.exec(first.text)?.[1] ?? ''
    expect((await world.call(logIn, { email, password: oldPassword })).status).toBe(200)
    const agents = await world.db.execute(
      sql`select 1 from agent join person on person.id = owner_id where email = ${email}`,
    )
    expect(agents).toBe(1)
  })
})
