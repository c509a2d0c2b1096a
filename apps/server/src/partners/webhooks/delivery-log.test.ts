import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as operatorApi from '@cashbox/contract/operator'
import * as partnerApi from '@cashbox/contract/partner'
import { sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { newTransaction } from '@cashbox/testing/partner-world'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JobServices } from '../../platform/services.ts'
import { setWebhook } from '../set-webhook.ts'
import { forgetOldAttempts } from './attempt-months.ts'
import { deliver, deliverDue } from './deliver.ts'
import { takeDue } from './take-due.ts'

let world: World
let support: OperatorClient
let partner: PartnerClient
let services: JobServices
let answer: { status: number; body: string }
let received: { headers: Record<string, unknown>; body: string }[]

beforeAll(async () => {
  world = await openWorld()
  support = await operatorOf(world.address, 'support')
  services = world.services
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.db.execute(sql`update partner set webhook_url = null`)
  answer = { status: 200, body: 'noted' }
  received = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answer.status).end(answer.body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  partner = await openPartner(world)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await setWebhook(world.db, { ...services, mayBePrivate: true, partnerId: partner.partnerId, url })
  return () => void server.close()
})

async function cancelled() {
  const { payload } = await partner.call(partnerApi.createTransaction, newTransaction())
  const { transaction_id } = payload.transaction
  await partner.call(partnerApi.cancelTransaction, { transaction_id })
  return payload.transaction
}
const log = async (query: Record<string, string> = {}) =>
  (await partner.call(partnerApi.listEvents, query)).payload.list
const seen = async (query: Record<string, string> = {}) =>
  (await support.call(operatorApi.listPartnerEvents, { code: partner.code, ...query })).payload.list
async function deliverAll() {
  while ((await deliverDue(services)) > 0);
}

test('the log has the request as it was sent, and the answer with its duration and problem', async () => {
  answer = { status: 500, body: 'x'.repeat(5000) }
  await cancelled()
  await deliverAll()
  const [event] = await log()
  const [request] = received
  expect(event?.body).toBe(request?.body)
  for (const [name, value] of Object.entries(event?.headers ?? {})) expect(request?.headers[name]).toBe(value)
  const [attempt] = event?.attempts ?? []
  expect(attempt).toMatchObject({ number: 1, status: 500, problem: 'server_failed', answer: 'x'.repeat(1024) })
  expect(String(attempt?.at)).toBe(request?.headers['webhook-timestamp'])
  expect(JSON.stringify(event)).not.toContain('whsec_')
  expect((await seen())[0]).toMatchObject({ ...event, version: 1 })
})

test('a server that is not there has its problem named', async () => {
  await world.db.execute(sql`
    update partner set webhook_url = 'http://127.0.0.1:1/' where id = ${partner.partnerId}`)
  await cancelled()
  await deliverAll()
  expect((await log())[0]?.attempts[0]).toMatchObject({ status: null, problem: 'connection_refused' })
})

test('the log is searched by event, transaction, reference, kind, state and time', async () => {
  const first = await cancelled()
  await deliverAll()
  answer = { status: 500, body: '' }
  world.clock.advance(100)
  const second = await cancelled()
  await deliverAll()
  const [failed, delivered] = await log()
  if (!failed || !delivered) throw new Error('two events were expected')
  expect([failed.transaction_id, delivered.transaction_id]).toEqual([second.transaction_id, first.transaction_id])
  const found = async (query: Record<string, string>) => {
    const ids = (await log(query)).map(({ id }) => id)
    expect((await seen(query)).map(({ id }) => id)).toEqual(ids)
    return ids
  }
  expect(await found({ event_id: delivered.id })).toEqual([delivered.id])
  expect(await found({ transaction_id: second.transaction_id })).toEqual([failed.id])
  expect(await found({ reference: String(first.reference) })).toEqual([delivered.id])
  expect(await found({ type: 'transaction.confirmed' })).toEqual([])
  expect(await found({ type: 'transaction.cancelled' })).toEqual([failed.id, delivered.id])
  expect(await found({ state: 'failed' })).toEqual([failed.id])
  expect(await found({ state: 'delivered' })).toEqual([delivered.id])
  expect(await found({ created_from: String(failed.created_at) })).toEqual([failed.id])
  expect(await found({ created_to: String(failed.created_at) })).toEqual([failed.id, delivered.id])
  expect(await found({ created_to: String(failed.created_at - 1) })).toEqual([delivered.id])
  const other = await openPartner(world)
  expect((await other.call(partnerApi.listEvents, { event_id: failed.id })).payload.list).toEqual([])
})

test('a partner sends many again, each with its own outcome, and the failed ones of a time span', async () => {
  await cancelled()
  await deliverAll()
  const [old] = await log()
  const named = await partner.call(partnerApi.redeliverEvents, {
    event_ids: [String(old?.id), partner.partnerId],
  })
  expect(named.payload.list).toEqual([
    { id: old?.id, outcome: 'due' },
    { id: partner.partnerId, outcome: 'not_found' },
  ])
  await deliverAll()
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([old?.id, old?.id])
  answer = { status: 500, body: '' }
  await cancelled()
  await deliverAll()
  const [failed] = await log()
  const span = { failed_from: failed?.created_at }
  const redeliver = async () => (await partner.call(partnerApi.redeliverEvents, span)).payload.list
  expect(await redeliver()).toEqual([{ id: failed?.id, outcome: 'due' }])
  expect(await redeliver()).toEqual([])
  expect((await partner.call(partnerApi.redeliverEvents, {})).failure.errors).toHaveProperty('event_ids')
})

test('a flood of events that are sent again leaves room for new ones, and holds up no later event', async () => {
  for (let index = 0; index < 5; index += 1) await cancelled()
  await deliverAll()
  const old = await log()
  await partner.call(partnerApi.redeliverEvents, { event_ids: old.map(({ id }) => id) })
  const { transaction_id } = await cancelled()
  const taken = await takeDue(services)
  expect(taken).toHaveLength(3)
  expect(taken.filter(({ is_resend }) => is_resend)).toHaveLength(2)
  const busy = { room: 100, receivers: new Map([[partner.partnerId, 3]]) }
  expect(await takeDue(services, busy)).toEqual([])
  await Promise.all(taken.map((event) => deliver(services, event)))
  expect((await log({ transaction_id }))[0]?.delivered_at).not.toBeNull()
  await deliverAll()
  expect(await log({ state: 'pending' })).toEqual([])
})

test('an operator sends failed events again in one call, and each has its entry in the audit', async () => {
  answer = { status: 500, body: '' }
  const transactions = [await cancelled(), await cancelled()]
  await deliverAll()
  world.clock.advance(60)
  await deliverAll()
  world.clock.advance(600)
  await deliverAll()
  const failed = await seen({ state: 'failed' })
  expect(failed).toHaveLength(2)
  answer = { status: 200, body: '' }
  const note = 'Their server is back'
  const rows = failed.map(({ id, version }) => ({ id, version }))
  const finance = await operatorOf(world.address, 'finance')
  const request = { action: 'event.redeliver', note, rows } as const
  expect((await finance.call(operatorApi.runBulkAct, request)).failure.code).toBe('role_not_allowed')
  const { outcomes } = (await support.call(operatorApi.runBulkAct, request)).payload
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  world.clock.advance(600)
  await deliverAll()
  expect(await seen({ state: 'failed' })).toEqual([])
  const admin = await operatorOf(world.address, 'admin')
  for (const { transaction_id } of transactions) {
    const subject = { subject_kind: 'transaction', subject_id: transaction_id }
    const { list } = (await admin.call(operatorApi.listAudit, subject)).payload
    expect(list[0]).toMatchObject({ action: 'event.redeliver', reason: note })
  }
})

test('attempts at delivered events are forgotten after 90 days, and their events stay', async () => {
  await cancelled()
  await deliverAll()
  world.clock.advance(91 * 24 * 60 * 60)
  await forgetOldAttempts(world.ofServer, world.clock, 90)
  expect((await log())[0]).toMatchObject({ attempt_count: 1, attempts: [] })
})
