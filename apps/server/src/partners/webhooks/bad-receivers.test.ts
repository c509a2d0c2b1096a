import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import * as partnerApi from '@cashbox/contract/partner'
import { sql } from '@cashbox/postgres/database'
import { openPartner } from '@cashbox/testing/partner-client'
import { newTransaction } from '@cashbox/testing/partner-world'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { setWebhook } from '../set-webhook.ts'
import { startDelivery } from './deliver.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.db.execute(sql`update partner set webhook_url = null`)
})
afterAll(() => world.close())

const EACH = 5

/** A server that does with each connection what it is told, and counts what it could write. */
async function openTcp(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hangUp = () => sockets.forEach((socket) => socket.destroy())
  onTestFinished(() => {
    hangUp()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    hangUp,
    written: () => Math.max(0, ...[...sockets].map(({ bytesWritten }) => bytesWritten)),
  }
}

/** A gigabyte, as fast as it is read. */
function writeWithoutEnd(socket: Socket) {
  socket.write('HTTP/1.1 500 Oh\r\ncontent-length: 1073741824\r\n\r\n')
  const block = Buffer.alloc(65_536, 'x')
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  }
  socket.on('drain', more)
  more()
}

async function partnerAt(url: string) {
  const partner = await openPartner(world)
  const { keyring } = world
  await setWebhook(world.db, { partnerId: partner.partnerId, url, keyring, mayBePrivate: true })
  for (let index = 0; index < EACH; index += 1) {
    const { payload } = await partner.call(partnerApi.createTransaction, newTransaction())
    await partner.call(partnerApi.cancelTransaction, { transaction_id: payload.transaction.transaction_id })
  }
  return { events: async () => (await partner.call(partnerApi.listEvents, {})).payload.list }
}

test('whatever a partner’s server does, only its own events wait', async () => {
  let received = 0
  const good = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(good, 'listening')
  onTestFinished(() => void good.close())
  const goodUrl = `http://127.0.0.1:${(good.address() as AddressInfo).port}/`

  const upgrading = await openTcp((socket) =>
    socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  )
  const redirecting = await openTcp((socket) =>
    socket.end(`HTTP/1.1 307 Go\r\nlocation: ${goodUrl}\r\ncontent-length: 0\r\n\r\n`),
  )
  const endless = await openTcp(writeWithoutEnd)
  const plain = await openTcp((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
  const silent = await openTcp(() => {})
  const bad: Record<string, Awaited<ReturnType<typeof partnerAt>>> = {
    'answers 101': await partnerAt(`http://127.0.0.1:${upgrading.port}/`),
    redirects: await partnerAt(`http://127.0.0.1:${redirecting.port}/`),
    'sends a gigabyte': await partnerAt(`http://127.0.0.1:${endless.port}/`),
    'speaks no TLS': await partnerAt(`https://127.0.0.1:${plain.port}/`),
    'has no name': await partnerAt('http://cashbox-test.invalid/'),
    'answers too late': await partnerAt(`http://127.0.0.1:${silent.port}/`),
  }
  const fine = await partnerAt(goodUrl)

  const delivery = startDelivery(world.services)
  onTestFinished(() => {
    // Stopping waits for what is under way.
    silent.hangUp()
    return delivery.stop()
  })
  await expect.poll(() => received, { timeout: 60_000 }).toBe(EACH)
  // The receiver counts an event before its answer is noted.
  await expect.poll(async () => (await fine.events()).every(({ delivered_at }) => delivered_at !== null)).toBe(true)
  const { 'answers too late': late, ...answering } = bad
  for (const [what, partner] of Object.entries(answering)) {
    await expect
      .poll(async () => (await partner.events()).flatMap(({ attempts }) => attempts).length, { timeout: 60_000 })
      .toBeGreaterThan(0)
    const events = await partner.events()
    expect(
      events.map(({ delivered_at }) => delivered_at),
      what,
    ).toEqual(Array.from({ length: EACH }, () => null))
    const [attempt] = events.flatMap(({ attempts }) => attempts)
    expect(attempt?.status ?? attempt?.error, what).toBeTruthy()
  }
  // Still under way: its own share of the sockets waits for it, and no more.
  expect((await late?.events())?.flatMap(({ attempts }) => attempts)).toEqual([])
  // No gigabyte is read: what the sockets hold, and a little more.
  expect(endless.written()).toBeLessThan(64 * 1024 * 1024)
  // The redirect was not followed.
  expect(received).toBe(EACH)
})
