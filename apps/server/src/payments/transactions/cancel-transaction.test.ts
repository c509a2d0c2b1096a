import * as partnerApi from '@cashbox/contract/partner'
import { col, sql } from '@cashbox/postgres/database'
import { openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { agentOf } from '@cashbox/testing/some-agent'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeExpired } from './close-transactions.ts'

let world: PartnerWorld
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())

test('a cancelled transaction can not be confirmed, and the partner gets one event', async () => {
  const transaction = await world.opened()
  for (const _try of [1, 2]) {
    const { status, payload } = await world.partner.call(partnerApi.cancelTransaction, {
      transaction_id: transaction.transaction_id,
    })
    expect([status, payload.transaction.state]).toEqual([200, 'cancelled'])
  }
  expect((await world.confirmOpened(transaction)).failure.code).toBe('transaction_cancelled')
  expect((await world.eventsOf(transaction.transaction_id)).map(({ type }) => type)).toEqual(['transaction.cancelled'])
})

test('a confirmed transaction can not be cancelled', async () => {
  const transaction = await world.opened()
  await world.confirmOpened(transaction)
  const { status, failure } = await world.partner.call(partnerApi.cancelTransaction, {
    transaction_id: transaction.transaction_id,
  })
  expect([status, failure.code]).toEqual([422, 'transaction_already_confirmed'])
})

test('what has expired is closed, has an event, and can be neither confirmed nor cancelled', async () => {
  const transaction = await world.opened({ expires_at: Math.floor(world.clock.now().getTime() / 1000) + 60 })
  const later = new Date(world.clock.now().getTime() + 61_000)
  await world.db.transaction((tx) => closeExpired(tx, later))
  expect((await world.confirmOpened(transaction)).failure.code).toBe('transaction_expired')
  const { failure } = await world.partner.call(partnerApi.cancelTransaction, {
    transaction_id: transaction.transaction_id,
  })
  expect(failure.code).toBe('transaction_expired')
  expect(await world.eventsOf(transaction.transaction_id)).toMatchObject([
    {
      type: 'transaction.expired',
      data: { state: 'expired', amount: '25000.00', reference: transaction.reference },
    },
  ])
})

test('a cancellation that had to wait for a confirmation is refused with the state it found', async () => {
  const { transaction_id } = await world.opened({ amount: '10.00' })
  const isWaiting = sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%open_transaction%'`
  const cancelling = await world.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from open_transaction where transaction_id = ${transaction_id} for update`)
    const cancelled = world.partner.call(partnerApi.cancelTransaction, { transaction_id })
    await vi.waitFor(async () => expect(await world.db.execute(isWaiting)).toBe(1))
    const confirmed = await tx.query(
      sql`
          select outcome from agent cross join lateral confirm_payments(jsonb_build_array(jsonb_build_object(
            'ordinal', 1, 'agent_id', agent.id, 'type', 'deposit', 'transaction_id', ${transaction_id}::text, 'amount', 1000,
            'lat', agent.geo_lat, 'lon', agent.geo_lon, 'age_s', 0, 'at', now(),
            'event_id', gen_random_uuid())), 5)
          where agent.id = ${agentOf('approved@cashbox.test')}`,
      { outcome: col.text },
    )
    expect(confirmed).toEqual([{ outcome: 'confirmed' }])
    return { cancelled }
  })
  const { status, failure } = await cancelling.cancelled
  expect([status, failure.code]).toEqual([422, 'transaction_already_confirmed'])
  expect(await world.eventsOf(transaction_id)).toMatchObject([{ type: 'transaction.confirmed' }])
})

test('however cancel, expire and confirm race, one wins, money follows it, and there is one event', async () => {
  for (let round = 0; round < 12; round += 1) {
    const before = await world.balance(world.agent)
    const transaction = await world.opened({ amount: '10.00' })
    const { transaction_id } = transaction
    const expired = new Date((transaction.expires_at + 1) * 1000)
    const [confirmed, cancelled] = await Promise.all([
      world.confirmOpened(transaction),
      world.partner.call(partnerApi.cancelTransaction, { transaction_id }),
      world.db.transaction((tx) => closeExpired(tx, round % 2 === 0 ? expired : world.clock.now())),
    ])
    const { state } = (await world.partner.call(partnerApi.readTransaction, { transaction_id })).payload.transaction
    const moved = Number(before) - Number(await world.balance(world.agent))
    expect(confirmed.status === 200).toBe(state === 'confirmed')
    expect(cancelled.status === 200).toBe(state === 'cancelled')
    expect(moved).toBeCloseTo(state === 'confirmed' ? 10 : 0)
    expect((await world.eventsOf(transaction_id)).map(({ type }) => type)).toEqual([`transaction.${state}`])
  }
  expect(await world.verify()).toEqual([])
})
