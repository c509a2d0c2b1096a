import { agentApi, confirmPayment, type Endpoint, refusals } from '@cashbox/contract'
import { sql } from '@cashbox/postgres/database'
import { strangeInputsFor, writeCall } from '@cashbox/testing/strange-input'
import { openWorld, type World } from '@cashbox/testing/world'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  token = await world.logIn('approved')
})
afterAll(() => world.close())

const documented = new Set<number>([200, ...Object.values(refusals).map(({ status }) => status)])

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers?: Record<string, string>
  readonly payload?: string
}

async function send({ method, url, headers = {}, payload }: Sent) {
  const response = await world.app.inject({
    method: method as 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, body: response.body, headers: response.headers }
}

function json(endpoint: Endpoint, value: unknown): Sent {
  const { path, body } = writeCall(endpoint, value)
  const { method } = endpoint
  if (body === undefined) return { method, url: `/api${path}` }
  return { method, url: `/api${path}`, headers: { 'content-type': 'application/json' }, payload: body }
}

/** The documented shape, and nothing of how the server works inside. */
function expectDocumented({ status, body }: { status: number; body: string }, what: unknown) {
  const context = `${JSON.stringify(what)?.slice(0, 500)} → ${status} ${body.slice(0, 300)}`
  expect(documented.has(status), context).toBe(true)
  expect(status, context).toBeLessThan(500)
  if (status === 200) return
  const failure = JSON.parse(body) as Record<string, unknown>
  expect(Object.keys(failure).toSorted(), context).toEqual(['code', 'errors', 'fields', 'message', 'request_id'])
  expect(failure['message'], context).toMatch(/\S/)
  expect(body, context).not.toMatch(/postgres|syntax error|at .*\.ts:|node_modules|constraint/i)
}

const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const posts = agentApi.filter(({ method }) => method === 'POST')

// What log-out does well ends the session that the other tests go on with.
beforeEach(async ({ task }) => {
  if (task.suite?.name.endsWith('/auth/logout')) token = await world.logIn('approved')
})
afterEach(async ({ task }) => {
  if (task.suite?.name.endsWith('/auth/logout')) token = await world.logIn('approved')
})

describe.each(named(agentApi))('%s', (_name, endpoint) => {
  test('answers any input with a documented error, never a 500, and moves no money', async () => {
    const before = await world.balances()
    await fc.assert(
      fc.asyncProperty(strangeInputsFor(endpoint), async (input) => {
        expectDocumented(await send(json(endpoint, input)), { path: endpoint.path, input })
      }),
      { numRuns: 40 },
    )
    expect(await world.balances()).toBe(before)
  })

  test('refuses every method that its path does not have, naming those it has', async () => {
    const own = agentApi.filter(({ path }) => path === endpoint.path).map(({ method }) => method as string)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((one) => !own.includes(one))) {
      const answer = await send({ method, url: `/api${endpoint.path}` })
      expectDocumented(answer, method)
      expect([answer.status, answer.headers['allow']]).toEqual([405, own.toSorted().join(', ')])
    }
  })

  test('refuses unknown fields by name', async () => {
    const answer = await send(json(endpoint, { surprise: 'x' }))
    expectDocumented(answer, 'surprise')
    expect(answer.status).toBe(422)
    expect((JSON.parse(answer.body) as { errors: object }).errors).toHaveProperty('surprise')
  })
})

describe.each(named(posts))('%s', (_name, endpoint) => {
  const url = `/api${endpoint.path}`

  test.each([
    ['broken JSON', '{"email":'],
    ['a list', '[1,2]'],
    ['a text', '"text"'],
    ['null', 'null'],
    ['a poisoned prototype', '{"__proto__":{"isAdmin":true}}'],
    ['deep nesting', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ])('refuses %s as body', async (_what, payload) => {
    const answer = await send({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
    expectDocumented(answer, payload.slice(0, 50))
    expect([400, 422]).toContain(answer.status)
  })

  test('refuses a huge body and another media type', async () => {
    const payload = JSON.stringify({ email: 'x'.repeat(100_000) })
    const huge = await send({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
    expectDocumented(huge, 'huge')
    expect(huge.status).toBe(413)
    const xml = await send({ method: 'POST', url, headers: { 'content-type': 'text/xml' }, payload: '<a/>' })
    expectDocumented(xml, 'xml')
    expect(xml.status).toBe(415)
  })
})

describe.each(named(agentApi.filter(({ access }) => access === 'agent')))('%s', (_name, endpoint) => {
  test('refuses every token that is not a live one', async () => {
    const expired = await world.logIn('approved')
    await world.db.execute(sql`
      update session set expires_at = now() - interval '1 second'
      where id = (select id from session order by id desc limit 1)`)
    const dead = [`Bearer ${'A'.repeat(43)}`, `Bearer ${token}x`, `Bearer ${expired}`, 'Bearer null']
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Bearer x', `Basic ${token}`, ...dead]) {
      const headers = { 'content-type': 'application/json', authorization }
      const answer = await send({ ...json(endpoint, {}), headers })
      expectDocumented(answer, authorization)
      expect(answer.status).toBe(401)
    }
  })
})

test('a path that does not exist, or is no path, is a documented 404 or 400', async () => {
  for (const url of [
    '/api/nothing',
    '/api',
    '/api/payments/confirm/',
    '/%',
    '/api/%ff',
    `/${'a'.repeat(5000)}`,
    '/api//user/profile',
  ]) {
    const answer = await send({ method: 'GET', url })
    expectDocumented(answer, url)
    expect([400, 404]).toContain(answer.status)
  }
})

test('strange Idempotency-Key headers are refused, and change nothing', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  const before = await world.balances()
  for (const key of [' ', 'x'.repeat(256), '"unclosed', 'a"b', 'tab\there', '""']) {
    const answer = await send({
      ...json(confirmPayment, {
        type: 'deposit',
        transaction_id,
        amount: '10.00',
        geo_lat: '41.2995',
        geo_lon: '69.2401',
      }),
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
    })
    expectDocumented(answer, key)
    expect(answer.status).toBe(400)
  }
  expect(await world.balances()).toBe(before)
})

test('errors are worded in the language of the request', async () => {
  const wordsIn = async (language: string) => {
    const answer = await send({
      ...json(confirmPayment, {}),
      headers: { 'content-type': 'application/json', 'x-language': language },
    })
    return (JSON.parse(answer.body) as { errors: Record<string, string[]> }).errors['amount']?.[0]
  }
  const words = await Promise.all(['en', 'ru', 'es', 'fr', 'tr', 'ar'].map(wordsIn))
  expect(new Set(words).size).toBe(6)
  expect(await wordsIn('xx')).toBe(words[0])
  expect(await wordsIn('ru-RU')).toBe(words[1])
})

test('every answer carries a request id and the security headers', async () => {
  for (const url of ['/api/tools/settings', '/api/nothing', '/docs', '/sandbox']) {
    const { headers } = await send({ method: 'GET', url })
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toContain('max-age=31536000')
    expect(headers['permissions-policy']).toContain('geolocation=(self)')
  }
})

test('no column leaves that the contract does not name', async () => {
  const answer = await send({ method: 'GET', url: '/api/user/profile' })
  expect(answer.body).not.toMatch(/password|hash|float_id|account/)
})
