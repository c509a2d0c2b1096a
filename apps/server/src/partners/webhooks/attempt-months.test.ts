import { col, only, sql } from '@cashbox/postgres/database'
import { openTestDatabase } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetOldAttempts, makeAttemptMonths } from './attempt-months.ts'

const KEPT_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let months: readonly Date[]

beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.db.execute(sql`delete from webhook_attempt`)
  await makeAttemptMonths(opened.ofServer)
  const { now } = only(await opened.db.query(sql`select now() as now`, { now: col.timestamptz }))
  months = [0, 1, 2, 3].map((ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)))
})

const month = (ahead: number) => months[ahead] ?? new Date(Number.NaN)
const later = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS)
const nameOf = (moment: Date) => moment.toISOString().slice(0, 7)
const tableOf = (moment: Date) => `webhook_attempt_${nameOf(moment).replace('-', '_')}`

let made = 0
/** An event with an attempt, both of that moment unless the attempt came later. */
async function attempt(at: Date, { isDelivered = true, startedAt = at } = {}): Promise<string> {
  const { db } = opened
  const id = `${at.getTime().toString(16).padStart(12, '0')}70008${(++made).toString(16).padStart(15, '0')}`
  await db.execute(sql`
    insert into outbox_event (id, topic, partner_id, subject_id, created_at, attempts, next_attempt_at, delivered_at)
    select ${id}::uuid, 'transaction.confirmed', id, ${id}::uuid, ${at}::timestamptz, 1, ${isDelivered ? null : at}::timestamptz,
           ${isDelivered ? startedAt : null}::timestamptz
    from partner limit 1`)
  await opened.ofServer.execute(sql`
    insert into webhook_attempt (event_id, number, started_at, duration_ms, status)
    values (${id}, 1, ${startedAt}, 40, ${isDelivered ? 200 : 500})`)
  return only(await db.query(sql`select ${id}::uuid as id`, { id: col.uuid })).id
}

/** The table in which the attempt of an event is, as it is found by its event. */
async function placeOf(eventId: string): Promise<string | undefined> {
  const [row] = await opened.ofServer.query(
    sql`select tableoid::regclass::text as place from webhook_attempt where event_id = ${eventId}`,
    { place: col.text },
  )
  return row?.place
}

/** Each by itself, as a back-up does. */
async function readParts(): Promise<void> {
  const parts = await opened.ofServer.query(sql`select name from attempt_ranges()`, { name: col.text })
  for (const { name } of parts) await opened.ofServer.transaction((tx) => tx.script(`select * from ${name} limit 1`))
}

const lastEnd = async () =>
  only(await opened.ofServer.query(sql`select max(ends) as ends from attempt_ranges()`, { ends: col.timestamptz })).ends

test('months are made two ahead, and once', async () => {
  expect(await lastEnd()).toEqual(month(3))
  expect(await makeAttemptMonths(opened.ofServer)).toBe(0)
  await readParts()
})

test('an attempt of any month is kept and found, also of one that no range has', async () => {
  const ids = [new Date(0), new Date(), month(1), later(month(2), 20), later(month(3), 2000)]
  const places = await Promise.all(ids.map(async (at) => placeOf(await attempt(at))))
  expect(places.slice(2)).toEqual([tableOf(month(1)), tableOf(month(2)), 'webhook_attempt_other'])
  expect(places[0]).toBe('webhook_attempt_old')
})

test('attempts that came before their month was made are moved into it', async () => {
  for (const ahead of [1, 2])
    await opened.db.transaction((tx) => tx.script(`drop table if exists ${tableOf(month(ahead))}`))
  const early = await attempt(later(month(1), 3))
  const far = await attempt(later(month(3), 3))
  expect(await placeOf(early)).toBe('webhook_attempt_other')
  expect(await makeAttemptMonths(opened.ofServer)).toBe(2)
  expect([await placeOf(early), await placeOf(far)]).toEqual([tableOf(month(1)), 'webhook_attempt_other'])
})

test('a month is dropped when all of it is old, but for attempts at what fails and attempts of later', async () => {
  const [now, resentAt] = [later(month(2), KEPT_DAYS + 1), later(month(2), 2)]
  const [old, whole, kept] = [await attempt(month(0)), await attempt(later(month(1), 1)), await attempt(month(2))]
  const failing = await attempt(later(month(1), 2), { isDelivered: false })
  const sentAgain = await attempt(later(month(1), 3), { startedAt: resentAt })
  const clock = { now: () => now }

  expect(await forgetOldAttempts(opened.ofServer, clock, KEPT_DAYS)).toEqual([nameOf(month(1))])
  expect([await placeOf(old), await placeOf(whole)]).toEqual([undefined, undefined])
  expect([await placeOf(failing), await placeOf(sentAgain)]).toEqual(['webhook_attempt_old', 'webhook_attempt_old'])
  expect(await placeOf(kept)).toBe(tableOf(month(2)))

  expect(await forgetOldAttempts(opened.ofServer, clock, KEPT_DAYS)).toEqual([])
  expect(await placeOf(await attempt(later(month(1), 4)))).toBe('webhook_attempt_old')
  expect(await lastEnd()).toEqual(month(3))
  await readParts()
  await opened.db.execute(
    sql`update outbox_event set delivered_at = now(), next_attempt_at = null where id = ${failing}`,
  )
  await forgetOldAttempts(opened.ofServer, { now: () => later(resentAt, KEPT_DAYS) }, KEPT_DAYS)
  expect([await placeOf(failing), await placeOf(sentAgain)]).toEqual([undefined, 'webhook_attempt_old'])
})

test('nothing is dropped while a back-up reads', async () => {
  const id = await attempt(month(2))
  const clock = { now: () => later(month(3), KEPT_DAYS) }
  const forget = () => forgetOldAttempts(opened.ofServer, clock, KEPT_DAYS)
  await opened.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from webhook_attempt`)
    expect(await forget()).toEqual([])
  })
  expect(await placeOf(id)).toBe(tableOf(month(2)))
  expect(await forget()).toContain(nameOf(month(2)))
})
