import { randomUUID } from 'node:crypto'
import type { InputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { noteActiveDays } from './activity/operator-api.ts'
import { agentsStatement } from './list-agents.ts'

let world: World
let finance: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  finance = await operatorOf(world.address, 'finance')
})
afterAll(() => world.close())

type Asked = InputOf<typeof contract.listAgents>
const list = async (asked: Asked = {}) => (await finance.call(contract.listAgents, asked)).payload
const idsOf = async (asked: Asked = {}) => (await list(asked)).list.map(({ id }) => id)

/** Every page after the other. */
async function walk(asked: Asked) {
  const found: contract.ListedAgent[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ ...asked, ...(cursor === undefined ? {} : { cursor }) })
    found.push(...page.list)
    cursor = page.next_cursor
  }
  return found
}

describe('the search', () => {
  const word = randomUUID().slice(0, 8).replaceAll(/\d/g, 'q')
  let id: string
  let cashId: string
  beforeAll(async () => {
    const agent = await someAgent(world, {
      firstName: 'Élodie Ñandú',
      lastName: 'Щербакова',
      email: `${word}.shop@example.com`,
      phone: '+905551234568',
    })
    id = agent.id
    cashId = agent.cashId
  })

  test.each([
    ['the cash ID', () => cashId],
    ['the e-mail address', () => `${word}.shop@example.com`],
    ['the beginning of the address, in any case', () => word.toUpperCase()],
    ['the phone number', () => '+905551234568'],
    ['the phone number without its plus', () => '905551234568'],
    ['the beginning of it', () => '+90 (555) 123'],
    ['the end of it, as it is dialled at home', () => '555-123-45-68'],
    ['the last digits', () => '4568'],
    ['the first name, without accents', () => 'elodie n'],
    ['the first name, in capitals', () => 'ÉLODIE'],
    ['the last name, in capitals of another script', () => 'ЩЕРБ'],
    ['both', () => 'élodie ñandú щербакова'],
    ['both, the last name first', () => '  щербакова   Élodie'],
  ])('finds an agent by %s', async (_what, search) => {
    expect(await idsOf({ search: search() })).toContain(id)
  })

  test.each(['odie', '%', '_', `${word}.shop@example.com.`, '1', '+4568', "'; drop table agent"])(
    'does not find an agent by %j',
    async (search) => {
      expect(await idsOf({ search })).not.toContain(id)
    },
  )

  test('can be narrowed by every filter', async () => {
    const one = { search: word }
    const matching = { status: 'pending', channel: 'tashkent', country: 'UZ', is_demo: 'false' } as const
    expect(await idsOf({ ...one, ...matching })).toEqual([id])
    expect(await idsOf({ ...one, ...matching, status: 'approved' })).toEqual([])
    expect(await idsOf({ ...one, ...matching, channel: 'istanbul' })).toEqual([])
    expect(await idsOf({ ...one, ...matching, channel: 'atlantis' })).toEqual([])
    expect(await idsOf({ ...one, ...matching, country: 'TR' })).toEqual([])
    expect(await idsOf({ ...one, ...matching, is_demo: 'true' })).toEqual([])
    expect(await idsOf({ ...one, ...matching, cash_id: cashId })).toEqual([id])
    expect(await idsOf({ ...one, ...matching, cash_id: `${cashId}1` })).toEqual([])
  })
})

test('agents who confirm nothing are found, the longest inactive first, with what the list shows of them', async () => {
  const days = async (count: string) =>
    (await walk({ inactive_days: count, country: 'MT', limit: '1' })).map(({ id }) => id)
  const [idle, busy, worked] = [
    await someAgent(world, { status: 'approved', countryCode: 'MT' }),
    await someAgent(world, { status: 'approved', countryCode: 'MT', float: '500.00' }),
    await someAgent(world, { status: 'approved', countryCode: 'MT' }),
  ]
  await world.db.execute(
    sql`update agent set created_at = now() - interval '40 days' where id in (${idle.id}, ${busy.id}, ${worked.id})`,
  )
  await world.db.execute(sql`
    insert into daily_total (agent_id, day, deposit_count, deposit_sum)
    values (${worked.id}, (now() at time zone 'UTC')::date - 35, 1, 100), (${busy.id}, (now() at time zone 'UTC')::date, 2, 700)`)
  await noteActiveDays(world.db)
  expect(await days('30')).toEqual([idle.id, worked.id])
  expect(await days('36')).toEqual([idle.id])
  const [shown] = (await list({ cash_id: busy.cashId })).list
  expect(shown).toMatchObject({ volume: '7.00', last_active_at: null, commission: '0.00', risk_score: null })
  const risk = await operatorOf(world.address, 'risk')
  expect((await risk.call(contract.listAgents, { cash_id: busy.cashId })).payload.list[0]?.risk_score).toBe(0)
  await world.db.execute(sql`delete from daily_total where agent_id in (${worked.id}, ${busy.id})`)
})

test('a cash ID finds its agent and no other, even where a phone number has the same digits', async () => {
  const { id, cashId } = await someAgent(world)
  await someAgent(world, { phone: `+998${cashId}` })
  expect(await idsOf({ search: cashId })).toHaveLength(2)
  expect(await idsOf({ cash_id: cashId })).toEqual([id])
})

describe('the list', () => {
  beforeAll(async () => {
    for (let index = 0; index < 7; index += 1) await someAgent(world, { countryCode: 'FJ' })
  })

  test.each(['newest', 'oldest'] as const)('has every agent once, %s first, page by page', async (order) => {
    const found = (await walk({ country: 'FJ', order, limit: '3' })).map(({ cash_id }) => Number(cash_id))
    const sorted = found.toSorted((a, b) => (order === 'newest' ? b - a : a - b))
    expect(found).toEqual(sorted)
    expect(new Set(found).size).toBe(7)
  })

  test('has demo agents apart', async () => {
    expect((await walk({ is_demo: 'true' })).every(({ is_demo }) => is_demo)).toBe(true)
    expect((await walk({ is_demo: 'false' })).some(({ is_demo }) => is_demo)).toBe(false)
  })

  test.each([
    { cursor: 'x' },
    { limit: '0' },
    { limit: '201' },
    { status: 'gone' },
    { country: 'uz' },
    { order: 'name' },
    { cash_id: 'x' },
  ])('is refused with %j', async (asked) => {
    expect((await finance.call(contract.listAgents, asked as Asked)).status).toBe(422)
  })
})

test('the queue has pending agents only: who can be decided first, then who was asked, then the unproven', async () => {
  const countryCode = 'IS'
  const unproven = await someAgent(world, { countryCode, emailVerifiedAt: null })
  const asked = await someAgent(world, { countryCode })
  const old = await someAgent(world, { countryCode })
  const young = await someAgent(world, { countryCode })
  await someAgent(world, { countryCode, status: 'approved' })
  const support = await operatorOf(world.address, 'support')
  const note = 'A photo, please.'
  await support.call(contract.decideAgent, { agent_id: asked.id, version: 1, action: 'request_info', note })
  const queue = await walk({ country: countryCode, order: 'review', limit: '1' })
  expect(queue.map(({ id }) => id)).toEqual([old.id, young.id, asked.id, unproven.id])
})

describe('among twenty thousand agents', () => {
  const COUNT = 20_000
  beforeAll(async () => {
    const { id } = await someAgent(world)
    const db = world.db.withLongTimeouts()
    await db.execute(sql`
      insert into person (id, email, is_demo, email_verified_at, password_hash, created_at)
      select md5(n::text)::uuid, md5(n::text) || '@example.com', n % 50 = 7, case when n % 3 = 0 then now() end, '', now()
      from generate_series(1, ${COUNT}::integer) as n`)
    await db.execute(sql`
      insert into agent (id, owner_id, is_email_verified, channel_id, status, first_name, last_name, phone,
        country_code, float_id, commission_id, created_at, folded_name, folded_surname, is_demo)
      select gen_random_uuid(), md5(n::text)::uuid, n % 3 = 0, channel_id,
        case when n % 100 = 0 then 'pending' when n % 100 = 1 then 'blocked' else 'approved' end,
        md5(n || 'f'), md5(n || 'l'),
        '+99' || (1000000000 + n * 7919 % 1000000007), (array['UZ', 'TR', 'KZ', 'FR'])[1 + n % 4], float_id, commission_id,
        now(), md5(n || 'f') || ' ' || md5(n || 'l'), md5(n || 'l') || ' ' || md5(n || 'f'), n % 50 = 7
      from agent cross join generate_series(1, ${COUNT}::integer) as n where agent.id = ${id}`)
    await db.execute(sql`analyze agent, person`)
  })

  const Plan = z.object({
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.optional(z.number()),
    get Plans() {
      return z.optional(z.array(Plan))
    },
  })
  type Plan = z.infer<typeof Plan>
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

  type Filters = Parameters<typeof agentsStatement>[0]

  /** The most rows that any step of the plan had in its hands. */
  async function touched(asked: Partial<Filters>) {
    const statement = agentsStatement({ order: 'newest', limit: 50, now: new Date(), ...asked })
    const explained = { ...statement, text: `explain (analyze, format json) ${statement.text}` }
    const rows = await world.db.query(explained, { 'QUERY PLAN': col.json(z.tuple([z.object({ Plan })])) })
    const [{ Plan: plan }] = only(rows)['QUERY PLAN']
    return Math.max(
      ...nodesOf(plan).map(
        (node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      ),
    )
  }

  async function someone() {
    const [row] = await world.db.query(
      sql`
        select email, phone, first_name, last_name, cash_id from agent join person on person.id = owner_id
        order by cash_id offset 9000 limit 1`,
      { email: col.text, phone: col.text, first_name: col.text, last_name: col.text, cash_id: col.int8 },
    )
    if (!row) throw new Error('no such agent')
    return row
  }

  test('every search goes by its index', async () => {
    const { email, phone, first_name, last_name, cash_id } = await someone()
    const searches = [email, email.slice(0, 6), phone, phone.slice(-8), first_name, last_name.slice(0, 7), `${cash_id}`]
    for (const search of searches) {
      expect(await touched({ search })).toBeLessThan(200)
      expect(await idsOf({ search })).not.toEqual([])
    }
  })

  test('every filter and order goes by its index', async () => {
    const { cash_id } = await someone()
    const channels = await world.db.query(sql`select id from channel`, { id: col.uuid })
    const filters: Partial<Filters>[] = [
      {},
      { status: 'pending' },
      { status: 'blocked' },
      { country: 'KZ' },
      { country: 'AQ' },
      { is_demo: 'true' },
      { is_demo: 'false' },
      { cash_id: `${cash_id}` },
      ...channels.map(({ id }) => ({ channelId: id })),
    ]
    for (const filter of filters) {
      expect(await touched(filter)).toBeLessThan(500)
      expect(await touched({ ...filter, cursor: `${cash_id}` })).toBeLessThan(500)
      expect(await touched({ ...filter, order: 'oldest' })).toBeLessThan(500)
    }
    expect(await touched({ inactive_days: 7 })).toBeLessThan(500)
    expect(await touched({ inactive_days: 7, cursor: `20200101-${cash_id}` })).toBeLessThan(500)
    expect(await touched({ order: 'review' })).toBeLessThan(500)
    expect(await touched({ order: 'review', cursor: `1-${cash_id}` })).toBeLessThan(500)
  })
})
