import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as operatorApi from '@cashbox/contract/operator'
import * as partnerApi from '@cashbox/contract/partner'
import { verifyWebhook } from '@cashbox/partner'
import { sql } from '@cashbox/postgres/database'
import { operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setWebhook } from '../set-webhook.ts'

let world: World
let partner: PartnerClient
let server: Server
let secret: string
let answer = { status: 204, body: '' }
const received: { headers: Record<string, string>; body: string }[] = []

beforeAll(async () => {
  world = await openWorld({ allowance: 1 })
  partner = await openPartner(world)
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() })
      response.writeHead(answer.status).end(answer.body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await world.close()
})

const { sendTestEvent } = partnerApi

function giveWebhook({ partnerId }: PartnerClient): Promise<string> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return world.db.transaction((tx) => setWebhook(tx, { partnerId, url, keyring: world.keyring, mayBePrivate: true }))
}

test('without an address, or while it is switched off, nothing is sent, and the answer says so', async () => {
  await world.db.execute(sql`update partner set webhook_url = null where id = ${partner.partnerId}`)
  expect((await partner.call(sendTestEvent, {})).failure.code).toBe('webhook_stopped')
  secret = await giveWebhook(partner)
  const switchOff = (at: Date | null) =>
    world.db.execute(sql`update partner set webhook_disabled_at = ${at} where id = ${partner.partnerId}`)
  await switchOff(world.clock.now())
  expect((await partner.call(sendTestEvent, {})).failure.code).toBe('webhook_stopped')
  await switchOff(null)
  expect(received).toEqual([])
})

const sampleOf = (type: string) => {
  if (type.startsWith('transaction.')) return { metadata: { test: 'true' } }
  return type === 'statement.closed' ? { statement_id: 'TEST', closing: '0.00' } : { balance: '0.00', left: '0.00' }
}

test.each(partnerApi.testTopics)('%s arrives signed, in the form of a real one, and leaves no trace', async (type) => {
  received.length = 0
  const { delivery } = (await partner.call(sendTestEvent, { type })).payload
  expect(delivery).toMatchObject({ type, status: 204, problem: null, error: null })
  const [arrived] = received
  if (!arrived) throw new Error('nothing arrived')
  expect(arrived.body).toBe(delivery.body)
  const { id, event } = verifyWebhook(secret, arrived.body, arrived.headers)
  expect([id, event.type]).toEqual([delivery.id, type])
  if (type === 'webhook.test') expect(event).toMatchObject({ data: { test: true } })
  else expect(partnerApi.PartnerEvent.parse(event).data).toMatchObject(sampleOf(type))
  expect((await partner.call(partnerApi.listEvents, {})).payload.list).toEqual([])
  expect((await partner.call(partnerApi.readFeed, {})).payload.list).toEqual([])
})

test('a refusal of the server is shown, and does not count against the webhook', async () => {
  answer = { status: 500, body: 'no such route' }
  const { delivery } = (await partner.call(sendTestEvent, {})).payload
  expect(delivery).toMatchObject({ status: 500, problem: 'server_failed', answer: 'no such route' })
  answer = { status: 410, body: '' }
  expect((await partner.call(sendTestEvent, {})).payload.delivery.problem).toBe('gone')
  expect((await partner.call(partnerApi.listEvents, {})).payload.webhook.state).toBe('working')
  answer = { status: 204, body: '' }
})

test('support sends one too, which is written down, and finance may not', async () => {
  const [support, finance] = [await operatorOf(world.address, 'support'), await operatorOf(world.address, 'finance')]
  const { delivery } = (await support.call(operatorApi.sendPartnerTestEvent, { code: partner.code })).payload
  expect(delivery).toMatchObject({ type: 'webhook.test', status: 204 })
  const admin = await operatorOf(world.address, 'admin')
  const { list } = (await admin.call(operatorApi.listAudit, { action: 'partner.test-webhook' })).payload
  expect(list).toMatchObject([{ after: { type: 'webhook.test', status: 204 } }])
  expect((await finance.call(operatorApi.sendPartnerTestEvent, { code: partner.code })).status).toBe(403)
  expect((await support.call(operatorApi.sendPartnerTestEvent, { code: 'no-one' })).failure.code).toBe('not_found')
})

test('twenty are sent to one partner in ten minutes, asked for here or there; more are refused, and others get theirs', async () => {
  const [busy, other] = [await openPartner(world), await openPartner(world)]
  for (const one of [busy, other]) await giveWebhook(one)
  received.length = 0
  const answers = await Promise.all(Array.from({ length: 21 }, () => busy.call(sendTestEvent, {})))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  const support = await operatorOf(world.address, 'support')
  const refused = await support.call(operatorApi.sendPartnerTestEvent, { code: busy.code })
  expect([refused.status, refused.failure.code]).toEqual([429, 'too_many_requests'])
  expect(received).toHaveLength(20)
  expect((await other.call(sendTestEvent, {})).status).toBe(200)
})
