import * as partnerApi from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeTransactions } from '../../payments/transactions/close-transactions.ts'
import { verify } from '../../platform/verify.ts'
import { readFeed } from './read-feed.ts'
import { eventChecks } from './verify.ts'

let world: PartnerWorld
let partner: PartnerClient
beforeAll(async () => {
  world = await openPartnerWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  partner = await openPartner(world)
})

async function opened() {
  const { payload } = await partner.call(partnerApi.createTransaction, newTransaction())
  return payload.transaction.transaction_id
}

async function cancelled() {
  const transaction_id = await opened()
  await partner.call(partnerApi.cancelTransaction, { transaction_id })
  return transaction_id
}

/** A transaction that has its number, cancels when it is told to, and ends when it is told to. */
async function beginCancelling() {
  const transactionId = await opened()
  const { id } = only(
    await world.db.query(sql`select id from player_transaction where transaction_id = ${transactionId}`, {
      id: col.uuid,
    }),
  )
  const [begun, mayWrite, written, mayEnd] = Array.from({ length: 4 }, () => Promise.withResolvers<void>()) as [
    PromiseWithResolvers<void>,
    PromiseWithResolvers<void>,
    PromiseWithResolvers<void>,
    PromiseWithResolvers<void>,
  ]
  const ended = world.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_current_xact_id()`)
    begun.resolve()
    await mayWrite.promise
    await closeTransactions(tx, 'cancelled', [id], world.clock.now())
    written.resolve()
    await mayEnd.promise
  })
  await begun.promise
  return {
    transactionId,
    write: () => {
      mayWrite.resolve()
      return written.promise
    },
    end: () => {
      mayEnd.resolve()
      return ended
    },
  }
}

/** Cancels in a transaction that ends when it is told to. */
async function cancelSlowly() {
  const slow = await beginCancelling()
  await slow.write()
  return slow
}

const feed = async (after?: string, limit = '100') =>
  (await partner.call(partnerApi.readFeed, { ...(after === undefined ? {} : { after }), limit })).payload

const idsOf = ({ list }: Awaited<ReturnType<typeof feed>>) =>
  list.map(({ event }) => ('transaction_id' in event.data ? event.data.transaction_id : ''))

/** Reads until the partner of the last event has all events. Other tests on this PostgreSQL may have transactions under way. */
async function settle() {
  const ends = sql`
    select complete_up_to = (select max(number) from outbox_event) as is_settled from event_feed_end
    where partner_id = (select partner_id from outbox_event order by number desc limit 1)`
  const isSettled = async () => {
    await feed()
    return only(await world.db.query(ends, { is_settled: col.bool })).is_settled
  }
  await expect.poll(isSettled, { timeout: 60_000 }).toBe(true)
}

test('the feed gives every event in order, page by page, and then waits at its end', async () => {
  const ids = [await cancelled(), await cancelled(), await cancelled()]
  const first = await feed(undefined, '2')
  const second = await feed(first.next_cursor, '2')
  expect([...idsOf(first), ...idsOf(second)]).toEqual(ids)
  const none = await feed(second.next_cursor)
  expect([none.list, none.next_cursor]).toEqual([[], second.next_cursor])
  const later = await cancelled()
  expect(idsOf(await feed(none.next_cursor))).toEqual([later])
  expect((await partner.call(partnerApi.listEvents, {})).payload.list.map(({ id }) => id)).toContain(first.list[0]?.id)
})

test('an event that is written first and committed last is not skipped', async () => {
  const slow = await cancelSlowly()
  const quick = await cancelled()
  let page = await feed()
  expect(idsOf(page)).toEqual([quick])
  // However often it is read meanwhile.
  for (let time = 0; time < 3; time += 1) {
    await cancelled()
    page = await feed(page.next_cursor)
    expect(page.list).toHaveLength(1)
  }
  await slow.end()
  page = await feed(page.next_cursor)
  expect(idsOf(page)).toEqual([slow.transactionId])
  expect((await feed(page.next_cursor)).list).toEqual([])
})

test('an event of the youngest transaction, written first and committed last, is not skipped', async () => {
  const partnerOf = sql`select partner_id as id from outbox_event order by number desc limit 1`
  await cancelled()
  const { id } = only(await world.db.query(partnerOf, { id: col.uuid }))
  // Without HTTP, whose own transactions would be the youngest.
  const read = async (after: string) => readFeed(world.db, id, { after, limit: 100 })
  await read('0')
  const { next_cursor } = await read('0')
  const older = await beginCancelling()
  const younger = await beginCancelling()
  await younger.write()
  await older.write()
  await older.end()
  for (let time = 0; time < 3; time += 1) await read(next_cursor)
  await younger.end()
  const { list } = await read(next_cursor)
  expect(idsOf({ list, next_cursor })).toEqual([older.transactionId, younger.transactionId])
})

test('a feed that another PostgreSQL has written, as after a restore, is settled by its next readers', async () => {
  await cancelled()
  await feed()
  await world.db.execute(sql`update event_feed_end set horizon = '1000000000000'::xid8`)
  await cancelled()
  await settle()
})

test('readers at once give each event one position, while transactions overlap', async () => {
  const all: string[] = []
  const read: string[] = []
  let after = '0'
  for (let round = 0; round < 4; round += 1) {
    const slow = await Promise.all([cancelSlowly(), cancelSlowly()])
    all.push(...slow.map(({ transactionId }) => transactionId), await cancelled())
    const pages = await Promise.all([feed(after), feed(after), slow[1].end().then(() => feed(after))])
    const page = pages[0]
    for (const other of pages) expect(idsOf(other).slice(0, page.list.length)).toEqual(idsOf(page))
    read.push(...idsOf(page))
    after = page.next_cursor
    await slow[0].end()
  }
  read.push(...idsOf(await feed(after)))
  expect(read.toSorted()).toEqual(all.toSorted())
})

test('a cursor past the end, and one of nonsense, are refused; another partner has a feed of its own', async () => {
  await cancelled()
  const { next_cursor } = await feed()
  const { failure } = await partner.call(partnerApi.readFeed, { after: String(BigInt(next_cursor) + 1n) })
  expect(failure).toMatchObject({ code: 'cursor_unknown', fields: { after: 'cursor_unknown' } })
  expect((await partner.call(partnerApi.readFeed, { after: 'x' })).status).toBe(422)
  partner = await openPartner(world)
  expect((await feed()).list).toEqual([])
})

test('verify finds a change without its event, and an event that the feed lacks', async () => {
  await cancelled()
  await settle()
  const findings = async () => (await verify(world.db, eventChecks)).map(({ violations }) => violations)
  expect(await findings()).toEqual([0, 0])
  const last = sql`select max(number) from outbox_event`
  world.breakOnPurpose('change_has_event')
  await world.db.execute(
    sql`delete from event_feed where event_id = (select id from outbox_event where number = (${last}))`,
  )
  expect(await findings()).toEqual([0, 1])
  await world.db.execute(sql`delete from outbox_event where number = (${last})`)
  expect(await findings()).toEqual([1, 0])
})
