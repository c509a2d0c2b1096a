import { randomUUID } from 'node:crypto'
import * as partnerApi from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { openPartner, signingClient } from '@cashbox/testing/partner-client'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableKey, insertPartnerKey } from '../partners/keys.ts'
import { createRateLimits } from '../platform/rate-limits.ts'
import { forgetOldRequests } from './admit-partner.ts'

let world: PartnerWorld
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())

const list = (changes: Parameters<PartnerWorld['partner']['call']>[2]) =>
  world.partner.call(partnerApi.listTransactions, {}, changes)
const now = () => Math.floor(world.clock.now().getTime() / 1000)

test.each<[string, () => Parameters<PartnerWorld['partner']['call']>[2], number, string]>([
  ['a wrong signature', () => ({ headers: { 'webhook-signature': 'v2,AAAA' } }), 401, 'signature_invalid'],
  ['an old signature', () => ({ headers: { 'webhook-signature': 'v1,AAAA' } }), 401, 'signature_outdated'],
  ['no signature', () => ({ headers: { 'webhook-signature': undefined } }), 401, 'signature_invalid'],
  ['no id', () => ({ headers: { 'webhook-id': undefined } }), 401, 'signature_invalid'],
  ['an unknown key', () => ({ headers: { 'cashbox-key': 'pk_unknown' } }), 401, 'signature_invalid'],
  ['an old timestamp', () => ({ timestamp: now() - 301 }), 401, 'timestamp_invalid'],
  ['a timestamp of the future', () => ({ timestamp: now() + 360 }), 401, 'timestamp_invalid'],
  ['a timestamp that is none', () => ({ headers: { 'webhook-timestamp': 'now' } }), 401, 'timestamp_invalid'],
])('%s is refused', async (_what, changes, status, code) => {
  const answer = await list(changes())
  expect([answer.status, answer.failure.code]).toEqual([status, code])
})

test('a key shows when it was last used, to the minute', async () => {
  const partner = await openPartner(world)
  const lastUsed = async () =>
    only(
      await world.db.query(sql`select last_used_at from partner_key where id = ${partner.key.id}`, {
        last_used_at: col.nullable(col.timestamptz),
      }),
    ).last_used_at?.getTime() ?? null
  expect(await lastUsed()).toBeNull()
  await partner.call(partnerApi.listTransactions, {})
  const first = await lastUsed()
  await partner.call(partnerApi.listTransactions, {})
  expect(first).not.toBeNull()
  expect(await lastUsed()).toBe(first)
  world.clock.advance(61)
  await partner.call(partnerApi.listTransactions, {})
  expect(await lastUsed()).toBeGreaterThanOrEqual((first ?? 0) + 60_000)
  world.clock.advance(-61)
})

test('every answer says how many calls are left, and a 429 when to come back', async () => {
  const partner = await openPartner(world)
  const first = await partner.send('GET', '/transactions', '')
  const [, quota = '', windowS] = /^"key";q=(\d+);w=(\d+)$/.exec(first.headers.get('ratelimit-policy') ?? '') ?? []
  expect(windowS).toBe('60')
  expect(first.headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${Number(quota) - 1};t=\\d+$`))
  const { key } = createRateLimits(world.db).counters('partner-key', partner.key.id)[0]
  await world.db.execute(sql`update rate_limit set points = ${Number(quota)} where key = ${key}`)
  const last = await partner.send('GET', '/transactions', '')
  expect(last.status).toBe(429)
  expect(last.headers.get('ratelimit')).toBe(`"key";r=0;t=${last.headers.get('retry-after')}`)
})

test('a body that was changed on the way is refused', async () => {
  const asked = newTransaction()
  const { failure } = await world.partner.call(partnerApi.createTransaction, asked, {
    body: JSON.stringify({ ...asked, amount: '99000.00' }),
    signed: { body: JSON.stringify(asked) },
  })
  expect(failure.code).toBe('signature_invalid')
})

test.each([
  ['another method', { method: 'POST' }],
  ['another path', { target: '/partner/v1/events' }],
  ['another query', { target: '/partner/v1/transactions?state=open' }],
])('a request that was signed for %s is refused', async (_what, signed) => {
  expect((await list({ signed })).failure.code).toBe('signature_invalid')
})

test('a signed cancellation does not reverse or cancel another transaction', async () => {
  const [first, second] = [await world.opened(), await world.opened()]
  const target = `/partner/v1/transactions/${first.transaction_id}/cancel`
  const { failure } = await world.partner.call(
    partnerApi.cancelTransaction,
    { transaction_id: second.transaction_id },
    { signed: { target } },
  )
  expect(failure.code).toBe('signature_invalid')
})

test('the old version is refused with what to do', async () => {
  const { failure } = await list({ headers: { 'webhook-signature': 'v1,AAAA v1,BBBB' } })
  expect(failure.message).toContain('Sign with version v2')
})

test('a request that was taken is not taken again', async () => {
  const id = randomUUID()
  expect((await list({ id })).status).toBe(200)
  const again = await list({ id })
  expect([again.status, again.failure.code]).toEqual([409, 'request_replayed'])
})

test('of twenty copies at once one is taken', async () => {
  const id = randomUUID()
  const timestamp = now()
  const answers = await Promise.all(Array.from({ length: 20 }, () => list({ id, timestamp })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a request that was refused is not taken later, when it would be allowed', async () => {
  const reader = await openPartner(world, { permissions: [] })
  const id = randomUUID()
  const ask = () => reader.call(partnerApi.listTransactions, {}, { id })
  expect((await ask()).failure.code).toBe('permission_missing')
  await world.db.execute(sql`update partner_key set permissions = '{read}' where id = ${reader.key.id}`)
  expect((await ask()).failure.code).toBe('request_replayed')
})

test('a request that came too early is not taken when its time has come', async () => {
  const early = { id: randomUUID(), timestamp: now() + 3600 }
  expect((await list(early)).failure.code).toBe('timestamp_invalid')
  await forgetOldRequests(world.db, { now: () => new Date((early.timestamp + 300) * 1000) })
  expect((await list(early)).failure.code).toBe('request_replayed')
})

test('only requests with a right signature are remembered, and none that will never be timely', async () => {
  const count = async () =>
    only(await world.db.query(sql`select count(*)::int as rows from partner_request`, { rows: col.int4 })).rows
  const before = await count()
  await list({ signed: { body: 'x' } })
  await list({ timestamp: now() - 301 })
  await list({ timestamp: now() + 25 * 3600 })
  expect(await count()).toBe(before)
})

test('copies of a request do not use up the calls of its key', async () => {
  const partner = await openPartner(world)
  const id = randomUUID()
  for (let copy = 0; copy < 5; copy += 1) await partner.call(partnerApi.listTransactions, {}, { id })
  const [{ key }] = createRateLimits(world.db).counters('partner-key', partner.key.id)
  const [spent] = await world.db.query(sql`select points from rate_limit where key = ${key}`, { points: col.int4 })
  expect(spent?.points).toBe(1)
})

test('an id is remembered for as long as its timestamp would pass', async () => {
  const id = randomUUID()
  await list({ id })
  await forgetOldRequests(world.db, { now: () => new Date(world.clock.now().getTime() + 10 * 60 * 1000) })
  expect((await list({ id })).status).toBe(409)
})

test('a key without the permission is refused', async () => {
  const reader = await openPartner(world, { permissions: ['read'] })
  expect((await reader.call(partnerApi.listTransactions, {})).status).toBe(200)
  const { status, failure } = await reader.call(partnerApi.createTransaction, newTransaction())
  expect([status, failure.code]).toEqual([403, 'permission_missing'])
})

test('a key for other address ranges is refused here', async () => {
  const far = await openPartner(world, { address_ranges: ['203.0.113.0/24'] })
  expect((await far.call(partnerApi.listTransactions, {})).failure.code).toBe('address_not_allowed')
  const near = await openPartner(world, { address_ranges: ['203.0.113.0/24', '127.0.0.0/8'] })
  expect((await near.call(partnerApi.listTransactions, {})).status).toBe(200)
})

test('two keys live at a time, and a disabled one counts no more', async () => {
  const { partnerId, key } = await openPartner(world)
  const add = () =>
    world.db.transaction((tx) =>
      insertPartnerKey(tx, world.keyring, {
        partnerId,
        permissions: ['read'],
        isActive: true,
        at: world.clock.now(),
      }),
    )
  const second = await add()
  await expect(add()).rejects.toThrow('key_limit_reached')
  const call = (one: typeof key) => signingClient(world, one).call(partnerApi.listTransactions, {})
  expect([(await call(key)).status, (await call(second)).status]).toEqual([200, 200])
  await disableKey(world.db, key.id, world.clock.now())
  expect([(await call(key)).failure.code, (await call(second)).status]).toEqual(['signature_invalid', 200])
  await add()
})

test('what is not JSON is refused, and so is a field that the path names', async () => {
  const broken = await world.partner.send('POST', '/transactions', '{"reference":')
  expect(broken.status).toBe(400)
  const { transaction_id } = await world.opened()
  const twice = await world.partner.send('POST', `/transactions/${transaction_id}/cancel`, '{"transaction_id":"X"}')
  expect(twice.status).toBe(400)
})

test.each<[string, object, string]>([
  ['an amount of zero', { amount: '0' }, 'amount_not_positive'],
  ['an amount of zero with decimals', { amount: 0.0 }, 'amount_not_positive'],
  ['a negative amount', { amount: '-1' }, 'amount_not_positive'],
  ['an amount with three decimals', { amount: '1.234' }, 'invalid_amount'],
  ['a line break in metadata', { metadata: { note: 'a\nb' } }, 'metadata_invalid'],
  ['a letter in metadata that turns the writing around', { metadata: { note: 'a\u202Eb' } }, 'metadata_invalid'],
])('%s is refused with its reason', async (_what, changes, reason) => {
  const { status, failure } = await world.create(changes)
  expect([status, Object.values(failure.fields)]).toEqual([422, [reason]])
})

test('a signed body that is no UTF-8 is refused as such, also when it reads as another that was signed', async () => {
  const body = JSON.stringify(newTransaction({ player_id: '\uFFFD' }))
  const bytes = Buffer.from(Buffer.from(body).toString('latin1').replaceAll('\u00EF\u00BF\u00BD', '\u00FF'), 'latin1')
  const answer = await world.partner.send('POST', '/transactions', body, { sent: bytes })
  expect([answer.status, await codeOf(answer)]).toEqual([400, 'body_not_utf8'])
})

test('a body that is too large is refused with the limit', async () => {
  const answer = await world.partner.send('POST', '/transactions', JSON.stringify({ note: 'x'.repeat(70_000) }))
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ code: 'too_large', message: 'The request is larger than 64 kB.' })
})

test.each(['text/xml', 'text/plain', undefined])(
  'a body of type %s is refused with the type that is read',
  async (type) => {
    const answer = await world.partner.send('POST', '/transactions', '{}', { headers: { 'content-type': type } })
    expect([answer.status, answer.headers.get('accept'), await codeOf(answer)]).toEqual([
      415,
      'application/json',
      'unsupported_media_type',
    ])
  },
)

test.each([
  ['PUT', '/transactions', '<a/>', 'text/xml', 'GET, POST'],
  ['PATCH', '/transactions/7K3M9QWX2R/cancel', '{', 'application/json', 'POST'],
  ['DELETE', '/transactions/7K3M9QWX2R', '', 'application/json', 'GET'],
])('%s %s is refused with the methods there are, whatever its body', async (method, path, body, type, allowed) => {
  const answer = await world.partner.send(method, path, body, { headers: { 'content-type': type } })
  expect([answer.status, answer.headers.get('allow'), await codeOf(answer)]).toEqual([
    405,
    allowed,
    'method_not_allowed',
  ])
})

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code

test('the world.agent token opens nothing here', async () => {
  const response = await fetch(`${world.address}/partner/v1/transactions`, {
    headers: { authorization: `Bearer ${world.agent}` },
  })
  expect(response.status).toBe(401)
})
