import { listPending, TRANSACTION_ID_ALPHABET } from '@cashbox/contract'
import * as partnerApi from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { openPartner } from '@cashbox/testing/partner-client'
import {
  type NewTransaction,
  newTransaction,
  openPartnerWorld,
  type PartnerWorld,
} from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wipeOldCodes } from './close-transactions.ts'

let world: PartnerWorld
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())

test('a deposit gets an ID that can be read aloud, and no code', async () => {
  const { status, payload } = await world.create()
  expect(status).toBe(200)
  expect(payload.security_code).toBeNull()
  expect(payload.transaction).toMatchObject({
    state: 'open',
    amount: '25000.00',
    currency_code: 'UZS',
    channel: 'tashkent',
    cash_id: null,
    is_locked: false,
  })
  expect(payload.transaction.transaction_id).toMatch(new RegExp(`^[${TRANSACTION_ID_ALPHABET}]{10}$`))
  expect(payload.transaction.expires_at - payload.transaction.created_at).toBe(24 * 60 * 60)
})

test('a withdrawal gets a security code, which the database holds only hashed and sealed', async () => {
  const { transaction_id, security_code } = await world.opened({ type: 'withdraw' })
  expect(security_code).toMatch(/^\d{6}$/)
  const { row } = only(
    await world.db.query(
      sql`select to_jsonb(opened)::text as row from player_transaction as opened where transaction_id = ${transaction_id}`,
      { row: col.text },
    ),
  )
  expect(row).not.toContain(security_code)
})

test('the same reference with the same words gets the same answer, code and all, and opens nothing', async () => {
  const asked = newTransaction({ type: 'withdraw' })
  const first = await world.partner.call(partnerApi.createTransaction, asked)
  const second = await world.partner.call(partnerApi.createTransaction, asked)
  expect(second.payload).toEqual({ ...first.payload, is_repeat: true })
  expect(
    (await world.partner.call(partnerApi.listTransactions, { reference: asked.reference })).payload.list,
  ).toHaveLength(1)
})

test('a repeat that works out its expiry anew gets the first transaction', async () => {
  const soon = Math.floor(world.clock.now().getTime() / 1000) + 600
  const asked = newTransaction({ type: 'withdraw', expires_at: soon })
  const first = await world.partner.call(partnerApi.createTransaction, asked)
  const { expires_at: _, ...rest } = asked
  const again = [
    { ...rest, expires_at: soon + 7 },
    { ...rest, expires_in: 600 },
    { ...rest, expires_at: soon - 9999 },
    rest,
  ]
  for (const one of again) {
    expect((await world.partner.call(partnerApi.createTransaction, one)).payload).toEqual({
      ...first.payload,
      is_repeat: true,
    })
  }
  expect(first.payload.is_repeat).toBe(false)
})

test('a program learns by codes which fields are wrong, and why', async () => {
  const wrong = { amount: '1000000000000.00', player_id: '', cash_id: 'x', metadata: { 'a b': '' }, colour: 'red' }
  const { failure } = await world.create(wrong)
  expect(failure.fields).toEqual({
    amount: 'amount_too_large',
    player_id: 'required',
    cash_id: 'cashbox_unknown',
    metadata: 'metadata_invalid',
    colour: 'unknown_field',
  })
  expect(Object.keys(failure.errors)).toEqual(Object.keys(failure.fields))
  expect((await world.create({ channel: 'nowhere' })).failure).toMatchObject({ fields: { channel: 'channel_unknown' } })
})

test('expires_in is counted from now', async () => {
  const { payload } = await world.create({ expires_in: 90 })
  expect(payload.transaction.expires_at - payload.transaction.created_at).toBe(90)
})

test.each(['blocked', 'suspended'])(
  'a cashbox that is %s is aimed at in vain, and the partner learns why',
  async (status) => {
    await world.db.execute(sql`update agent set status = ${status} where cash_id = ${world.cashId}`)
    const { failure } = await world.create({ channel: undefined, cash_id: world.cashId })
    await world.db.execute(sql`update agent set status = 'approved' where cash_id = ${world.cashId}`)
    expect(failure.code).toBe('cashbox_not_active')
  },
)

test('a cursor that is none of ours is refused, and so is one of another partner', async () => {
  const other = await openPartner(world)
  const { payload } = await other.call(partnerApi.createTransaction, newTransaction())
  for (const cursor of ['garbage', payload.transaction.transaction_id]) {
    const { status, failure } = await world.partner.call(partnerApi.listTransactions, { cursor })
    expect([status, failure.code]).toEqual([422, 'cursor_unknown'])
    expect(failure.message).not.toMatch(/again|without/i)
  }
})

test('after a day the code is not shown again', async () => {
  const asked = newTransaction({
    type: 'withdraw',
    expires_at: Math.floor(world.clock.now().getTime() / 1000) + 3 * 86_400,
  })
  await world.partner.call(partnerApi.createTransaction, asked)
  const late = { now: () => new Date(world.clock.now().getTime() + 25 * 60 * 60 * 1000) }
  await wipeOldCodes(world.db, late)
  expect((await world.partner.call(partnerApi.createTransaction, asked)).payload.security_code).toBeNull()
})

test.each<[string, NewTransaction]>([
  ['amount', { amount: '25000.01' }],
  ['type', { type: 'withdraw' }],
  ['player', { player_id: 'other' }],
])('the same reference with another %s is refused', async (_what, change) => {
  const asked = newTransaction()
  await world.partner.call(partnerApi.createTransaction, asked)
  const { status, failure } = await world.partner.call(partnerApi.createTransaction, { ...asked, ...change })
  expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, 'reference_reused', ['reference']])
})

test('twenty at once with one reference open one transaction', async () => {
  const asked = newTransaction({ type: 'withdraw' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.partner.call(partnerApi.createTransaction, asked)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ payload }) => payload.transaction.transaction_id)).size).toBe(1)
  expect(new Set(answers.map(({ payload }) => payload.security_code)).size).toBe(1)
})

test('metadata comes back with the answer, in lists and with the same words again', async () => {
  const metadata = { order: '№ 7', 'till.name': ' a "b" ' }
  const asked = newTransaction({ metadata })
  const { payload } = await world.partner.call(partnerApi.createTransaction, asked)
  expect(payload.transaction.metadata).toEqual(metadata)
  const { list } = (await world.partner.call(partnerApi.listTransactions, { reference: asked.reference })).payload
  expect(list[0]?.metadata).toEqual(metadata)
  const turned = { ...asked, metadata: Object.fromEntries(Object.entries(metadata).toReversed()) }
  expect((await world.partner.call(partnerApi.createTransaction, turned)).payload).toEqual({
    ...payload,
    is_repeat: true,
  })
  const { failure } = await world.partner.call(partnerApi.createTransaction, { ...asked, metadata: { order: '8' } })
  expect(failure.code).toBe('reference_reused')
  expect((await world.opened({ metadata: {} })).metadata).toEqual({})
})

test.each<[string, unknown]>([
  ['an eleventh text', Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, 'v']))],
  ['a name of 41 letters', { ['k'.repeat(41)]: 'v' }],
  ['a name with a space', { 'a b': 'v' }],
  ['a value of 201 letters', { k: 'v'.repeat(201) }],
  ['a number', { k: 1 }],
  ['a control character', { k: 'a\u0000b' }],
])('metadata with %s is refused', async (_what, metadata) => {
  const { failure } = await world.create({ metadata: metadata as Record<string, string> })
  expect(Object.keys(failure.errors)).toEqual(['metadata'])
  expect(failure.errors['metadata']?.[0]).toMatch(/at most 10 texts/)
})

test('too large an amount is told apart from one that is none', async () => {
  const words = async (amount: string) => (await world.create({ amount })).failure.errors['amount']
  expect(await words('1000000000000')).toEqual([expect.stringContaining('too large')])
  expect(await words('five')).toEqual([expect.stringContaining('two decimals')])
})

test('another partner may use the same reference', async () => {
  const other = await openPartner(world)
  const asked = newTransaction()
  const [mine, theirs] = await Promise.all([
    world.partner.call(partnerApi.createTransaction, asked),
    other.call(partnerApi.createTransaction, asked),
  ])
  expect(mine.payload.transaction.transaction_id).not.toBe(theirs.payload.transaction.transaction_id)
})

test('events name the cashbox that a transaction is for apart from the one that confirmed or locked it, and its metadata', async () => {
  const metadata = { order: '7' }
  const aimed = await world.opened({ channel: undefined, cash_id: world.cashId, metadata })
  await world.confirmOpened(aimed)
  await world.partner.call(partnerApi.reverseTransaction, { transaction_id: aimed.transaction_id, reason: 'a test' })
  const both = { cash_id: world.cashId, confirmed_by: world.cashId, metadata }
  expect((await world.eventsOf(aimed.transaction_id)).map(({ data }) => data)).toMatchObject([both, both])
  const open = await world.opened()
  await world.confirmOpened(open)
  const { payload } = await world.partner.call(partnerApi.readTransaction, { transaction_id: open.transaction_id })
  for (const { cash_id, confirmed_by } of [
    payload.transaction,
    (await world.eventsOf(open.transaction_id))[0]?.data ?? open,
  ])
    expect([cash_id, confirmed_by]).toEqual([null, world.cashId])
  const cancelled = await world.opened({ channel: undefined, cash_id: world.cashId, metadata })
  await world.partner.call(partnerApi.cancelTransaction, { transaction_id: cancelled.transaction_id })
  expect((await world.eventsOf(cancelled.transaction_id))[0]?.data).toMatchObject({ ...both, confirmed_by: null })
  const locked = await world.opened({ type: 'withdraw' })
  const wrong = locked.security_code === '000000' ? '111111' : '000000'
  for (let index = 0; index < 5; index += 1) await world.confirmOpened(locked, wrong)
  expect((await world.eventsOf(locked.transaction_id))[0]?.data).toMatchObject({
    cash_id: null,
    confirmed_by: null,
    locked_by: world.cashId,
  })
})

test('a transaction aimed at one cashbox waits there and nowhere else', async () => {
  const { transaction_id } = await world.opened({ channel: undefined, cash_id: world.cashId })
  const mine = await world.call(listPending, {}, { token: world.agent })
  expect(mine.payload.list.map((one) => one.transaction_id)).toContain(transaction_id)
  const fenced = await world.logIn('fenced')
  const theirs = await world.call(listPending, {}, { token: fenced })
  expect(theirs.payload.list.map((one) => one.transaction_id)).not.toContain(transaction_id)
})

test.each<[string, NewTransaction, string, string]>([
  ['an unknown channel', { channel: 'atlantis' }, 'channel_unknown', 'channel'],
  ['the demo channel', { channel: 'demo', currency_code: 'USD' }, 'channel_unknown', 'channel'],
  ['an unknown cashbox', { channel: undefined, cash_id: '999999999' }, 'cashbox_unknown', 'cash_id'],
  ['no target', { channel: undefined }, 'target_missing', 'channel'],
  ['two targets', { cash_id: '100001' }, 'target_ambiguous', 'channel'],
  ['another currency', { currency_code: 'TRY' }, 'currency_mismatch', 'currency_code'],
  ['a negative amount', { amount: '-5' }, 'invalid_fields', 'amount'],
  ['three decimals', { amount: '5.001' }, 'invalid_fields', 'amount'],
  ['no money at all', { amount: '0' }, 'invalid_fields', 'amount'],
  ['an expiry in the past', { expires_at: 1_600_000_000 }, 'expiry_invalid', 'expires_at'],
  ['two expiries', { expires_at: 4_000_000_000, expires_in: 60 }, 'expiry_ambiguous', 'expires_in'],
  ['an expiry further off than agreed', { expires_in: 31 * 86_400 }, 'expiry_invalid', 'expires_at'],
  ['an expiry in a hundred years', { expires_at: 4_900_000_000 }, 'expiry_invalid', 'expires_at'],
  ['a reference that a spreadsheet would run', { reference: '=1+1' }, 'invalid_fields', 'reference'],
  ['an unknown field', { colour: 'red' } as NewTransaction, 'invalid_fields', 'colour'],
])('%s is refused beside its field', async (_what, change, code, field) => {
  const { status, failure } = await world.create(change)
  expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, code, [field]])
})
