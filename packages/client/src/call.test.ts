import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { confirmPayment, getStats } from '@cashbox/contract'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { addressOf, type Call, type CallOptions, createCall } from './call.ts'
import { CallFailure } from './call-failure.ts'

interface Options extends CallOptions {
  readonly isQuiet?: boolean
}

interface Asked {
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let asked: Asked[] = []
let reported: { failure: CallFailure; options: Options; token: string | undefined }[] = []
let token = 'first'
let answer: (response: ServerResponse) => void
let call: Call<Options>

async function take(request: IncomingMessage, response: ServerResponse) {
  asked.push({ url: request.url, headers: request.headers, body: await text(request) })
  answer(response)
}

const server = createServer((request, response) => void take(request, response))

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const refusal = { message: 'Not found.', errors: { from: ['First.', 'Second.'] }, code: 'invalid', request_id: 'r-1' }
const month = { from: '1', to: '2' }

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  call = createCall<Options>({
    base: `http://127.0.0.1:${port}/api`,
    timeoutMs: 1000,
    headers: () => ({ authorization: token }),
    onFailure: (failure, { options, headers }) => reported.push({ failure, options, token: headers['authorization'] }),
  })
})
beforeEach(() => {
  asked = []
  reported = []
  token = 'first'
  answer = json(200, { payload: { stats: {} } })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

test('a GET carries its input in the query and the headers of the moment', async () => {
  token = 'second'
  await call(getStats, month)
  expect(asked).toMatchObject([{ url: `/api${getStats.path}?from=1&to=2`, headers: { authorization: 'second' } }])
})

test('what has not changed is not sent again, and the next session gets nothing of it', async () => {
  const stats = (sum: string) => ({ payload: { stats: { deposit_sum: sum } } })
  const tagged = (sum: string) => (response: ServerResponse) =>
    void response.setHeader('etag', `W/"${sum}"`).end(JSON.stringify(stats(sum)))
  const tags = () => asked.map(({ headers }) => headers['if-none-match'])
  answer = tagged('1.00')
  await call(getStats, month)
  answer = (response) => void response.writeHead(304).end()
  expect(await call(getStats, month)).toEqual(stats('1.00').payload)
  answer = tagged('2.00')
  expect(await call(getStats, month)).toEqual(stats('2.00').payload)
  await call(getStats, { ...month, to: '3' })
  await call(getStats, month)
  token = 'second'
  await call(getStats, month)
  expect(tags()).toEqual([undefined, 'W/"1.00"', 'W/"1.00"', undefined, 'W/"2.00"', undefined])
})

test('a POST carries its input as JSON, and the key that makes it count once', async () => {
  const input = { type: 'deposit', transaction_id: 'A1', amount: '5.00', geo_lat: '', geo_lon: '' } as const
  answer = json(200, { payload: {} })
  await call(confirmPayment, input, { idempotencyKey: 'form-1' })
  const [sent] = asked
  expect(JSON.parse(sent?.body ?? '')).toEqual(input)
  expect(sent?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'form-1' })
})

test('what is only read is asked for in tasks of their own, and a change is sent at once', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetching.mockRestore())
  const reads = [call(getStats, month), call(getStats, { ...month, to: '3' })]
  const change = call(confirmPayment, {
    type: 'deposit',
    transaction_id: 'A1',
    amount: '5.00',
    geo_lat: '',
    geo_lon: '',
  })
  const methods = () => fetching.mock.calls.map(([, init]) => init?.method)
  expect(methods()).toEqual(['POST'])
  await Promise.all([...reads, change])
  expect(methods()).toEqual(['POST', 'GET', 'GET'])
})

test('the payload of an answer is what the call gives', async () => {
  answer = json(200, { payload: { stats: { deposit_sum: '1.00' } } })
  expect(await call(getStats, month)).toEqual({ stats: { deposit_sum: '1.00' } })
  expect(reported).toEqual([])
})

test("a refusal keeps the server's words, fields and request id", async () => {
  answer = json(422, refusal)
  const failure = await failureOf(call(getStats, month))
  expect(failure).toMatchObject({
    kind: 'refused',
    status: 422,
    code: 'invalid',
    serverMessage: 'Not found.',
    requestId: 'r-1',
    isOutcomeUnknown: false,
  })
  expect((failure as CallFailure).errorOf('from')).toBe('First.')
})

test.each([
  [{ message: 'Wrong.', errors: { amount: ['Too much.'] } }, 'Wrong.', 'Too much.'],
  [{ errors: { amount: ['Too much.'] } }, '', 'Too much.'],
  [{ errors: { amount: 'Too much.' } }, '', 'Too much.'],
  [{ message: 'Wrong.' }, 'Wrong.', undefined],
  [{ message: 'Wrong.', errors: [] }, 'Wrong.', undefined],
])('a refusal needs no code and no request id: %j', async (body, message, ofAmount) => {
  answer = json(422, body)
  const failure = (await failureOf(call(getStats, month))) as CallFailure
  expect(failure).toMatchObject({ kind: 'refused', serverMessage: message, code: '', requestId: null })
  expect(failure.errorOf('amount')).toBe(ofAmount)
})

test('a failure is reported once, with the options and headers of its call, and then thrown', async () => {
  answer = (response) => {
    // The agent logs in anew while the answer is on its way.
    token = 'second'
    json(401, refusal)(response)
  }
  const failure = await failureOf(call(getStats, month, { isQuiet: true }))
  expect(reported).toEqual([{ failure, options: { isQuiet: true }, token: 'first' }])
})

test.each<[string, (response: ServerResponse) => void]>([
  ['a fault of the server', json(500, refusal)],
  ['an error page of a proxy', (response) => void response.writeHead(502).end('<h1>Bad gateway</h1>')],
  ['an error that is not in our form', json(404, { error: 'no route' })],
  ['a success without a payload', json(200, { ok: true })],
  ['a success that is no JSON', (response) => void response.end('<h1>Log in to the Wi-Fi</h1>')],
])('after %s it is not known whether the call was carried out', async (_what, give) => {
  answer = give
  const failure = await failureOf(call(getStats, month))
  expect(failure).toMatchObject({ kind: 'broken', isOutcomeUnknown: true })
  expect(reported).toMatchObject([{ failure }])
})

test.each<[string, (response: ServerResponse) => void]>([
  ['before the answer', (response) => void response.destroy()],
  [
    'in the middle of the answer',
    (response) => void response.writeHead(200, { 'content-length': '99' }).write('{"pay', () => response.destroy()),
  ],
])('a connection that breaks %s is a lost connection', async (_when, give) => {
  answer = give
  expect(await failureOf(call(getStats, month))).toMatchObject({ kind: 'unreachable', isOutcomeUnknown: true })
})

test('an answer that does not come in time is a timeout', async () => {
  answer = () => {}
  expect(await failureOf(call(getStats, month))).toMatchObject({ kind: 'timeout', isOutcomeUnknown: true })
})

test('a call that its caller gives up is no failure', async () => {
  const stop = new AbortController()
  answer = () => stop.abort()
  const error = await failureOf(call(getStats, month, { signal: stop.signal }))
  expect(error).not.toBeInstanceOf(CallFailure)
  expect(reported).toEqual([])
})

test('what the path names goes into the path, and not into the body', () => {
  expect(addressOf({ method: 'POST', path: '/agents/:agent_id/limits' }, { agent_id: 'a/b', version: 3 })).toEqual({
    path: '/agents/a%2Fb/limits',
    body: { version: 3 },
  })
})

test('what is left of a GET is its query, without what is not set', () => {
  const asked = { agent_id: '7', action: 'a&b', status: ['open', 'held'], cursor: undefined, to: null }
  expect(addressOf({ method: 'GET', path: '/agents/:agent_id/notes' }, asked)).toEqual({
    path: '/agents/7/notes?action=a%26b&status=open&status=held',
    body: null,
  })
})

test('a path is never sent with a hole in it', () => {
  expect(() => addressOf({ method: 'GET', path: '/agents/:agent_id' }, {})).toThrow('agent_id')
})
