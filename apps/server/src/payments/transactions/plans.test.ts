import { searchedStates } from '@cashbox/contract/operator'
import { col, only, type Queryable, type Sql, sql } from '@cashbox/postgres/database'
import { agentOf } from '@cashbox/testing/some-agent'
import { openTestDatabase } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { findNarrow, type Search } from './page-of-ids.ts'
import { statementFor } from './search-transactions.ts'

const ROWS = 40_000

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>
let database: TestDatabase
let agentId: string
let floatId: bigint
let partnerId: string

/** `n` counts the transactions from the newest to the oldest. */
const MIXED = sql`case when n % 2000 = 21 then 'locked' when n % 20 = 1 then 'open' when n % 20 = 2 then 'expired'
  when n % 100 = 3 then 'cancelled' when n % 1000 = 4 then 'reversed' else 'confirmed' end`

/** A network of some size: six states, two hundred agents' worth of players, amounts of all kinds. */
beforeAll(async () => {
  database = await openNetwork(MIXED)
})
afterAll(() => database.close())

async function openNetwork(state: Sql): Promise<TestDatabase> {
  const opened = await openTestDatabase()
  const db = opened.db.withLongTimeouts()
  const found = only(
    await db.query(
      sql`
        select agent.id as agent, agent.float_id as float, partner.id as partner, agent.channel_id as channel
        from agent cross join partner where agent.id = ${agentOf('fenced@cashbox.test')} and partner.code = 'sandbox'`,
      { agent: col.uuid, float: col.int8, partner: col.uuid, channel: col.uuid },
    ),
  )
  agentId = found.agent
  floatId = found.float
  partnerId = found.partner
  await db.execute(sql`
    insert into partner (id, code, name) select gen_random_uuid(), 'other-' || n, 'Other' from generate_series(1, 20) as n`)
  await db.execute(sql`
    with services as (select array_agg(id order by code) as ids from partner)
    insert into player_transaction (id, transaction_id, partner_id, channel_id, agent_id, type, amount, player_id,
      ended_as, locked_at, created_at, expires_at, security_code_hash)
    select gen_random_uuid(), 'generated-' || n, ids[1 + n % array_length(ids, 1)], ${found.channel}::uuid,
           case when n % 50 = 0 then ${agentId}::uuid end, case when n % 3 = 0 then 'withdraw' else 'deposit' end,
           1 + (n * 7919) % 1000000, 'player-' || n % 5000,
           case when state in ('expired', 'cancelled', 'reversed') then state end,
           case when state = 'locked' then now() end, now() - n * interval '1 minute', now() + interval '1 day',
           case when n % 3 = 0 then 'x' end
    from services, generate_series(1, ${ROWS}::integer) as n cross join lateral (select ${state} as state) as chosen`)
  await db.transaction((tx) => tx.script('alter table confirmation disable trigger confirmations_are_sound'))
  await db.execute(sql`
    insert into confirmation (player_transaction_id, agent_id, number, type_number, type,
      amount, fee, fee_bp, finished_at, float_id, float_version, float_balance, clearing_id)
    select id, case when created_at::text like '%7' or amount % 40 = 0 then ${agentId}::uuid else id end,
           1000000 + row_number() over (), 1000000 + row_number() over (), type, amount, 0, 0,
           created_at + interval '5 minutes',
           case when created_at::text like '%7' or amount % 40 = 0
             then (select float_id from agent where id = ${agentId}) else -n end, row_number() over (), 0, -1
    from player_transaction
    cross join lateral (select substr(transaction_id, 11)::integer as n) as counted
    where transaction_id like 'generated-%' and ${state} in ('confirmed', 'reversed')`)
  await db.execute(sql`
    delete from open_transaction as open using confirmed_payment as done where done.transaction_id = open.transaction_id`)
  // The statistics are of all rows: of a sample they would differ from run to run, and with them the plans.
  await db.transaction((tx) =>
    tx.script(
      `set local default_statistics_target = ${Math.ceil(ROWS / 300) + 1}; analyze player_transaction, open_transaction, confirmation`,
    ),
  )
  return opened
}

const NOTHING = { agentId: null, floatId: null, partnerId: null, limit: 50 }
const A_CURSOR = `${Date.now() * 1000 - 86_400_000_000}-ffffffff-ffff-4fff-8fff-ffffffffffff`
const daysAgo = (days: number) => Math.floor(Date.now() / 1000) - days * 86_400

const searches: [string, () => Partial<Search>][] = [
  ['nothing in particular', () => ({})],
  ['the next page', () => ({ cursor: A_CURSOR })],
  ['a transaction ID', () => ({ transaction_id: 'generated-777' })],
  ['a player', () => ({ player_id: 'player-77' })],
  ["a player's next page", () => ({ player_id: 'player-77', cursor: A_CURSOR })],
  ['a partner', () => ({ partnerId })],
  ["a partner's next page", () => ({ partnerId, cursor: A_CURSOR })],
  ['an agent', () => ({ agentId, floatId })],
  ["an agent's next page", () => ({ agentId, floatId, cursor: A_CURSOR })],
  ["an agent's open ones", () => ({ agentId, floatId, state: 'open' })],
  ["an agent's confirmed ones", () => ({ agentId, floatId, state: 'confirmed' })],
  ...searchedStates.map((state): [string, () => Partial<Search>] => [`the state ${state}`, () => ({ state })]),
  ['a type', () => ({ type: 'withdraw' })],
  ['an amount', () => ({ amount: 7_919n })],
  ['amounts in a narrow range', () => ({ amount_from: 500_000n, amount_to: 500_100n })],
  ['amounts in a wide range', () => ({ amount_from: 100n })],
  ['a day of creation, long ago', () => ({ created_from: daysAgo(25), created_to: daysAgo(24) })],
  ['creation since a while', () => ({ created_from: daysAgo(20) })],
  ['a day of confirmation, long ago', () => ({ confirmed_from: daysAgo(25), confirmed_to: daysAgo(24) })],
  ['confirmation until a while ago', () => ({ confirmed_to: daysAgo(10) })],
  [
    "an agent's confirmations of a day",
    () => ({ agentId, floatId, confirmed_from: daysAgo(25), confirmed_to: daysAgo(24) }),
  ],
  ["an agent's confirmations of a player", () => ({ agentId, floatId, player_id: 'player-77' })],
  ["an agent's confirmations of amounts that none has", () => ({ agentId, floatId, amount_from: 10n ** 12n })],
  ["an agent's reversed ones", () => ({ agentId, floatId, state: 'reversed' })],
  ['confirmations of a player within a time', () => ({ player_id: 'player-77', confirmed_to: daysAgo(1) })],
  ['confirmations of an amount within a time', () => ({ amount: 7_919n, confirmed_from: daysAgo(20) })],
  ['open ones that were confirmed', () => ({ state: 'open', confirmed_to: daysAgo(1) })],
  ['a partner, a type and an amount', () => ({ partnerId, type: 'deposit', amount: 7_919n })],
]

/** Every node of a plan, with what it came to when it ran. */
const Node = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(Node))
  },
})
type Node = z.infer<typeof Node>
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const rowsRead = (node: Node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))

/** A page and its details, twice for an agent, and what a filter without an index of its own may skip. */
const AT_MOST = 600

describe('a search reads little more than it shows', () => {
  test.each(searches)('by %s', (_what, filter) => expectFewRowsRead(database, filter()))

  async function expectFewRowsRead({ db }: TestDatabase, filter: Partial<Search>) {
    const search = { ...NOTHING, ...filter }
    await expectRowsRead(db, statementFor(search, await findNarrow(db, search)), AT_MOST)
  }

  async function expectRowsRead(db: Queryable, { text, values }: Sql, atMost: number) {
    const explained = { name: '', text: `explain (analyze, format json) ${text}`, values }
    const rows = await db.query(explained, { 'QUERY PLAN': col.json(z.tuple([z.object({ Plan: Node })])) })
    const nodes = nodesOf(only(rows)['QUERY PLAN'][0].Plan).filter((node) =>
      ['player_transaction', 'open_transaction', 'confirmation'].includes(node['Relation Name'] ?? ''),
    )
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    expect(nodes.map(rowsRead).reduce((sum, read) => sum + read, 0)).toBeLessThanOrEqual(atMost)
  }

  test('and none but those it counts, to learn how many match a condition', async () => {
    const { db } = database
    let counted: Sql | undefined
    const listening: Queryable = {
      execute: (statement) => db.execute(statement),
      query(statement, columns) {
        counted = statement
        return db.query(statement, columns)
      },
    }
    // Three in five have these amounts, so that in the order of time others would be read too.
    await findNarrow(listening, { ...NOTHING, agentId, floatId, amount_from: 400_000n })
    await expectRowsRead(db, counted ?? sql``, ROWS / 2)
  })

  test('by any state that only the oldest have, one in a hundred each, when all newer ones have expired', async () => {
    // From the oldest. Open ones are the newest: among them, those that are locked are passed over.
    const rare = searchedStates.filter((state) => state !== 'expired').toReversed()
    const ONE_PERCENT = ROWS / 100
    const old = await openNetwork(sql`
      coalesce((${rare}::text[])[1 + (${ROWS}::integer - n) / ${ONE_PERCENT}::integer], 'expired')`)
    onTestFinished(() => old.close())
    for (const state of rare) {
      await expectFewRowsRead(old, { state })
      await expectFewRowsRead(old, { state, type: 'deposit' })
    }
  })
})
