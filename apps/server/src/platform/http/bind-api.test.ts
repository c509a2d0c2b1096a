import { randomUUID } from 'node:crypto'
import { type Access, type Endpoint, endpoint, type Failure } from '@cashbox/contract'
import { operatorApi } from '@cashbox/contract/operator'
import { partnerApi } from '@cashbox/contract/partner'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openPartner } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type AgentContexts, admitAgent, agentCalls } from '../../access/admit-agent.ts'
import { admitOperator } from '../../access/admit-operator.ts'
import { admitPartner, signRequest } from '../../access/admit-partner.ts'
import { createSessions } from '../../access/sessions.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../log/metrics.ts'
import { createRateLimits } from '../rate-limits.ts'
import { type Admit, bindApi } from './bind-api.ts'
import { createHttpServer } from './http-server.ts'

const id = z.string().check(z.regex(/^\d+$/))

/** Two calls that any door could have, so that all three can be asked the same. */
const callsFor = (access: Access) => ({
  read: endpoint('GET /things/:id', access, {
    summary: 'A thing.',
    input: z.strictObject({ id, length: z._default(z.coerce.number(), 1) }),
    output: z.object({ text: z.string() }),
  }),
  write: endpoint('POST /things/:id', access, {
    summary: 'Change a thing.',
    input: z.strictObject({ id, note: z.optional(z.string().check(z.maxLength(10))) }),
    output: z.object({ id: z.string(), note: z.nullable(z.string()) }),
  }),
})

interface Door {
  readonly access: Access
  /** How this door's API and its guard are bound with these handlers. */
  readonly bind: (calls: readonly Endpoint[], routes: readonly Bound[]) => FastifyPluginAsync
  /** What a caller whom the guard admits sends along. */
  readonly credentials: (method: string, target: string, body: string) => Record<string, string>
}

interface Bound {
  readonly endpoint: Endpoint
  readonly handler: (context: { readonly input: unknown }) => Promise<unknown>
}

let world: World
const doors = new Map<string, Door>()
beforeAll(async () => {
  world = await openWorld()
  const { db, clock } = world
  const guarded =
    <Who, Contexts>(who: Who, admit: Admit<Who, Contexts>) =>
    (calls: readonly Endpoint[], routes: readonly Bound[]) =>
      bindApi<Who, Contexts>(
        calls.map((call) => [call, who]),
        routes,
        admit,
        { db },
      )
  const token = await world.logIn('approved')
  doors.set('agent', {
    access: 'agent',
    bind: guarded<Access, AgentContexts>('agent', admitAgent({ db, sessions: createSessions(world.services) })),
    credentials: () => ({ authorization: `Bearer ${token}` }),
  })
  const operator = (await operatorOf(world.address, 'admin')).cookie()
  doors.set('operator', {
    access: 'operator',
    bind: guarded(['admin'] as const, admitOperator(world.services)),
    credentials: () => ({ cookie: operator, 'x-cashbox-console': '1' }),
  })
  const { key } = await openPartner(world)
  const limits = createRateLimits(db, { scale: 100 })
  doors.set('partner', {
    access: 'partner',
    bind: guarded('read', admitPartner({ db, clock, limits, keyring: world.keyring })),
    credentials: (method, target, text) => {
      const message = { id: randomUUID(), timestamp: String(Math.floor(clock.now().getTime() / 1000)) }
      const body = method === 'GET' ? '' : text
      return {
        'cashbox-key': key.id,
        'webhook-id': message.id,
        'webhook-timestamp': message.timestamp,
        'webhook-signature': signRequest(key.secret, { ...message, method, target, body }),
      }
    },
  })
})
afterAll(() => world.close())

async function listen(plugin: FastifyPluginAsync) {
  const app: FastifyInstance = await createHttpServer({
    log: createLog('silent'),
    metrics: createMetrics('cashbox'),
    trustProxy: false,
    isTlsForSubdomains: true,
    csp: { connect: [], images: [], formAction: [], recaptcha: false },
  })
  await app.register(cookie)
  await app.register(plugin)
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() }
}

const JSON_BODY = { 'content-type': 'application/json' }

describe.each(['agent', 'operator', 'partner'])('the %s door', (name) => {
  const door = () => doors.get(name) as Door
  const ofDoor = () => {
    const { read, write } = callsFor(door().access)
    const routes: Bound[] = [
      {
        endpoint: read,
        handler: async ({ input }) => {
          const { length } = input as z.output<typeof read.input>
          return length < 0 ? { text: 0 } : { text: 'x'.repeat(length), password_hash: 'secret' }
        },
      },
      {
        endpoint: write,
        handler: async ({ input }) => ({ note: null, ...(input as z.output<typeof write.input>) }),
      },
    ]
    return { calls: [read, write], routes }
  }

  let server: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    const { calls, routes } = ofDoor()
    server = await listen(door().bind(calls, routes))
  })
  afterAll(() => server.close())

  async function ask(method: 'GET' | 'POST', path: string, body = '', headers: Record<string, string> = {}) {
    const response = await fetch(`${server.address}${path}`, {
      method,
      headers: { ...door().credentials(method, path, body), ...headers },
      ...(method === 'GET' ? {} : { body: body === '' ? null : body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const failureOf = ({ text }: { text: string }) => JSON.parse(text) as Failure

  test('does not start with a call that has no handler', () => {
    const { calls, routes } = ofDoor()
    expect(() => door().bind(calls, routes.slice(1))).toThrow('calls without a handler: GET /things/:id')
  })

  test('does not start with a handler for a call that is not its own', () => {
    const { calls, routes } = ofDoor()
    expect(() => door().bind(calls.slice(1), routes)).toThrow('not in this API: GET /things/:id')
  })

  test('does not start with a call that is bound twice', () => {
    const { calls, routes } = ofDoor()
    expect(() => door().bind(calls, [...routes, ...routes.slice(1)])).toThrow('with two handlers: POST /things/:id')
  })

  test('admits the caller before it looks at what was sent', async () => {
    const response = await fetch(`${server.address}/things/1`, {
      method: 'POST',
      headers: { ...JSON_BODY, 'x-cashbox-console': '1' },
      body: '{"broken',
    })
    expect(response.status).toBe(401)
  })

  test('answers in one envelope that no browser or proxy keeps', async () => {
    const answer = await ask('POST', '/things/7', '{"note":"new"}', JSON_BODY)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { payload: { id: '7', note: 'new' } }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('does not send again what the caller names the tag of, while it is the same', async () => {
    const first = await ask('GET', '/things/1')
    const tag = first.headers.get('etag') ?? ''
    const again = await ask('GET', '/things/1', '', { 'if-none-match': tag })
    expect([again.status, again.text, again.headers.get('cache-control')]).toEqual([304, '', 'no-store'])
    const other = await ask('GET', '/things/1?length=2', '', { 'if-none-match': tag })
    expect([other.status, other.headers.get('etag') === tag]).toEqual([200, false])
  })

  test('answers every act in full', async () => {
    const body = '{"note":"new"}'
    const { headers } = await ask('POST', '/things/7', body, JSON_BODY)
    expect(headers.get('etag')).toBeNull()
    expect((await ask('POST', '/things/7', body, { ...JSON_BODY, 'if-none-match': '*' })).status).toBe(200)
  })

  test('lets only what the contract names leave', async () => {
    const answer = await ask('GET', '/things/1')
    expect([answer.status, answer.text]).toEqual([200, '{"payload":{"text":"x"}}'])
  })

  test('answers 500, and nothing of it, when a handler breaks the contract', async () => {
    const answer = await ask('GET', '/things/1?length=-1')
    expect([answer.status, failureOf(answer).code]).toEqual([500, 'internal'])
    expect(answer.text).not.toMatch(/zod|expected/i)
  })

  test('names each field that the contract refuses', async () => {
    const answer = await ask('POST', '/things/abc', '{"note":"much too long","extra":1}', JSON_BODY)
    expect(answer.status).toBe(422)
    expect(Object.keys(failureOf(answer).errors).toSorted()).toEqual(['extra', 'id', 'note'])
  })

  test.each([
    ['no body', {}],
    ['an empty body that says it is JSON', JSON_BODY],
  ])('takes %s for an empty object', async (_what, headers) => {
    const answer = await ask('POST', '/things/7', '', headers)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { payload: { id: '7', note: null } }])
  })

  test.each([
    ['broken JSON', '{"note":'],
    ['a list', '[]'],
    ['a text', '"note"'],
    ['null', 'null'],
    ['a poisoned prototype', '{"__proto__":{"note":"x"}}'],
    ['a name that the path has already', '{"id":"8"}'],
  ])('refuses %s as body', async (_what, body) => {
    const answer = await ask('POST', '/things/7', body, JSON_BODY)
    expect([answer.status, failureOf(answer).code]).toEqual([400, 'malformed_request'])
  })

  test('refuses a query that names what the path has already', async () => {
    const answer = await ask('GET', '/things/7?id=8')
    expect([answer.status, failureOf(answer).code]).toEqual([400, 'malformed_request'])
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'text/xml'])('refuses a body of %s', async (type) => {
    expect((await ask('POST', '/things/7', '{}', { 'content-type': type })).status).toBe(415)
  })

  test('refuses a body beyond the limit', async () => {
    expect((await ask('POST', '/things/7', `{"note":"${'x'.repeat(70_000)}"}`, JSON_BODY)).status).toBe(413)
  })

  test.each(['br', 'gzip'])('compresses long answers with %s, and short ones not', async (encoding) => {
    const accept = { 'accept-encoding': encoding }
    const long = await ask('GET', '/things/1?length=2000', '', accept)
    expect([long.headers.get('content-encoding'), long.text.length]).toEqual([encoding, 2023])
    expect((await ask('GET', '/things/1?length=900', '', accept)).headers.get('content-encoding')).toBeNull()
  })
})

test.each([
  ['/api', agentCalls],
  ['/operator/v1', operatorApi.map((call) => [call] as const)],
  ['/partner/v1', partnerApi],
] as const)('every call below %s is bound so', async (base, calls) => {
  for (const [{ method, path }] of calls) {
    if (method === 'GET') continue
    const response = await fetch(`${world.address}${base}${path.replaceAll(/:\w+/g, '1')}`, {
      method,
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    })
    expect([path, response.status]).toEqual([path, 415])
  }
})
