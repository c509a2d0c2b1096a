import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { TracingConfig } from '../config.ts'
import { createHttpServer } from '../http/http-server.ts'
import { enqueue, startWorker } from '../jobs/jobs.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { createTracer } from './tracing.ts'

interface Sent {
  readonly url: string | undefined
  readonly token: string | undefined
  readonly body: {
    resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[]
  }
}

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A collector of OpenTelemetry. */
async function openCollector(status = 200) {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    request.on('end', () => {
      sent.push({ url: request.url, token: request.headers.authorization, body: JSON.parse(body) as Sent['body'] })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config: TracingConfig = { endpoint, headers: { authorization: 'Bearer x' } }
  const spans = () =>
    sent.flatMap(({ body }) =>
      body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    )
  return { sent, config, spans }
}

const options = {
  log: createLog('silent'),
  metrics: createMetrics('cashbox'),
  trustProxy: false,
  isTlsForSubdomains: false,
  csp: { connect: [], images: [], formAction: [], recaptcha: false },
} as const

test('a request is a span below that of its caller, with its route and status and nothing that it carries', async () => {
  const { sent, config, spans } = await openCollector()
  const tracer = createTracer(config, options.log)
  const app = await createHttpServer({ ...options, tracer })
  app.get('/things/:id', async () => ({}))
  const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const headers = { traceparent: `00-${trace}-${parent}-01`, authorization: 'Bearer very-secret' }
  await app.inject({ url: '/things/42?code=123456', headers })
  await app.inject({ url: '/things/43', headers: { traceparent: 'nonsense' } })
  await app.close()
  await tracer.close()
  expect(sent[0]).toMatchObject({ url: '/v1/traces', token: 'Bearer x' })
  const [first, second] = spans()
  expect(first).toMatchObject({ traceId: trace, parentSpanId: parent, name: 'GET /things/:id', kind: 2 })
  expect(second?.['traceId']).toMatch(/^[0-9a-f]{32}$/)
  expect(second).not.toHaveProperty('parentSpanId')
  expect(BigInt(String(first?.['endTimeUnixNano']))).toBeGreaterThan(BigInt(String(first?.['startTimeUnixNano'])))
  expect(JSON.stringify(sent)).not.toMatch(/123456|very-secret|things\/42/)
})

test('a job of the worker is a span, and one that fails is marked', async () => {
  const { config, spans } = await openCollector()
  const tracer = createTracer(config, options.log)
  await world.db.transaction(async (tx) => {
    await enqueue(tx, world.clock, 'good', {})
    await enqueue(tx, world.clock, 'bad', {})
  })
  const handlers = { good: async () => {}, bad: () => Promise.reject(new Error('no luck')) }
  const { ofServer: db, clock } = world
  const worker = startWorker({ db, clock, log: options.log, handlers, recurring: [], tracer })
  await vi.waitFor(() => expect(spans()).toHaveLength(2), { timeout: 60_000 })
  await worker.stop()
  await tracer.close()
  const marks = spans().map(({ name, status }) => [name, status])
  expect(Object.fromEntries(marks as [string, unknown][])).toEqual({
    'job good': { code: 0 },
    'job bad': { code: 2 },
  })
})

test('a collector that refuses or is away costs nothing but its spans', async () => {
  const { config, sent } = await openCollector(503)
  for (const endpoint of [config.endpoint, 'http://127.0.0.1:9']) {
    const tracer = createTracer({ ...config, endpoint }, options.log)
    tracer.begin('one', 'internal')({ attributes: {}, isError: false })
    await tracer.close()
  }
  expect(sent).toHaveLength(1)
})
