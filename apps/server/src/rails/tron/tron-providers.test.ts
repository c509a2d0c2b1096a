import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { MovableClock } from '@cashbox/testing/world'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderFailure, type TronApi } from './tron-api.ts'
import { createTronProviders } from './tron-providers.ts'

type Behaviour = (reply: ServerResponse, path: string) => void

interface Scripted {
  readonly url: string
  readonly seen: { path: string; headers: IncomingHttpHeaders }[]
  behave(next: Behaviour): void
}

const json =
  (body: unknown): Behaviour =>
  (reply) =>
    void reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (reply) =>
    void reply.writeHead(code, headers).end('{}')
const block = (number: number) => json({ block_header: { raw_data: { number, timestamp: 1_700_000_000_000 } } })

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** A provider that says what the test makes it say. */
async function scripted(number: number): Promise<Scripted> {
  const seen: Scripted['seen'] = []
  let behaviour = block(number)
  const server = createServer((request, reply) => {
    seen.push({ path: request.url ?? '', headers: request.headers })
    behaviour(reply, request.url ?? '')
  })
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, seen, behave: (next) => void (behaviour = next) }
}

let one: Scripted
let two: Scripted
let clock: MovableClock
let failures: string[]
let providers: ReturnType<typeof createTronProviders>
beforeEach(async () => {
  one = await scripted(1)
  two = await scripted(2)
  clock = new MovableClock()
  failures = []
  const configs = [
    { url: one.url, apiKey: 'key of one' },
    { url: two.url, apiKey: null },
  ]
  providers = createTronProviders(configs, clock, ({ problem }) => void failures.push(problem))
})

const number = async (api: TronApi) => (await api.solidBlock()).number
const ask = () => providers.first(number)

describe('a provider', () => {
  test.each<[string, Behaviour]>([
    ['throttles with 429', status(429)],
    ['throttles with 403', status(403)],
    ['is out of order', status(503)],
    ['closes the connection', (reply) => void reply.destroy()],
    [
      'closes the connection in the middle of an answer',
      (reply) => {
        reply.writeHead(200, { 'content-length': '500' })
        reply.write('{"block_header":')
        setTimeout(() => reply.destroy(), 20)
      },
    ],
    ['says an error with status 200', json({ Error: 'class java.lang.IllegalStateException : out of order' })],
    ['answers with a page', (reply) => void reply.writeHead(200).end('<html>hello</html>')],
    ['answers with nothing', (reply) => void reply.writeHead(200).end()],
    ['answers in another shape', json({ block: 1 })],
    ['answers with a block that has no number', json({ block_header: { raw_data: { timestamp: 1 } } })],
    ['answers with a list', json([])],
    ['answers with null', json(null)],
    ['sends elsewhere', (reply) => void reply.writeHead(302, { location: `${two.url}/other` }).end()],
  ])('that %s is passed over for the next one, and rests', async (_what, behaviour) => {
    one.behave(behaviour)
    expect(await ask()).toBe(2)
    expect(failures).toHaveLength(1)
    one.behave(block(1))
    const asked = one.seen.length
    expect(await ask()).toBe(2)
    expect(one.seen).toHaveLength(asked)
    clock.advance(3)
    expect(await ask()).toBe(1)
  })

  test('rests as long as it asks for', async () => {
    one.behave(status(429, { 'retry-after': '40' }))
    expect(await ask()).toBe(2)
    one.behave(block(1))
    clock.advance(39)
    expect(await ask()).toBe(2)
    clock.advance(2)
    expect(await ask()).toBe(1)
  })

  test('rests longer each time, five minutes at most, and is forgiven once it answers', async () => {
    one.behave(status(503))
    for (const restS of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      const asked = one.seen.length
      await ask()
      expect(one.seen.length).toBeGreaterThan(asked)
      clock.advance(restS - 0.5)
      const rested = one.seen.length
      await ask()
      expect(one.seen).toHaveLength(rested)
      clock.advance(0.6)
    }
    one.behave(block(1))
    expect(await ask()).toBe(1)
    one.behave(status(503))
    await ask()
    one.behave(block(1))
    clock.advance(2.1)
    expect(await ask()).toBe(1)
  })

  test('gets its own key only', async () => {
    one.behave(status(503))
    await ask()
    expect(one.seen.every(({ headers }) => headers['tron-pro-api-key'] === 'key of one')).toBe(true)
    expect(two.seen.map(({ headers }) => headers['tron-pro-api-key'])).toEqual([undefined])
  })

  test('that sends elsewhere does not send the key there', async () => {
    one.behave((reply) => void reply.writeHead(307, { location: `${two.url}/other` }).end())
    two.behave(status(503))
    await expect(ask()).rejects.toThrow(ProviderFailure)
    expect(two.seen.every(({ headers }) => headers['tron-pro-api-key'] === undefined)).toBe(true)
    expect(two.seen.some(({ path }) => path === '/other')).toBe(false)
  })

  test('that throttles a single call is asked again a moment later, and needs no rest', async () => {
    let calls = 0
    one.behave((reply, path) => {
      calls += 1
      if (calls % 2 === 0) return status(429)(reply, path)
      return block(1)(reply, path)
    })
    expect(await providers.first(async (api) => [await number(api), await number(api), await number(api)])).toEqual([
      1, 1, 1,
    ])
    expect(failures).toEqual([])
  })
})

test('when every provider fails it is an error, and none of them is asked while they rest', async () => {
  one.behave(status(503))
  two.behave(status(500))
  await expect(ask()).rejects.toThrow(ProviderFailure)
  await expect(providers.each(number)).rejects.toThrow('all providers failed a moment ago')
  const asked = [one.seen.length, two.seen.length]
  await expect(ask()).rejects.toThrow('all providers failed a moment ago')
  expect([one.seen.length, two.seen.length]).toEqual(asked)
})

test('each one that answers is read', async () => {
  expect(await providers.each(number)).toEqual([1, 2])
  one.behave(status(503))
  expect(await providers.each(number)).toEqual([2])
})

test('a mistake of ours is no reason to ask another provider', async () => {
  const work = async () => {
    throw new TypeError('ours')
  }
  await expect(providers.first(work)).rejects.toThrow('ours')
  expect(failures).toEqual([])
  expect(await ask()).toBe(1)
})

describe('the rows of the index', () => {
  const TO = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
  const row = { transaction_id: 'AB'.repeat(32), block_timestamp: 1000, type: 'Transfer', to: TO, value: '5' }

  test('that are no transfers of worth are left out, and never block others', async () => {
    const data = [
      { ...row, type: 'Approval' },
      { ...row, value: '0' },
      { ...row, value: null },
      { ...row, value: undefined, to: undefined },
      { ...row, to: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T' },
      { ...row, transaction_id: 'no id' },
      row,
    ]
    one.behave(json({ data, meta: {} }))
    const { hints } = await providers.first((api) => api.transfersTo(TO, { sinceMs: 0 }))
    expect(hints).toEqual([{ txid: 'ab'.repeat(32), to: TO, atMs: 1000, contract: null, units: 5n }])
  })

  test('of the feed are read the same way', async () => {
    const event = { transaction_id: 'AB'.repeat(32), block_timestamp: 1000, event_name: 'Transfer' }
    const to = '0xc8599111f29c1e1e061265b4af93ea1f274ad78a'
    const data = [
      { ...event, result: { '0': 'x' } },
      event,
      { ...event, event_name: 'Issue', result: { amount: '7' } },
      { ...event, result: { to } },
    ]
    one.behave(json({ data, meta: { fingerprint: 'more' } }))
    const page = await providers.first((api) => api.transfersOf(TO, { sinceMs: 0 }))
    expect(page).toEqual({
      hints: [{ txid: 'ab'.repeat(32), to: TO, atMs: 1000, contract: null, units: null }],
      times: [1000, 1000, 1000, 1000],
      next: 'more',
    })
  })
})
