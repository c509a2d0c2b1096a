import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as partnerApi from '@cashbox/contract/partner'
import { verifyWebhook } from '@cashbox/partner'
import { col, sql } from '@cashbox/postgres/database'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ensureSigningKey, readSigningKey } from '../../access/signing-key.ts'
import { closeExpired } from '../../payments/transactions/close-transactions.ts'
import { retryDelayS } from '../../platform/delivery/run-deliveries.ts'
import { newKeyPair } from '../../platform/secrets/ed25519.ts'
import { newSigningSecret } from '../../platform/secrets/standard-webhooks.ts'
import type { JobServices } from '../../platform/services.ts'
import { createSecretLink } from '../secret-link.ts'
import { endOldWebhookSecret, forgetOldWebhookSecrets, setWebhook } from '../set-webhook.ts'
import { BACKOFF, deliverDue, pauseS, startDelivery } from './deliver.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: partnerApi.TransactionEvent
}

/** A partner's server, whose answer the test chooses. */
async function openReceiver() {
  const received: Received[] = []
  let answer: { status: number; headers?: Record<string, string>; delayMs?: number } = { status: 200 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body, event: partnerApi.TransactionEvent.parse(JSON.parse(body)) })
      const { status, headers = {}, delayMs = 0 } = answer
      setTimeout(() => response.writeHead(status, headers).end('noted'), delayMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answerWith: (next: typeof answer) => {
      answer = next
    },
    close: () => new Promise((resolve) => server.close(resolve)),
    closeAll: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

let world: World
let receiver: Awaited<ReturnType<typeof openReceiver>>
let partner: PartnerClient
let secret: string
let agent: string
let services: JobServices

beforeAll(async () => {
  world = await openWorld()
  services = world.services
  await world.db.transaction((tx) => ensureSigningKey(tx, world.keyring))
})
afterAll(() => world.close())

// Each test has a partner and a partner's server of its own; those of earlier tests are silent.
beforeEach(async () => {
  await world.db.execute(sql`update partner set webhook_url = null`)
  // Days pass in these tests, and sessions with them.
  agent = await world.logIn('approved')
  receiver = await openReceiver()
  partner = await openPartner(world)
  secret = await setWebhook(world.db, {
    ...services,
    mayBePrivate: true,
    partnerId: partner.partnerId,
    url: receiver.url,
  })
  return () => receiver.close()
})

async function opened(type: 'deposit' | 'withdraw' = 'deposit', by = partner) {
  const { payload } = await by.call(partnerApi.createTransaction, {
    reference: `order-${randomUUID()}`,
    type,
    amount: '10.00',
    currency_code: 'UZS',
    player_id: '48210001',
    channel: 'tashkent',
  })
  return { ...payload.transaction, code: payload.security_code }
}

async function confirmed(by = partner) {
  const { transaction_id } = await opened('deposit', by)
  await world.confirm(agent, { type: 'deposit', transaction_id, amount: '10.00' })
  return transaction_id
}

const reverse = (transaction_id: string) =>
  partner.call(partnerApi.reverseTransaction, { transaction_id, reason: 'a test' })

/** Until nothing is due. */
async function deliverAll() {
  while ((await deliverDue(services)) > 0);
}

const events = async (query: Record<string, string> = {}) =>
  (await partner.call(partnerApi.listEvents, query)).payload.list

test('a public Standard Webhooks library verifies what is sent', async () => {
  const transactionId = await confirmed()
  await deliverAll()
  expect(receiver.received).toHaveLength(1)
  const [{ headers, body }] = receiver.received as [Received]
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>)
  expect(verified).toMatchObject({
    type: 'transaction.confirmed',
    data: { transaction_id: transactionId, state: 'confirmed', amount: '10.00', currency_code: 'UZS' },
  })
  expect(() => new Webhook(newSigningSecret()).verify(body, headers as Record<string, string>)).toThrow()
})

test('while a secret is being changed both the old and the new one verify', async () => {
  const next = await setWebhook(world.db, {
    ...services,
    mayBePrivate: true,
    partnerId: partner.partnerId,
    url: receiver.url,
  })
  await confirmed()
  await deliverAll()
  const [{ headers, body }] = receiver.received as [Received]
  for (const one of [secret, next]) new Webhook(one).verify(body, headers as Record<string, string>)
  expect(next).not.toBe(secret)

  const weekAgo = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000 - 1)
  await endOldWebhookSecret(world.db, partner.partnerId, weekAgo)
  await confirmed()
  await deliverAll()
  const [{ headers: later }] = receiver.received.slice(-1) as [Received]
  const kinds = later['webhook-signature']
    ?.toString()
    .split(' ')
    .map((one) => one.split(',')[0])
  expect(kinds).toEqual(['v1', 'v1a'])
  await forgetOldWebhookSecrets(world.db)
  const [kept] = await world.db.query(
    sql`select webhook_old_secret as old from partner where id = ${partner.partnerId}`,
    { old: col.nullable(col.text) },
  )
  expect(kept).toEqual({ old: null })
})

test('a secret that the partner never got does not end the one that it has', async () => {
  const { partnerId } = partner
  const renew = () => setWebhook(world.db, { ...services, mayBePrivate: true, partnerId, url: receiver.url })
  const offer = () =>
    world.db.transaction((tx) => createSecretLink(tx, world.config, { partnerId, keyId: null }, world.clock.now()))
  const isSigned = async (...secrets: string[]) => {
    await confirmed()
    await deliverAll()
    const [{ headers, body }] = receiver.received.slice(-1) as [Received]
    return secrets.map((one) => {
      try {
        return Boolean(new Webhook(one).verify(body, headers as Record<string, string>))
      } catch {
        return false
      }
    })
  }
  const unseen = await renew()
  await offer()
  const second = await renew()
  await offer()
  expect(await isSigned(secret, unseen, second)).toEqual([true, false, true])
  // The partner has the second one now, by the link or from the command line.
  await endOldWebhookSecret(world.db, partnerId, world.clock.now())
  const third = await renew()
  expect(await isSigned(secret, second, third)).toEqual([false, true, true])
})

test('the public key of the network verifies a webhook without any secret', async () => {
  await confirmed()
  await deliverAll()
  const [{ headers, body }] = receiver.received.slice(-1) as [Received]
  const key = `whpk_${await readSigningKey(world.db)}`
  const now = () => world.clock.now()
  expect(verifyWebhook(key, body, headers, { now }).event.type).toBe('transaction.confirmed')
  expect(() => verifyWebhook(key, `${body} `, headers, { now })).toThrow('signature')
  expect(() => verifyWebhook(`whpk_${newKeyPair().publicKey}`, body, headers, { now })).toThrow('signature')
  const late = () => new Date(world.clock.now().getTime() + 301_000)
  expect(() => verifyWebhook(key, body, headers, { now: late })).toThrow('old')
})

test('everything that can become of a transaction is sent', async () => {
  const cancelled = await opened()
  await partner.call(partnerApi.cancelTransaction, { transaction_id: cancelled.transaction_id })
  const expired = await opened()
  await world.db.transaction((tx) => closeExpired(tx, new Date((expired.expires_at + 1) * 1000)))
  await world.db.execute(sql`update outbox_event set next_attempt_at = created_at where delivered_at is null`)
  const locked = await opened('withdraw')
  for (let index = 0; index < 5; index += 1) {
    await world.confirm(agent, {
      type: 'withdraw',
      transaction_id: locked.transaction_id,
      amount: '10.00',
      security_code: locked.code === '000000' ? '111111' : '000000',
    })
  }
  await reverse(await confirmed())
  world.clock.advance(2 * 86_400)
  await deliverAll()
  expect(new Set(receiver.received.map(({ event }) => event.type))).toEqual(
    new Set(partnerApi.webhookTopics.filter((topic) => topic.startsWith('transaction.'))),
  )
})

test.each([0, 500, 999])('an event %i ms into a second names the second that the transaction has', async (ms) => {
  const second = Math.ceil(world.clock.now().getTime() / 1000)
  world.clock.standAt(new Date(second * 1000 + ms))
  onTestFinished(() => world.clock.run())
  const cancelled = (await opened()).transaction_id
  await partner.call(partnerApi.cancelTransaction, { transaction_id: cancelled })
  const done = await confirmed()
  await reverse(done)
  await deliverAll()
  for (const [transaction_id, type, field] of [
    [cancelled, 'transaction.cancelled', 'closed_at'],
    [done, 'transaction.confirmed', 'confirmed_at'],
    [done, 'transaction.reversed', 'reversed_at'],
  ] as const) {
    const { payload } = await partner.call(partnerApi.readTransaction, { transaction_id })
    const announced = receiver.received.find(
      ({ event }) => event.data.transaction_id === transaction_id && event.type === type,
    )
    expect(announced?.event.data.at, type).toBe(second)
    expect(payload.transaction[field], field).toBe(announced?.event.data.at)
  }
  for (const { created_at, delivered_at, attempts } of await events()) {
    expect([created_at, delivered_at, ...attempts.map(({ at }) => at)]).toEqual([second, second, second])
  }
})

test('an answer that is no success, a redirect included, is tried again at growing distances', async () => {
  await confirmed()
  for (const status of [500, 302, 404]) {
    receiver.answerWith({ status, headers: status === 302 ? { location: receiver.url } : {} })
    await deliverAll()
    await deliverAll()
    world.clock.advance(60 * 60)
  }
  expect(receiver.received).toHaveLength(3)
  receiver.answerWith({ status: 204 })
  world.clock.advance(24 * 60 * 60)
  await deliverAll()
  expect(receiver.received).toHaveLength(4)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const [event] = await events()
  expect(event?.attempts.map(({ status }) => status)).toEqual([204, 404, 302, 500])
  expect(event?.delivered_at).not.toBeNull()
})

test('Retry-After is honoured', async () => {
  await confirmed()
  receiver.answerWith({ status: 429, headers: { 'retry-after': '1800' } })
  await deliverAll()
  receiver.answerWith({ status: 200 })
  world.clock.advance(1790)
  await deliverAll()
  expect(receiver.received).toHaveLength(1)
  world.clock.advance(20)
  await deliverAll()
  expect(receiver.received).toHaveLength(2)
})

test('after a 410 nothing more is sent until the address is set again, and nothing is lost', async () => {
  await confirmed()
  receiver.answerWith({ status: 410 })
  await deliverAll()
  receiver.answerWith({ status: 200 })
  await confirmed()
  world.clock.advance(5 * 24 * 60 * 60)
  await deliverAll()
  expect(receiver.received).toHaveLength(1)
  await setWebhook(world.db, {
    ...services,
    mayBePrivate: true,
    partnerId: partner.partnerId,
    url: receiver.url,
  })
  await deliverAll()
  expect(receiver.received).toHaveLength(3)
})

test('the events of one transaction arrive in their order, even when the first one fails for hours', async () => {
  const transactionId = await confirmed()
  receiver.answerWith({ status: 500 })
  await deliverAll()
  await reverse(transactionId)
  const other = await confirmed()
  receiver.answerWith({ status: 200 })
  world.clock.advance(60)
  await deliverAll()
  const announced = receiver.received.slice(1).map(({ event }) => `${event.type} ${event.data.transaction_id}`)
  expect(announced.indexOf(`transaction.confirmed ${transactionId}`)).toBeLessThan(
    announced.indexOf(`transaction.reversed ${transactionId}`),
  )
  expect(announced).toContain(`transaction.confirmed ${other}`)
})

test('a partner who does not answer is tried seldom, and caught up with at once when they do', async () => {
  const count = 30
  for (let index = 0; index < count; index += 1) await confirmed()
  receiver.answerWith({ status: 503 })
  // One poll may find it working; after that one event at a time, at growing distances.
  for (let second = 0; second < 600; second += 10) {
    await deliverDue(services)
    world.clock.advance(10)
  }
  expect(receiver.received.length).toBeLessThan(25)
  receiver.answerWith({ status: 200 })
  world.clock.advance(601)
  await deliverAll()
  const arrived = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  expect(arrived.size).toBe(count)
  expect(await events({ state: 'pending' })).toEqual([])
})

test('an event that one partner can not bear is tried seldom, while the others flow', async () => {
  const poison = await confirmed()
  receiver.answerWith({ status: 500 })
  await deliverDue(services)
  receiver.answerWith({ status: 200 })
  for (let index = 0; index < 5; index += 1) {
    await confirmed()
    await world.db.execute(sql`
      update outbox_event set next_attempt_at = ${new Date(world.clock.now().getTime() + 300_000)}
      where subject_id = (select id from player_transaction where transaction_id = ${poison}) and delivered_at is null`)
    world.clock.advance(2)
    await deliverDue(services)
  }
  const triesOf = receiver.received.filter(({ event }) => event.data.transaction_id === poison)
  expect(triesOf).toHaveLength(1)
  expect(receiver.received).toHaveLength(6)
})

test('two partners do not wait for each other', async () => {
  const other = await openPartner(world)
  const theirs = await openReceiver()
  await setWebhook(world.db, {
    ...services,
    mayBePrivate: true,
    partnerId: other.partnerId,
    url: theirs.url,
  })
  receiver.answerWith({ status: 500 })
  await confirmed()
  const { payload } = await other.call(partnerApi.createTransaction, {
    reference: 'theirs',
    type: 'deposit',
    amount: '10.00',
    currency_code: 'UZS',
    player_id: '1',
    channel: 'tashkent',
  })
  await world.confirm(agent, {
    type: 'deposit',
    transaction_id: payload.transaction.transaction_id,
    amount: '10.00',
  })
  await deliverAll()
  expect(theirs.received).toHaveLength(1)
  await theirs.close()
})

test('a partner whose every answer hangs delays no other partner', async () => {
  const hanging = await openReceiver()
  hanging.answerWith({ status: 200, delayMs: 60_000 })
  const slow = await openPartner(world)
  await setWebhook(world.db, {
    ...services,
    mayBePrivate: true,
    partnerId: slow.partnerId,
    url: hanging.url,
  })
  for (let index = 0; index < 30; index += 1) await confirmed(slow)
  const worker = startDelivery(services)
  // Its share is full, and stays full.
  while (hanging.received.length < 10) await sleep(20)
  for (let round = 1; round <= 5; round += 1) {
    await confirmed()
    while (receiver.received.length < round) await sleep(20)
  }
  expect(hanging.received).toHaveLength(10)
  hanging.closeAll()
  await worker.stop()
})

test('a clock that was hours ahead and came back does not hold up what was written meanwhile', async () => {
  world.clock.advance(2 * 60 * 60)
  agent = await world.logIn('approved')
  const waiting = await confirmed()
  world.clock.advance(-2 * 60 * 60)
  await deliverAll()
  expect(receiver.received.map(({ event }) => event.data['transaction_id'])).toContain(waiting)
})

test('the list says which event is tried next and when, while the partner does not answer', async () => {
  receiver.answerWith({ status: 500 })
  const ids = [await confirmed(), await confirmed(), await confirmed()]
  await deliverAll()
  const { webhook, list } = (await partner.call(partnerApi.listEvents, {})).payload
  expect(webhook).toEqual({ state: 'failing', failing_since: expect.any(Number) })
  const announced = list.filter(({ next_attempt_at }) => next_attempt_at !== null)
  expect(list.map(({ transaction_id }) => transaction_id).toSorted()).toEqual(ids.toSorted())
  expect(announced).toHaveLength(1)
  const [next] = announced as [partnerApi.WebhookEvent]
  const before = receiver.received.length
  const secondsLeft = (next.next_attempt_at ?? 0) - world.clock.now().getTime() / 1000
  world.clock.advance(secondsLeft - 1)
  await deliverAll()
  expect(receiver.received).toHaveLength(before)
  world.clock.advance(2)
  await deliverAll()
  expect(receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([next.id])
})

test('the list names the event that is under way before the one that is due first', async () => {
  receiver.answerWith({ status: 500 })
  for (let count = 0; count < 3; count += 1) await confirmed()
  await deliverAll()
  const nextIds = async () => {
    const { list } = (await partner.call(partnerApi.listEvents, {})).payload
    return list.filter(({ next_attempt_at }) => next_attempt_at !== null).map(({ id }) => id)
  }
  const [first] = await nextIds()
  const soon = new Date(world.clock.now().getTime() + 10_000)
  const [other] = await world.db.query(
    sql`
      update outbox_event set locked_until = ${soon}
      where id = (select id from outbox_event where delivered_at is null and id <> ${first} order by number desc limit 1)
      returning id`,
    { id: col.uuid },
  )
  expect(await nextIds()).toEqual([other?.id])
})

test('after a 410 the list says that nothing is sent, and sending by hand is refused', async () => {
  receiver.answerWith({ status: 410 })
  await confirmed()
  await deliverAll()
  const { webhook, list } = (await partner.call(partnerApi.listEvents, {})).payload
  expect([webhook.state, list[0]?.next_attempt_at]).toEqual(['stopped', null])
  const { status, failure } = await partner.call(partnerApi.redeliverEvent, { event_id: list[0]?.id ?? '' })
  expect([status, failure.code]).toEqual([409, 'webhook_stopped'])
})

test('an event can be sent again by hand', async () => {
  await confirmed()
  await deliverAll()
  const [event] = await events()
  const again = await partner.call(partnerApi.redeliverEvent, { event_id: event?.id ?? '' })
  expect(again.payload.event).toMatchObject({ delivered_at: null })
  await deliverAll()
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]?.headers['webhook-id']).toBe(event?.id)
  const other = await openPartner(world)
  expect((await other.call(partnerApi.redeliverEvent, { event_id: event?.id ?? '' })).status).toBe(404)
})

test('an hour of silence and workers that die in between lose nothing, and the order holds', async () => {
  const announced: string[] = []
  for (let index = 0; index < 12; index += 1) {
    const id = await confirmed()
    announced.push(`transaction.confirmed ${id}`)
    if (index % 3 === 0) {
      await reverse(id)
      announced.push(`transaction.reversed ${id}`)
    }
  }
  receiver.answerWith({ status: 500 })
  for (let minute = 0; minute < 60; minute += 1) {
    await deliverDue(services)
    // A worker takes events and dies before it has sent any: its lock runs out.
    if (minute % 10 === 5) {
      await world.db.execute(sql`
        update outbox_event set attempts = attempts + 1, locked_until = ${new Date(world.clock.now().getTime() + 60_000)}
        where partner_id = ${partner.partnerId} and delivered_at is null`)
    }
    world.clock.advance(60)
  }
  receiver.answerWith({ status: 200 })
  const before = receiver.received.length
  world.clock.advance(10 * 60)
  // Two workers at once, as two processes would.
  await Promise.all([deliverAll(), deliverAll()])
  await deliverAll()
  const arrived = receiver.received.slice(before).map(({ event }) => `${event.type} ${event.data.transaction_id}`)
  expect(new Set(arrived)).toEqual(new Set(announced))
  for (const reversed of arrived.filter((one) => one.startsWith('transaction.reversed'))) {
    expect(arrived.indexOf(reversed.replace('reversed', 'confirmed'))).toBeLessThan(arrived.indexOf(reversed))
  }
})

test('the worker delivers a confirmation by itself', async () => {
  const delivery = startDelivery(services)
  const transactionId = await confirmed()
  await expect
    .poll(() => receiver.received.map(({ event }) => event.data.transaction_id), { timeout: 60_000 })
    .toContain(transactionId)
  await delivery.stop()
})

describe('delays', () => {
  test('grow over days and then stay at a day', () => {
    const delays = Array.from({ length: 12 }, (_, index) => retryDelayS(BACKOFF, index + 1, 0, 0.5))
    expect(delays.slice(0, 4)).toEqual([5, 300, 1800, 7200])
    expect(delays.at(-1)).toBe(86_400)
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(3 * 86_400)
  })

  test('are scattered by a tenth', () => {
    expect([retryDelayS(BACKOFF, 2, 0, 0), retryDelayS(BACKOFF, 2, 0, 1)]).toEqual([270, 330])
  })

  test('a partner is left alone for ten minutes at most', () => {
    expect([1, 2, 3, 20].map(pauseS)).toEqual([1, 2, 4, 600])
  })
})
