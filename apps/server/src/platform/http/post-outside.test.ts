import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { postOutside, problemOf } from './post-outside.ts'

const post = (url: string, mayBePrivate: boolean, timeoutMs = 5000) =>
  postOutside({ url, headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs, mayBePrivate })

test.each([
  'https://127.0.0.1/hook',
  'https://10.1.2.3/hook',
  'https://192.168.0.1/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hook',
  'https://[fd00::1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://0.0.0.0/hook',
])('%s is inside our network and is not posted to', async (url) => {
  expect(problemOf(url, false)).toMatch(/private/)
  expect(await post(url, false)).toMatchObject({ status: null })
})

test('a name that resolves to an address inside our network is not posted to', async () => {
  expect(await post('https://localhost/hook', false)).toEqual({
    status: null,
    error: 'the address is in a private network',
    problem: 'address_private',
  })
})

test('names that never resolve delay no other call, and each is given up', async () => {
  const nameServer = createSocket('udp4')
  const questions = new Promise<void>((resolve) => nameServer.once('message', () => resolve()))
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve))
  const server = createServer((_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const nameServers = [`127.0.0.1:${nameServer.address().port}`]
  let given = 0
  const silent = Array.from({ length: 20 }, (_, n) =>
    postOutside({
      url: `https://push-${n}.silent.example/`,
      headers: {},
      body: '',
      timeoutMs: 60_000,
      mayBePrivate: true,
      nameServers,
    }).finally(() => {
      given += 1
    }),
  )
  await questions
  const outcome = await post(`http://localhost:${(server.address() as AddressInfo).port}/`, true)
  expect([outcome.status, given]).toEqual([200, 0])
  for (const each of await Promise.all(silent)) expect(each).toMatchObject({ status: null, problem: 'host_unknown' })
  nameServer.close()
  server.close()
})

test.each(['http://example.com/hook', 'ftp://example.com', 'not an address', 'https://user@example.com/'])(
  '%s is no address for webhooks',
  (url) => {
    expect(problemOf(url, false)).not.toBeNull()
  },
)

test('a redirect is an answer and is not followed', async () => {
  let visits = 0
  const server = createServer((_request, response) => {
    visits += 1
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const outcome = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, true)
  expect([outcome.status, visits]).toEqual([302, 1])
  server.close()
})

test('a server that never answers is given up, and one that answers without end is cut off', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/endless') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(1000)), 5)
      response.on('close', () => clearInterval(timer))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await post(`${base}/silent`, true, 200)).toEqual({
    status: null,
    error: 'no answer in time',
    problem: 'timed_out',
  })
  const endless = await post(`${base}/endless`, true)
  expect(endless).toMatchObject({ status: 200 })
  expect('answer' in endless && endless.answer).toHaveLength(500)
  server.closeAllConnections()
  server.close()
})

test('a closed port is an outcome, not an exception', async () => {
  expect(await post('http://127.0.0.1:9/', true)).toMatchObject({ status: null })
})

/** A server below HTTP, which may answer with anything. */
async function openSocket(onRequest: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => onRequest(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

test.each<[string, (socket: Socket) => void, object]>([
  ['closes without an answer', (socket) => socket.end(), { status: null }],
  ['says nothing', () => {}, { status: null, error: 'no answer in time', problem: 'timed_out' }],
  [
    'says for ever that it goes on',
    (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    },
    { status: null, error: 'no answer in time', problem: 'timed_out' },
  ],
  [
    'answers a byte at a time',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    },
    { status: null, error: 'no answer in time', problem: 'timed_out' },
  ],
  ['answers with garbage', (socket) => socket.end('\0\0\0 what?\r\n\r\n'), { status: null }],
])('a server that %s is done with in time', async (_what, onRequest, outcome) => {
  expect(await post(await openSocket(onRequest), true, 300)).toMatchObject(outcome)
})

test('a server that switches to another protocol is done with at once', async () => {
  const url = await openSocket((socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  })
  expect(await post(url, true, 60_000)).toMatchObject({ status: 101 })
})
