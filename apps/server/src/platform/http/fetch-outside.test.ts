import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { fetchOutside } from './fetch-outside.ts'

let server: Server | null = null
afterEach(() => server?.close())

/** A service that says these bytes to each caller; what it does after that is its own affair. */
async function serviceThat(answer: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const limits = { timeoutMs: 600, maxBytes: 10_000 }
const failureOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'an answer',
    (error: unknown) => (error as Error).message,
  )

test('an answer is read to its end', async () => {
  const url = await serviceThat((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'))
  expect(await fetchOutside({ url, ...limits })).toMatchObject({ status: 200, text: 'hello' })
})

test.each([
  ['says nothing', () => {}],
  ['never comes to the end of its headers', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nx-a: 1\r\n')],
  [
    'says a byte at a time for ever',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      const timer = setInterval(() => void socket.write('1\r\na\r\n'), 50)
      socket.on('close', () => clearInterval(timer))
    },
  ],
])('a service that %s is given up in time', async (_name, answer) => {
  const start = performance.now()
  expect(await failureOf(fetchOutside({ url: await serviceThat(answer), ...limits }))).toBe('no answer in time')
  expect(performance.now() - start).toBeLessThan(100 * limits.timeoutMs)
})

test('an answer without end is not read beyond its limit, packed or not', async () => {
  const long = await serviceThat((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const more = () => {
      while (!socket.destroyed && socket.write('x'.repeat(10_000)));
    }
    socket.on('drain', more)
    more()
  })
  expect(await failureOf(fetchOutside({ url: long, ...limits, timeoutMs: 20_000 }))).toMatch('larger than 10000 bytes')
  server?.close()
  const packed = gzipSync(Buffer.alloc(5_000_000))
  const bomb = await serviceThat((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`)
    socket.end(packed)
  })
  expect(packed.length).toBeLessThan(10_000)
  expect(await failureOf(fetchOutside({ url: bomb, ...limits }))).toMatch('larger than 10000 bytes')
})

test('a redirect is an answer, and is not followed', async () => {
  const url = await serviceThat((socket) =>
    socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n'),
  )
  expect(await fetchOutside({ url, ...limits })).toMatchObject({ status: 302, text: '' })
})

test('a service that wants to change the protocol, or hangs up, is an error at once', async () => {
  const upgrade = await serviceThat((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  )
  expect(await failureOf(fetchOutside({ url: upgrade, ...limits, timeoutMs: 20_000 }))).not.toBe('an answer')
  server?.close()
  const gone = await serviceThat((socket) => socket.destroy())
  expect(await failureOf(fetchOutside({ url: gone, ...limits }))).not.toBe('an answer')
})
