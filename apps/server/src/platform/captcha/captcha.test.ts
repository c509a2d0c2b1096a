import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CaptchaAction, getCaptcha, type InputOf, logIn, register } from '@cashbox/contract'
import { col, sql } from '@cashbox/postgres/database'
import { openWorld, type World } from '@cashbox/testing/world'
import { type Challenge, createChallenge, type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { createLog } from '../log/log.ts'

let world: World
const credentials = { email: 'approved@cashbox.test', password: 'Cashbox1!' }
const logInWith = (fields: Partial<InputOf<typeof logIn>>) => world.call(logIn, { ...credentials, ...fields })

describe('the proof of work', () => {
  beforeAll(async () => {
    world = await openWorld({ env: { CASHBOX_CAPTCHA: 'on' } })
  })
  afterAll(() => world.close())

  interface Solved {
    readonly challenge: Challenge
    readonly solution: Solution
  }

  async function solve(action: CaptchaAction): Promise<Solved> {
    const { payload } = await world.call(getCaptcha, { action })
    const challenge = payload.challenge as unknown as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    if (!solution) throw new Error('the challenge was not solved in time')
    return { challenge, solution }
  }

  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
  const fields = (answer: unknown, action = 'login') => ({
    captcha_type: 'altcha',
    captcha_id: action,
    captcha_text: typeof answer === 'string' ? answer : base64(answer),
  })
  const expectRefused = ({ status, failure }: Awaited<ReturnType<typeof logInWith>>) =>
    expect([status, Object.keys(failure.errors)]).toEqual([422, ['captcha_text']])

  test('needs no outside service, and is a fresh one each time', async () => {
    const { payload } = await world.call(getCaptcha, {})
    expect(payload).toEqual({ captcha_type: 'altcha', recaptcha_site_key: null, challenge: null })
    const [one, other] = await Promise.all([1, 2].map(() => world.call(getCaptcha, { action: 'login' })))
    expect(one?.payload.challenge).toMatchObject({ parameters: { data: { action: 'login' } } })
    expect(one?.payload.challenge).not.toEqual(other?.payload.challenge)
  })

  test.each<Partial<InputOf<typeof logIn>>>([
    {},
    { captcha_id: 'login' },
    { captcha_type: 'altcha', captcha_id: 'login', captcha_text: null },
    { captcha_type: 'altcha', captcha_id: 'login', captcha_text: '' },
  ])('is asked for: a log-in with %j is refused beside captcha_text', async (sent) => {
    expectRefused(await logInWith(sent))
  })

  test('lets a solution pass', async () => {
    const { status, payload } = await logInWith(fields(await solve('login')))
    expect(status).toBe(200)
    expect(payload.token).toEqual(expect.any(String))
  })

  test('takes a solution once, on every process, however it is written', async () => {
    const solved = await solve('login')
    expect((await logInWith(fields(solved))).status).toBe(200)
    expectRefused(await logInWith(fields(solved)))
    expectRefused(await logInWith(fields({ solution: { ...solved.solution, time: 7 }, challenge: solved.challenge })))

    const { config, db, clock, keyring } = world
    const second = await buildApp({ config, db, keyring, clock, log: createLog('silent'), inbox: null })
    onTestFinished(() => second.close())
    const logInThere = (answer: Solved) =>
      second.inject({ method: 'POST', url: '/api/auth/login', payload: { ...credentials, ...fields(answer) } })
    expect((await logInThere(solved)).json()).toMatchObject({ code: 'captcha_failed' })
    expect((await logInThere(await solve('login'))).statusCode).toBe(200)
  })

  test('takes a solution once, however many send it at the same moment', async () => {
    const solved = await solve('login')
    const answers = await Promise.all([1, 2, 3, 4].map(() => logInWith(fields(solved))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
  })

  test('is used up by a wrong password too', async () => {
    const solved = await solve('login')
    const wrong = await logInWith({ ...fields(solved), password: 'Wrong1!pass' })
    expect(wrong.failure.code).toBe('credentials_wrong')
    expectRefused(await logInWith(fields(solved)))
  })

  test('serves only the action that it was made for', async () => {
    const solved = await solve('signup')
    expectRefused(await logInWith(fields(solved, 'login')))
    expectRefused(await logInWith(fields(solved, 'signup')))
    const { status } = await world.call(register, {
      first_name: 'Anora',
      last_name: 'Karimova',
      email: 'solved@example.com',
      password: 'Bazaar7!gate',
      password_confirmation: 'Bazaar7!gate',
      country_code: 'UZ',
      city: 'Tashkent',
      street: 'Navoi 5',
      phone: '901234567',
      messenger: 'telegram',
      messenger_id: '@anora',
      ...fields(solved, 'signup'),
    })
    expect(status).toBe(200)
  })

  test('runs out, and its time can not be moved', async () => {
    // Challenges are dated by our clock and checked by the real one: this one ran out before it was made.
    world.clock.advance(-60 * 60)
    const { challenge, solution } = await solve('login')
    world.clock.advance(60 * 60)
    expectRefused(await logInWith(fields({ challenge, solution })))
    const later = { ...challenge.parameters, expiresAt: Math.floor(Date.now() / 1000) + 600 }
    expectRefused(await logInWith(fields({ challenge: { ...challenge, parameters: later }, solution })))
  })

  test.each<[string, (solved: Solved) => unknown]>([
    ['another expiry', (it) => withParameters(it, { expiresAt: (it.challenge.parameters.expiresAt ?? 0) + 60 })],
    ['another nonce', (it) => withParameters(it, { nonce: '00'.repeat(16) })],
    ['an easier prefix', (it) => withParameters(it, { keyPrefix: '0' })],
    ['no signature of the key', (it) => withParameters(it, { keySignature: '' })],
    ['another signature', (it) => ({ ...it, challenge: { ...it.challenge, signature: 'ab'.repeat(32) } })],
    ['no signature', ({ challenge: { parameters }, solution }) => ({ challenge: { parameters }, solution })],
    ['another key', (it) => ({ ...it, solution: { ...it.solution, derivedKey: 'ab'.repeat(32) } })],
    ['a key that is none', (it) => ({ ...it, solution: { ...it.solution, derivedKey: 'not hex' } })],
    ['a counter that is none', (it) => ({ ...it, solution: { ...it.solution, counter: -1.5 } })],
  ])('with %s is refused, and the untouched one still passes', async (_what, tamper) => {
    const solved = await solve('login')
    expectRefused(await logInWith(fields(tamper(solved))))
    expect((await logInWith(fields(solved))).status).toBe(200)
  })

  test('that a client made for itself is refused', async () => {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 1,
      data: { action: 'login' },
      expiresAt: new Date(Date.now() + 600_000),
      deriveKey,
      hmacSignatureSecret: 'a secret of their own',
      hmacKeySignatureSecret: 'another one',
    })
    const solution = await solveChallenge({ challenge, deriveKey })
    expectRefused(await logInWith(fields({ challenge, solution })))
  })

  const parameters = { nonce: '', salt: '', expiresAt: 1e308, cost: 1e308, data: { action: 'login' } }
  test.each<[string, unknown]>([
    ['words', 'garbage'],
    ['other alphabets', 'пароль 🔑'],
    ['an empty object', {}],
    ['null', null],
    ['a list', []],
    ['a number', 7],
    ['empty parts', { challenge: {}, solution: {} }],
    ['impossible values', { challenge: { parameters, signature: '' }, solution: { counter: 1e308, derivedKey: '' } }],
    ['a nest', Buffer.from('['.repeat(6000)).toString('base64')],
    ['a prototype', Buffer.from('{"__proto__":{"challenge":1},"constructor":1}').toString('base64')],
    ['the longest that is read', 'A'.repeat(8192)],
    ['one longer', 'A'.repeat(8193)],
    ['60 kB', 'A'.repeat(60_000)],
  ])('refuses %s as a solution', async (_what, answer) => {
    const before = await world.db.query(sql`select nonce from used_captcha`, { nonce: col.text })
    expectRefused(await logInWith(fields(answer)))
    expect(await world.db.query(sql`select nonce from used_captcha`, { nonce: col.text })).toEqual(before)
  })

  test('refuses a request that is too large before it looks at the solution', async () => {
    expect((await logInWith(fields('A'.repeat(100_000)))).status).toBe(413)
  })

  const withParameters = ({ challenge, solution }: Solved, change: Partial<Challenge['parameters']>) => ({
    challenge: { ...challenge, parameters: { ...challenge.parameters, ...change } },
    solution,
  })
})

describe('reCAPTCHA', () => {
  const good = { success: true, score: 0.9, action: 'login', hostname: 'agents.example.com' }
  /** What Google answers next, and what it was asked. */
  let answer: { status?: number; headers?: Record<string, string>; body: string } | 'hang up'
  let asked: Record<string, string>[] = []

  const google = createServer((request, response) => {
    let form = ''
    request.on('data', (chunk: Buffer) => {
      form += chunk.toString()
    })
    request.on('end', () => {
      asked.push(Object.fromEntries(new URLSearchParams(form)))
      if (request.url === '/elsewhere') response.end(JSON.stringify(good))
      else if (answer === 'hang up') request.socket.destroy()
      else response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
    })
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
    world = await openWorld({
      env: {
        CASHBOX_CAPTCHA: 'on',
        RECAPTCHA_SITE_KEY: 'the-site-key',
        RECAPTCHA_SECRET_KEY: 'the-secret-key',
        RECAPTCHA_HOSTNAMES: 'agents.example.com www.example.com',
        RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`,
      },
    })
  })
  afterAll(async () => {
    await world.close()
    google.closeAllConnections()
    await new Promise((resolve) => google.close(resolve))
  })
  beforeEach(() => {
    answer = { body: JSON.stringify(good) }
    asked = []
  })

  const token = { captcha_type: 'recaptcha', captcha_id: 'login', captcha_text: 'a-token-from-the-browser' }

  test('is described by its site key, and by nothing secret', async () => {
    const { payload } = await world.call(getCaptcha, { action: 'login' })
    expect(payload).toEqual({ captcha_type: 'recaptcha', recaptcha_site_key: 'the-site-key', challenge: null })
  })

  test('passes with success, the right action, a good score and one of our hosts', async () => {
    expect((await logInWith(token)).status).toBe(200)
    expect(asked).toEqual([{ secret: 'the-secret-key', response: 'a-token-from-the-browser', remoteip: '127.0.0.1' }])
  })

  test.each([{ score: 0.5 }, { hostname: 'www.example.com' }, { challenge_ts: '2026-01-01T00:00:00Z' }])(
    'passes with %j',
    async (change) => {
      answer = { body: JSON.stringify({ ...good, ...change }) }
      expect((await logInWith(token)).status).toBe(200)
    },
  )

  test.each([
    { success: false, 'error-codes': ['timeout-or-duplicate'] },
    { score: 0.49 },
    { score: undefined },
    { action: 'signup' },
    { action: undefined },
    { hostname: 'evil.example.com' },
    { hostname: 'agents.example.com.evil.com' },
    { hostname: undefined },
  ])('fails with %j', async (change) => {
    answer = { body: JSON.stringify({ ...good, ...change }) }
    const { status, failure } = await logInWith(token)
    expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, 'captcha_failed', ['captcha_text']])
  })

  test.each<[string, typeof answer]>([
    ['hangs up', 'hang up'],
    ['answers 500', { status: 500, body: JSON.stringify(good) }],
    ['is over its quota', { status: 429, body: '' }],
    ['answers nothing', { body: '' }],
    ['answers a page', { body: '<html>captive portal</html>' }],
    ['answers null', { body: 'null' }],
    ['answers in another shape', { body: JSON.stringify({ ...good, success: 'true' }) }],
    ['points elsewhere', { status: 302, headers: { location: '/elsewhere' }, body: '' }],
  ])('refuses when Google %s: no check is no pass', async (_what, next) => {
    answer = next
    const { status, failure } = await logInWith(token)
    expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, 'captcha_unavailable', ['captcha_text']])
  })

  test.each<Partial<InputOf<typeof logIn>>>([
    {},
    { ...token, captcha_text: null },
    { ...token, captcha_id: 'signup' },
    { ...token, captcha_id: null },
    { ...token, captcha_type: 'altcha' },
  ])('refuses %j without asking Google', async (sent) => {
    const { status, failure } = await logInWith(sent)
    expect([status, failure.code]).toEqual([422, 'captcha_failed'])
    expect(asked).toEqual([])
  })
})
