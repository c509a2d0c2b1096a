import { col, only, sql } from '@cashbox/postgres/database'
import { openWorld, type World } from '@cashbox/testing/world'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliver } from './deliver.ts'
import { MAX_CONCURRENT, takeDue } from './take-due.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.db.execute(sql`update partner set webhook_url = null`)
})

/** Partners with so many events each that wait. Nothing listens at their address. */
async function addPartners(count: number, eventsEach: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7())
  await world.db.execute(sql`
    insert into partner (id, code, name, webhook_url, webhook_secret)
    select id::uuid, id, 'Partner', 'http://127.0.0.1:9/', 'sealed' from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as id`)
  for (const id of ids) await addEvents(id, eventsEach)
  return ids
}

async function addEvents(partner: string, count: number) {
  const now = world.clock.now()
  const ids = JSON.stringify(Array.from({ length: count }, () => uuidv7()))
  await world.db.execute(sql`
    with tx as (
      insert into player_transaction (id, transaction_id, partner_id, channel_id, type, amount, player_id, ended_as,
        created_at, expires_at)
      select one.id::uuid, one.id, ${partner}, channel.id, 'deposit', 100, 'p1', 'expired', ${now}, ${now}
      from jsonb_array_elements_text(${ids}::jsonb) as one (id), (select id from channel limit 1) as channel returning id)
    insert into outbox_event (id, topic, partner_id, subject_id, created_at, next_attempt_at)
    select id, 'transaction.expired', ${partner}, id, ${now}, ${now} from tx`)
}

const services = () => ({ db: world.ofServer, clock: world.clock })

async function countTaken(receivers: ReadonlyMap<string, number> = new Map()) {
  const room = MAX_CONCURRENT - [...receivers.values()].reduce((sum, count) => sum + count, 0)
  const counts = new Map<string, number>()
  for (const { partner_id: id } of await takeDue(services(), { room, receivers }))
    counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

test('one partner has ten tries at once, however many of its events wait', async () => {
  const [flooding = '', modest = ''] = await addPartners(2, 1)
  await addEvents(flooding, 500)
  expect(await countTaken()).toEqual(
    new Map([
      [flooding, 10],
      [modest, 1],
    ]),
  )
  expect(await countTaken(new Map([[flooding, 7]]))).toEqual(new Map([[flooding, 3]]))
})

test('the tries of one worker are shared among all partners who wait', async () => {
  const partners = await addPartners(100, 10)
  expect(await countTaken()).toEqual(new Map(partners.map((id) => [id, 5])))
})

test('a partner gets its turn while the tries of many others hang', async () => {
  const [prompt = '', ...hanging] = await addPartners(61, 20)
  const underWay = new Map(hanging.map((id) => [id, 10]))
  expect(await countTaken(underWay)).toEqual(new Map([[prompt, 2]]))
})

test('tries that fail beside each other count as one failure in a row', async () => {
  const [partner = ''] = await addPartners(1, 10)
  const failures = async () =>
    only(
      await world.db.query(sql`select webhook_failures from partner where id = ${partner}`, {
        webhook_failures: col.int4,
      }),
    ).webhook_failures
  const tryOnce = async () => {
    const events = await takeDue(services())
    const unreadable = { ...world.services, ...services() }
    await Promise.all(events.map((event) => deliver(unreadable, event)))
    return events.length
  }
  expect([await tryOnce(), await failures()]).toEqual([10, 1])
  world.clock.advance(2)
  expect([await tryOnce(), await failures()]).toEqual([1, 2])
})
