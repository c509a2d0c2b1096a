import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import * as operatorApi from '@cashbox/contract/operator'
import * as partnerApi from '@cashbox/contract/partner'
import { sql } from '@cashbox/postgres/database'
import { createAuthority } from '@cashbox/testing/certificates'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { newTransaction } from '@cashbox/testing/partner-world'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { JobServices } from '../../platform/services.ts'
import { setWebhook } from '../set-webhook.ts'
import { deliver, deliverDue } from './deliver.ts'
import { takeDue } from './take-due.ts'

let world: World
let support: OperatorClient
let services: JobServices
let authority: Awaited<ReturnType<typeof createAuthority>>
let partner: PartnerClient

const trusted = getCACertificates('default')
beforeAll(async () => {
  world = await openWorld()
  support = await operatorOf(world.address, 'support')
  services = world.services
  authority = await createAuthority('Known')
  setDefaultCACertificates([...trusted, authority.root])
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await world.close()
})

async function portOf(server: Server & { closeAllConnections(): void }) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const HOUR = 60 * 60
let received = 0
const takeIt: RequestListener = (request, response) => {
  request.resume().on('end', () => {
    received += 1
    response.writeHead(204).end()
  })
}

async function overTls(issued: Promise<{ certificate: string; key: string }>) {
  const { certificate, key } = await issued
  return `https://127.0.0.1:${await portOf(createHttpsServer({ cert: certificate, key }, takeIt))}/`
}
const overHttp = async (answer: RequestListener) => `http://127.0.0.1:${await portOf(createHttpServer(answer))}/`

beforeEach(async () => {
  received = 0
  await world.db.execute(sql`update partner set webhook_url = null`)
  partner = await openPartner(world)
})

/** A partner who wants its webhooks there, and has one event. */
async function sendTo(url: string) {
  await setWebhook(world.db, { ...services, mayBePrivate: true, partnerId: partner.partnerId, url })
  const { payload } = await partner.call(partnerApi.createTransaction, newTransaction())
  await partner.call(partnerApi.cancelTransaction, { transaction_id: payload.transaction.transaction_id })
}

/** The event as partner and operator see it. */
async function logged() {
  const [event] = (await partner.call(partnerApi.listEvents, {})).payload.list
  const [seen] = (await support.call(operatorApi.listPartnerEvents, { code: partner.code })).payload.list
  expect(seen).toMatchObject({ id: event?.id, attempts: event?.attempts ?? [] })
  return event
}

test('a server with a certificate that is right gets its events', async () => {
  await sendTo(await overTls(authority.issue('Partner')))
  await deliverDue(services)
  expect((await logged())?.attempts).toMatchObject([{ status: 204, problem: null }])
})

test.each<[string, () => Promise<string>, object]>([
  [
    'has a certificate of an unknown authority',
    async () => overTls((await createAuthority('Unknown')).issue('Partner')),
    { status: null, problem: 'certificate_invalid' },
  ],
  [
    'has a certificate for another place',
    () => overTls(authority.issue('Partner', { address: '127.0.0.2', hosts: ['elsewhere.test'] })),
    { status: null, problem: 'certificate_invalid', error: expect.stringContaining('127.0.0.1') },
  ],
  [
    'has a certificate that has run out',
    () => overTls(authority.issue('Partner', { notAfter: new Date(Date.now() - HOUR * 1000) })),
    { status: null, problem: 'certificate_invalid', error: 'certificate has expired' },
  ],
  [
    'has a name that is not found',
    async () => 'https://cashbox-test.invalid/',
    { status: null, problem: 'host_unknown' },
  ],
  [
    'redirects',
    async () => {
      const elsewhere = await overHttp(takeIt)
      return overHttp((_request, response) => response.writeHead(307, { location: elsewhere }).end())
    },
    { status: 307, problem: 'redirected', answer: '' },
  ],
  [
    'switches to another protocol',
    () =>
      overHttp(({ socket }) => {
        socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')
      }),
    { status: 101, problem: 'protocol_switched' },
  ],
  [
    'answers without end',
    () =>
      overHttp((_request, response) => {
        response.writeHead(500)
        const writeOn = () => {
          while (response.write('x'.repeat(65_536)));
        }
        response.on('drain', writeOn)
        writeOn()
      }),
    { status: 500, problem: 'server_failed', answer: 'x'.repeat(1024) },
  ],
])('a server that %s has its problem named, and gets the event again', async (_what, open, attempt) => {
  await sendTo(await open())
  await deliverDue(services)
  expect(received).toBe(0)
  const event = await logged()
  expect(event).toMatchObject({ delivered_at: null, attempts: [attempt] })
  await expectSecondTry(event)
})

/** Not before the time that the log names, and then at the server that is right by then. */
async function expectSecondTry(event: partnerApi.WebhookEvent | undefined) {
  const waitS = (event?.next_attempt_at ?? 0) - (event?.attempts[0]?.at ?? 0)
  expect(waitS).toBeGreaterThanOrEqual(0)
  expect(waitS).toBeLessThanOrEqual(10)
  await world.db.execute(sql`
    update partner set webhook_url = ${await overHttp(takeIt)} where id = ${partner.partnerId}`)
  world.clock.advance(10)
  await deliverDue(services)
  expect((await logged())?.attempts).toMatchObject([{ number: 2, problem: null }, { number: 1 }])
  expect(received).toBe(1)
}

/** Sends the event; the time passes as soon as the server has the request. */
async function deliverWhile(answer: RequestListener, passMs: number) {
  const asked = Promise.withResolvers<void>()
  await sendTo(
    await overHttp((request, response) => {
      answer(request, response)
      asked.resolve()
    }),
  )
  const [event] = await takeDue(services)
  if (!event) throw new Error('nothing to send')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const delivery = deliver(services, event)
    await asked.promise
    vi.advanceTimersByTime(passMs)
    vi.useRealTimers()
    await delivery
  } finally {
    vi.useRealTimers()
  }
}

test('a server that answers after 19 seconds has the event', async () => {
  await deliverWhile((_request, response) => {
    setTimeout(() => response.writeHead(200).end('late'), 19_000)
  }, 19_000)
  expect((await logged())?.attempts).toMatchObject([{ status: 200, problem: null, answer: 'late' }])
})

test.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['answers a little at a time', (_request, response) => void response.writeHead(200).write('x')],
])('a server that %s is given up after 20 seconds, and gets the event again', async (_what, answer) => {
  await deliverWhile(answer, 20_000)
  const event = await logged()
  expect(event).toMatchObject({ delivered_at: null, attempts: [{ status: null, problem: 'timed_out' }] })
  await expectSecondTry(event)
})
