import { listPending, TRANSACTION_ID_ALPHABET } from '@cashbox/contract'
import * as partnerApi from '@cashbox/contract/partner'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPartner } from '../../../../test/partner-client.ts'
import { openPartnerWorld, type PartnerWorld, type Wish, wish } from '../../../../test/partner-world.ts'
import { text } from '../../../platform/db/columns.ts'
import { only } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { wipeOldCodes } from './wipe-old-codes.ts'

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
      { row: text },
    ),
  )
  expect(row).not.toContain(security_code)
})

test('the same reference with the same words gets the same answer, code and all, and opens nothing', async () => {
  const asked = wish({ type: 'withdraw' })
  const first = await world.partner.call(partnerApi.createTransaction, asked)
  const second = await world.partner.call(partnerApi.createTransaction, asked)
  expect(second.payload).toEqual(first.payload)
  expect(
    (await world.partner.call(partnerApi.listTransactions, { reference: asked.reference })).payload.list,
  ).toHaveLength(1)
})

test('after a day the code is not shown again', async () => {
  const asked = wish({ type: 'withdraw', expires_at: Math.floor(world.clock.now().getTime() / 1000) + 3 * 86_400 })
  await world.partner.call(partnerApi.createTransaction, asked)
  const late = { now: () => new Date(world.clock.now().getTime() + 25 * 60 * 60 * 1000) }
  await wipeOldCodes(world.db, late)
  expect((await world.partner.call(partnerApi.createTransaction, asked)).payload.security_code).toBeNull()
})

test.each<[string, Wish]>([
  ['amount', { amount: '25000.01' }],
  ['type', { type: 'withdraw' }],
  ['player', { player_id: 'other' }],
])('the same reference with another %s is refused', async (_what, change) => {
  const asked = wish()
  await world.partner.call(partnerApi.createTransaction, asked)
  const { status, failure } = await world.partner.call(partnerApi.createTransaction, { ...asked, ...change })
  expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, 'reference_reused', ['reference']])
})

test('twenty at once with one reference open one transaction', async () => {
  const asked = wish({ type: 'withdraw' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.partner.call(partnerApi.createTransaction, asked)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ payload }) => payload.transaction.transaction_id)).size).toBe(1)
  expect(new Set(answers.map(({ payload }) => payload.security_code)).size).toBe(1)
})

test('another partner may use the same reference', async () => {
  const other = await openPartner(world)
  const asked = wish()
  const [mine, theirs] = await Promise.all([
    world.partner.call(partnerApi.createTransaction, asked),
    other.call(partnerApi.createTransaction, asked),
  ])
  expect(mine.payload.transaction.transaction_id).not.toBe(theirs.payload.transaction.transaction_id)
})

test('a transaction aimed at one cashbox waits there and nowhere else', async () => {
  const { transaction_id } = await world.opened({ channel: undefined, cash_id: world.cashId })
  const mine = await world.call(listPending, {}, { token: world.agent })
  expect(mine.payload.list.map((one) => one.transaction_id)).toContain(transaction_id)
  const fenced = await world.logIn('fenced')
  const theirs = await world.call(listPending, {}, { token: fenced })
  expect(theirs.payload.list.map((one) => one.transaction_id)).not.toContain(transaction_id)
})

test.each<[string, Wish, string, string]>([
  ['an unknown channel', { channel: 'atlantis' }, 'channel_unknown', 'channel'],
  ['the demo channel', { channel: 'demo', currency_code: 'USD' }, 'channel_unknown', 'channel'],
  ['an unknown cashbox', { channel: undefined, cash_id: '999999999' }, 'cashbox_unknown', 'cash_id'],
  ['no target', { channel: undefined }, 'target_ambiguous', 'channel'],
  ['two targets', { cash_id: '100001' }, 'target_ambiguous', 'channel'],
  ['another currency', { currency_code: 'TRY' }, 'currency_mismatch', 'currency_code'],
  ['a negative amount', { amount: '-5' }, 'invalid_fields', 'amount'],
  ['three decimals', { amount: '5.001' }, 'invalid_fields', 'amount'],
  ['no money at all', { amount: '0' }, 'invalid_fields', 'amount'],
  ['an expiry in the past', { expires_at: 1_600_000_000 }, 'expiry_invalid', 'expires_at'],
  ['an expiry in a hundred years', { expires_at: 4_900_000_000 }, 'expiry_invalid', 'expires_at'],
  ['a reference that a spreadsheet would run', { reference: '=1+1' }, 'invalid_fields', 'reference'],
  ['an unknown field', { colour: 'red' } as Wish, 'invalid_fields', 'colour'],
])('%s is refused beside its field', async (_what, change, code, field) => {
  const { status, failure } = await world.create(change)
  expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, code, [field]])
})
