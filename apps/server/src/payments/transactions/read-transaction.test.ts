import * as partnerApi from '@cashbox/contract/partner'
import { sql } from '@cashbox/postgres/database'
import { openPartner } from '@cashbox/testing/partner-client'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeExpired } from './close-transactions.ts'

let world: PartnerWorld
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())

test("another partner's transaction looks like none at all", async () => {
  const other = await openPartner(world)
  const { transaction_id } = await world.opened()
  for (const call of [
    other.call(partnerApi.readTransaction, { transaction_id }),
    other.call(partnerApi.cancelTransaction, { transaction_id }),
    other.call(partnerApi.unlockTransaction, { transaction_id }),
    other.call(partnerApi.reverseTransaction, { transaction_id, reason: 'mine' }),
  ]) {
    expect((await call).status).toBe(404)
  }
})

test('pages by cursor give every transaction once, newest first, while new ones come', async () => {
  const reader = await openPartner(world)
  const ids: string[] = []
  for (let index = 0; index < 7; index += 1) {
    ids.unshift((await reader.call(partnerApi.createTransaction, newTransaction())).payload.transaction.transaction_id)
  }
  const page = (cursor: string | null) =>
    reader.call(partnerApi.listTransactions, { limit: '3', ...(cursor ? { cursor } : {}) })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { payload }: Awaited<ReturnType<typeof page>> = await page(cursor)
    seen.push(...payload.list.map(({ transaction_id }) => transaction_id))
    cursor = payload.next_cursor
    await reader.call(partnerApi.createTransaction, newTransaction())
  } while (cursor)
  expect(seen).toEqual(ids)
})

test("a list by player has that player's transactions, and none of another partner's player with this ID", async () => {
  const player_id = 'player-of-two-partners'
  await world.opened({ player_id })
  const reader = await openPartner(world)
  const open = async (changes: object) =>
    (await reader.call(partnerApi.createTransaction, newTransaction(changes))).payload.transaction.transaction_id
  const ids = [await open({ player_id }), await open({}), await open({ player_id })]
  const { list } = (await reader.call(partnerApi.listTransactions, { player_id })).payload
  expect(list.map(({ transaction_id }) => transaction_id)).toEqual([ids[2], ids[0]])
})

test('a list by state has those of that state and no others', async () => {
  const reader = await openPartner(world)
  const open = async () => (await reader.call(partnerApi.createTransaction, newTransaction())).payload.transaction
  const [waiting, confirmed, cancelled, expired, reversed] = await Promise.all([1, 2, 3, 4, 5].map(open))
  if (!waiting || !confirmed || !cancelled || !expired || !reversed) throw new Error('not all were opened')
  for (const one of [confirmed, reversed]) expect((await world.confirmOpened(one)).status).toBe(200)
  await reader.call(partnerApi.cancelTransaction, { transaction_id: cancelled.transaction_id })
  await reader.call(partnerApi.reverseTransaction, { transaction_id: reversed.transaction_id, reason: 'by mistake' })
  await world.db.execute(sql`
    update player_transaction set expires_at = ${world.clock.now()} where transaction_id = ${expired.transaction_id}`)
  await world.db.transaction((tx) => closeExpired(tx, world.clock.now()))
  const expected = { open: waiting, confirmed, cancelled, expired, reversed }
  for (const state of partnerApi.transactionStates) {
    const { list } = (await reader.call(partnerApi.listTransactions, { state })).payload
    expect(list).toMatchObject([{ transaction_id: expected[state].transaction_id, state }])
    expect(list).toHaveLength(1)
  }
})

test('a confirmed transaction says when and at which cashbox', async () => {
  const transaction = await world.opened()
  await world.confirmOpened(transaction)
  const { payload } = await world.partner.call(partnerApi.readTransaction, {
    transaction_id: transaction.transaction_id,
  })
  expect(payload.transaction).toMatchObject({ state: 'confirmed', confirmed_by: world.cashId })
  expect(payload.transaction.confirmed_at).toBeGreaterThan(1_700_000_000)
})
