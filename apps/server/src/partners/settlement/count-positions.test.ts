import * as contract from '@cashbox/contract/operator'
import { cancelTransaction, createTransaction, readPosition } from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeTransactions } from '../../payments/transactions/close-transactions.ts'
import { lockPartner } from '../partner.ts'
import { countAllPositions, countPositions, isCounted, lockCount } from './count-positions.ts'

let world: PartnerWorld
let admin: OperatorClient
let partner: PartnerClient
beforeAll(async () => {
  world = await openPartnerWorld()
  world.clock.leaveMidnight()
  admin = await operatorOf(world.address, 'admin')
})
beforeEach(async () => {
  partner = await openPartner(world)
})
afterAll(() => world.close())

const count = () => countPositions(world, partner.partnerId)
const open = async (amount: string, type: 'deposit' | 'withdraw' = 'deposit') =>
  (await partner.call(createTransaction, newTransaction({ amount, type }))).payload.transaction
const reserved = async () =>
  (await partner.call(readPosition, {})).payload.list.find(({ currency_code }) => currency_code === 'UZS')?.reserved

test('each confirmation is counted once, however many count while agents confirm', async () => {
  const opened = await Promise.all(Array.from({ length: 24 }, () => open('10.00')))
  const confirmed = opened.map((transaction) => world.confirmOpened(transaction))
  await Promise.all([...confirmed, ...Array.from({ length: 24 }, count)])
  await count()
  expect((await partner.call(readPosition, {})).payload.list).toContainEqual(
    expect.objectContaining({ deposit_count: 24, deposits: '240.00', balance: '240.00' }),
  )
})

test('an event that becomes visible after a later one is counted', async () => {
  // They reserve cover, which their ends release.
  const [one, other] = [await open('10.00', 'withdraw'), await open('5.00', 'withdraw')]
  expect(await reserved()).toBe('15.00')
  // The first draws its number, and ends after the second was counted.
  await world.db.transaction(async (tx) => {
    const [row] = await tx.query(sql`select id from player_transaction where transaction_id = ${one.transaction_id}`, {
      id: col.uuid,
    })
    await closeTransactions(tx, 'cancelled', row ? [row.id] : [], world.clock.now())
    await partner.call(cancelTransaction, { transaction_id: other.transaction_id })
    // However often: what the later one passed is not complete before the first has ended.
    for (let times = 0; times < 3; times += 1) await count()
    expect([await countedEvents(), await reserved()]).toEqual([1n, '10.00'])
  })
  await count()
  await count()
  expect([await countedEvents(), await reserved()]).toEqual([2n, '0.00'])
})

test('a partner whose events can not be counted keeps no other from being counted', async () => {
  const reserve = (minor: number) =>
    world.db.execute(
      sql`update partner_position set reserved = ${minor}::integer where partner_id = ${partner.partnerId}`,
    )
  const { transaction_id } = await open('10.00', 'withdraw')
  await reserve(0)
  await partner.call(cancelTransaction, { transaction_id })
  const later = await openPartner(world)
  const { payload } = await later.call(createTransaction, newTransaction({ amount: '10.00' }))
  await world.confirmOpened(payload.transaction)
  await expect(countAllPositions(world)).rejects.toThrow('partner_position_reserved_check')
  expect((await later.call(readPosition, {})).payload.list).toContainEqual(
    expect.objectContaining({ balance: '10.00' }),
  )
  await reserve(1000)
})

test('counting does not wait for an operator who changes the partner, so neither can wait for the other', async () => {
  await world.confirmOpened(await open('10.00'))
  await world.db.transaction(async (tx) => {
    await lockPartner(tx, partner.code)
    // The first event: it makes the position, which refers to the partner.
    await count()
    await lockCount(tx, partner.partnerId)
  })
  expect(await countedEvents()).toBe(1n)
})

test('an operator who sets the tariff waits for the one who changes the schedule, before anything is locked', async () => {
  const fees = { deposit_fee_bp: 100, deposit_fee_fixed: '0.00', withdraw_fee_bp: 0, withdraw_fee_fixed: '0.00' }
  const terms = { code: partner.code, version: 1, currency_code: 'UZS', reason: 'as agreed', ...fees }
  await world.db.transaction((tx) => lockCount(tx, partner.partnerId))
  const [asked] = await world.db.transaction(async (tx) => {
    await lockPartner(tx, partner.code)
    const asking = admin.call(contract.setPartnerFees, terms)
    await expect.poll(waiting).toBe(1n)
    await tx.execute(sql`
      select 1 from position_count where partner_id = ${partner.partnerId} for update nowait`)
    return [asking] as const
  })
  expect((await agree(world.address, await asked)).state).toBe('completed')
})

const waiting = async () =>
  only(
    await world.db.query(
      sql`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      { count: col.int8 },
    ),
  ).count

const countedEvents = async () =>
  only(
    await world.db.query(
      sql`
        select count(*) from outbox_event as event join position_count using (partner_id)
        where partner_id = ${partner.partnerId} and ${isCounted}`,
      { count: col.int8 },
    ),
  ).count
