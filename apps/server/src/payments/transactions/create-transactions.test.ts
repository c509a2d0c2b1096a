import * as partnerApi from '@cashbox/contract/partner'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: PartnerWorld
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())

const bulk = (list: readonly Record<string, unknown>[]) =>
  world.partner.call(partnerApi.createTransactions, { transactions: [...list] })

test('each of many has its own outcome, in the order sent, and a repeat changes nothing', async () => {
  const list = [
    newTransaction({ type: 'withdraw' }),
    newTransaction({ amount: 'five' }),
    newTransaction({ channel: 'nowhere' }),
    { ...newTransaction(), odd: 1 },
    newTransaction({ metadata: { order: '7' } }),
  ]
  const first = await bulk(list)
  expect(first.status).toBe(200)
  expect(first.payload.list.map(({ reference }) => reference)).toEqual(list.map(({ reference }) => reference))
  expect(first.payload.list.map(({ refusal }) => refusal?.code ?? null)).toEqual([
    null,
    'invalid_fields',
    'channel_unknown',
    'invalid_fields',
    null,
  ])
  expect(first.payload.list[1]?.refusal?.errors['amount']).toEqual([expect.stringContaining('two decimals')])
  expect(first.payload.list[0]?.security_code).toMatch(/^\d{6}$/)
  expect(first.payload.list[4]?.transaction?.metadata).toEqual({ order: '7' })
  expect((await bulk(list)).payload.list).toEqual(
    first.payload.list.map((outcome) => ({ ...outcome, is_repeat: outcome.refusal === null })),
  )
})

test('the same reference twice in one call opens one transaction', async () => {
  const one = newTransaction()
  const { list } = (await bulk([one, one, { ...one, amount: '1.00' }])).payload
  expect(list[1]).toEqual({ ...list[0], is_repeat: true })
  expect(list[2]?.refusal?.code).toBe('reference_reused')
})

test('a hundred are opened, and a hundred and one are refused as a whole', async () => {
  const { payload } = await bulk(Array.from({ length: 100 }, () => newTransaction()))
  expect(new Set(payload.list.map(({ transaction }) => transaction?.transaction_id)).size).toBe(100)
  expect((await bulk(Array.from({ length: 101 }, () => newTransaction()))).status).toBe(422)
  expect((await bulk([])).status).toBe(422)
})
