import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as api from '@cashbox/contract/partner'
import { col, sql } from '@cashbox/postgres/database'
import { openPartner, signingClient } from '@cashbox/testing/partner-client'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newKeyPair } from '../platform/secrets/ed25519.ts'
import { readPartner } from './partner.ts'
import { setWebhook } from './set-webhook.ts'
import { deliverDue } from './webhooks/deliver.ts'

const DAY_S = 24 * 60 * 60

let world: PartnerWorld
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())

const withKey = ({ key, secret }: { key: { id: string }; secret: string | null }) =>
  signingClient(world, { id: key.id, secret: secret ?? '' })

const audited = (code: string) =>
  world.db.query(
    sql`select action, operator_id::text, actor, ip, after from audit_entry where subject_id = ${code} order by number`,
    {
      action: col.text,
      operator_id: col.nullable(col.text),
      actor: col.text,
      ip: col.nullable(col.text),
      after: col.json(z.unknown()),
    },
  )

test('a partner replaces its key: the new one works at once and can do no more, the old one until its day', async () => {
  const partner = await openPartner(world, { permissions: ['read', 'manage'], address_ranges: ['127.0.0.0/8'] })
  const { payload } = await partner.call(api.rotateKey, { old_expires_in: 2 * DAY_S })
  expect(payload.key).toMatchObject({
    permissions: ['read', 'manage'],
    address_ranges: ['127.0.0.0/8'],
    expires_at: null,
  })
  const next = withKey(payload)
  expect((await next.call(api.createTransaction, newTransaction())).failure.code).toBe('permission_missing')
  const { list } = (await next.call(api.listKeys, {})).payload
  expect(list.map(({ id, expires_at, is_current }) => [id, expires_at, is_current])).toEqual([
    [payload.key.id, null, true],
    [partner.key.id, payload.old_expires_at, false],
  ])
  expect(JSON.stringify(await audited(partner.code))).not.toContain(payload.secret?.slice(6))
  expect(await audited(partner.code)).toMatchObject([
    {
      action: 'partner.rotate-key',
      operator_id: null,
      actor: partner.key.id,
      ip: '127.0.0.1',
      after: { key_id: partner.key.id, replaced_by: payload.key.id, permissions: ['read', 'manage'] },
    },
  ])
  expect((await readPartner(world.db, partner.code)).keys).toMatchObject([
    { id: payload.key.id, replaces: partner.key.id },
    { id: partner.key.id, replaces: null },
  ])
  expect((await partner.call(api.listKeys, {})).status).toBe(200)
  world.clock.advance(2 * DAY_S + 1)
  expect((await partner.call(api.listKeys, {})).failure.code).toBe('signature_invalid')
  expect((await next.call(api.listKeys, {})).payload.list).toHaveLength(1)
  world.clock.advance(-2 * DAY_S - 1)
})

test('a partner replaces its secret by a key of its own, of which the network has the public part only', async () => {
  const { publicKey, privateKey } = newKeyPair()
  const partner = await openPartner(world)
  const other = newKeyPair()
  expect((await partner.call(api.rotateKey, { public_key: privateKey })).failure.fields).toEqual({
    public_key: 'public_key_invalid',
  })
  const { payload } = await partner.call(api.rotateKey, { public_key: publicKey })
  expect(payload).toMatchObject({ secret: null, key: { public_key: publicKey } })
  const { id } = payload.key
  expect((await signingClient(world, { id, secret: privateKey }).call(api.listKeys, {})).status).toBe(200)
  for (const secret of [other.privateKey, partner.key.secret]) {
    const answer = await signingClient(world, { id, secret }).call(api.listKeys, {})
    expect(answer.failure.code).toBe('signature_invalid')
  }
  // Nor does its own key sign for one that has a secret.
  const crossed = await signingClient(world, { id: partner.key.id, secret: privateKey }).call(api.listKeys, {})
  expect(crossed.failure.code).toBe('signature_invalid')
})

test('an answer that was lost is asked for again, until the new key is used; then two keys are enough', async () => {
  const partner = await openPartner(world)
  const lost = (await partner.call(api.rotateKey, { old_expires_in: DAY_S })).payload
  const kept = (await partner.call(api.rotateKey, { old_expires_in: 30 * DAY_S })).payload
  // A repeat does not let the old key live longer.
  expect(kept.old_expires_at).toBe(lost.old_expires_at)
  expect((await withKey(lost).call(api.listKeys, {})).failure.code).toBe('signature_invalid')
  expect((await withKey(kept).call(api.listKeys, {})).status).toBe(200)
  expect((await partner.call(api.rotateKey, {})).failure.code).toBe('key_limit_reached')
  expect((await withKey(kept).call(api.rotateKey, {})).failure.code).toBe('key_limit_reached')
})

test('calls at the same moment leave two keys that work, and one of the new ones', async () => {
  const partner = await openPartner(world)
  const answers = await Promise.all([1, 2, 3].map(() => partner.call(api.rotateKey, {})))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const used = await Promise.all(answers.map(({ payload }) => withKey(payload).call(api.listKeys, {})))
  expect(used.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a thief can not lock the partner out within a day, nor replace a key without the permission', async () => {
  const partner = await openPartner(world)
  expect((await partner.call(api.rotateKey, { old_expires_in: DAY_S - 1 })).failure.fields).toEqual({
    old_expires_in: 'invalid',
  })
  const reader = await openPartner(world, { permissions: ['read', 'create', 'cancel', 'unlock', 'reverse'] })
  expect((await reader.call(api.rotateKey, {})).failure.code).toBe('permission_missing')
  expect((await reader.call(api.setEventTypes, { event_types: null })).failure.code).toBe('permission_missing')
})

test('only chosen types are sent; others are skipped, hold nothing up, stay in the feed, and can be sent again', async () => {
  const received: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    request.on('end', () => {
      received.push((JSON.parse(body) as { type: string }).type)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const partner = await openPartner(world)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await setWebhook(world.db, { ...world.services, mayBePrivate: true, partnerId: partner.partnerId, url })
  const chosen = await partner.call(api.setEventTypes, { event_types: ['transaction.reversed'] })
  expect(chosen.payload.webhook).toEqual({
    url,
    state: 'working',
    failing_since: null,
    public_key: null,
    event_types: ['transaction.reversed'],
  })
  expect((await partner.call(api.readWebhook, {})).payload).toEqual(chosen.payload)
  expect((await readPartner(world.db, partner.code)).webhook.event_types).toEqual(['transaction.reversed'])

  const { payload } = await partner.call(api.createTransaction, newTransaction({ amount: '10.00' }))
  const { transaction_id } = payload.transaction
  expect((await world.confirmOpened(payload.transaction)).status).toBe(200)
  await partner.call(api.reverseTransaction, { transaction_id, reason: 'a test' })
  // The first round skips the confirmation, the second sends the reversal that waited for it.
  for (let round = 0; round < 2; round += 1) await deliverDue(world.services)
  expect(received).toEqual(['transaction.reversed'])
  const skipped = (await partner.call(api.listEvents, { state: 'skipped' })).payload.list
  expect(skipped).toMatchObject([
    { type: 'transaction.confirmed', is_skipped: true, delivered_at: null, next_attempt_at: null, attempts: [] },
  ])
  expect((await partner.call(api.listEvents, { state: 'delivered' })).payload.list).toHaveLength(1)
  expect((await partner.call(api.listEvents, { state: 'pending' })).payload.list).toEqual([])
  const feed = (await partner.call(api.readFeed, {})).payload.list
  expect(feed.map(({ event }) => event.type)).toEqual(['transaction.confirmed', 'transaction.reversed'])

  await partner.call(api.redeliverEvent, { event_id: skipped[0]?.id ?? '' })
  await deliverDue(world.services)
  expect(received).toEqual(['transaction.reversed', 'transaction.confirmed'])
  await partner.call(api.setEventTypes, { event_types: null })
  expect((await audited(partner.code)).map(({ action, after }) => [action, after])).toEqual([
    ['partner.set-event-types', { event_types: 'transaction.reversed' }],
    ['partner.set-event-types', { event_types: 'all' }],
  ])
  server.close()
})
