import { connect } from 'node:net'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  token = await world.logIn('approved')
})
afterAll(() => world.close())

const ask = (url: string) => world.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })

const answers = [
  ['an answer of the API', '/api/user/profile'],
  ['one that may be cached', '/api/tools/dictionaries'],
  ['a refusal to an operator', '/operator/v1/agents'],
  ['a refusal to a partner', '/partner/v1/transactions'],
  ['a file for partners', '/partner/v1/reconciliation/2026-01-01.csv'],
  ["the agents' app", '/'],
  ['the console', '/console/'],
  ['the sandbox', '/sandbox'],
  ['an unknown path', '/api/nothing'],
  ['a path that is no path', '/%'],
  ['a path that is too long', `/api/${'a'.repeat(5000)}`],
  ['the page of the API', '/docs'],
  ['its document', '/docs/openapi.json'],
  ['a picture', '/images/languages/en.svg'],
  ['the health page', '/healthz'],
  ['the metrics', '/metrics'],
  ['the manifest', '/manifest.webmanifest'],
] as const

describe.each(answers)('%s', (_what, url) => {
  test('can run no foreign script, be framed by no site, be taken for no other type, and gives away no address', async () => {
    const { headers } = await ask(url)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src ('nonce-[\w+/=]+' )?'self'/)
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(rule)
    }
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      // The sandbox's own forms are told apart from foreign ones by their referrer; no other site gets one.
      'referrer-policy': expect.stringMatching(url === '/sandbox' ? /^same-origin$/ : /^no-referrer$/),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=(self)'),
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('names its type, and in text its characters', async () => {
    const type = String((await ask(url)).headers['content-type'])
    expect(type).toMatch(/^[a-z]+\/[\w.+-]+/)
    if (/^text\/|xml/.test(type)) expect(type).toMatch(/charset=utf-8/i)
  })
})

test('what is about one agent or operator is kept by no browser and no proxy', async () => {
  for (const url of ['/api/user/profile', '/api/user/wallet', '/operator/v1/session', '/partner/v1/transactions']) {
    expect([url, (await ask(url)).headers['cache-control']]).toEqual([url, 'no-store'])
  }
})

test('TRACE is not answered with what was sent', async () => {
  const response = await fetchRaw(
    'TRACE / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer secret\r\nconnection: close\r\n\r\n',
  )
  expect(response).toMatch(/^HTTP\/1\.1 40[45]/)
  expect(response).not.toContain('secret')
})

test('a request with two lengths, or with a length and pieces, is refused before it is read', async () => {
  const lengths = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x'
  const both =
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'
  for (const request of [lengths, both]) expect(await fetchRaw(request)).toMatch(/^HTTP\/1\.1 400/)
})

/** Sends bytes as they are, which no client library would. */
function fetchRaw(request: string): Promise<string> {
  const { hostname, port } = new URL(world.address)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test('hosts below ours are left alone when the setting says so', async () => {
  const other = await openWorld({ env: { CASHBOX_HSTS_SUBDOMAINS: 'off' } })
  const { headers } = await other.app.inject({ url: '/healthz' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  await other.close()
})
