import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
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

test('a name that stands for an address inside our network is not posted to', async () => {
  expect(await post('https://localhost/hook', false)).toEqual({
    status: null,
    error: 'the address is in a private network',
  })
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
  expect(await post(`${base}/silent`, true, 200)).toEqual({ status: null, error: 'no answer in time' })
  const endless = await post(`${base}/endless`, true)
  expect(endless).toMatchObject({ status: 200 })
  expect('answer' in endless && endless.answer).toHaveLength(500)
  server.closeAllConnections()
  server.close()
})

test('nobody there is an outcome, not an exception', async () => {
  expect(await post('http://127.0.0.1:9/', true)).toMatchObject({ status: null })
})
