import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIVE_PATH } from '@cashbox/contract'
import { searchTransactions } from '@cashbox/contract/operator'
import { col, type Database, only, sql } from '@cashbox/postgres/database'
import { connectPostgres } from '@cashbox/postgres/postgres'
import { operatorOf } from '@cashbox/testing/operator-client'
import { runCommand, startProcess } from '@cashbox/testing/server-process'
import { agentOf } from '@cashbox/testing/some-agent'
import { openTestDatabase } from '@cashbox/testing/world'
import { expect, onTestFinished, test } from 'vitest'

const COUNT = 24
/** Tables whose rows can't be the same in two networks. */
const UNCOUNTED = new RegExp(
  `^(${[
    // The sandbox begins with a history of random length. What the payments add to these is compared by itself.
    'confirmation|movement|player_transaction|outbox_event',
    // Made of that history: hours in which someone paid, and lines of daily files.
    'network_hour|reconciliation_line',
    // An attempt without an answer in time is made again, and each hour has a row.
    'webhook_attempt_.*|webhook_hour',
    // Workers look for risk once a minute, so they may come by once more after the payments.
    'risk_trace|risk_event|risk_signal',
    // Letters may still wait, and limits that have passed are removed.
    'job|rate_limit',
    // A machine that is too busy causes them.
    'alert_episode|alert_notification|clock_jump',
  ].join('|')})$`,
)

test('two networks in one database take payments at the same time, and each ends like one that ran alone', {
  timeout: 600_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-networks-'))
  const database = await openTestDatabase()
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const connect = (network: string) => {
    const db = connectPostgres({ url: database.ownerUrl, network, connections: 2, onError: () => {} })
    onTestFinished(() => db.close())
    return db
  }
  const bystander = await countRows(database.db)
  const run = async (network: string) => {
    const env = {
      CASHBOX_MODE: 'sandbox',
      CASHBOX_NETWORK: network,
      CASHBOX_DATA_DIR: join(folder, network),
      CASHBOX_SECRET: `a secret of the network ${network} only`,
      DATABASE_URL: database.ownerUrl,
      LOG_LEVEL: 'info',
    }
    const server = await startProcess(env)
    const db = connect(network)
    const before = await countHistory(db)
    try {
      await payIn(server.url, db)
      expect(server.output()).toContain(`"network":"${network}"`)
    } finally {
      // Its end waits for all recurring work, each of which has begun once.
      await server.kill('SIGTERM')
    }
    expect(await runCommand('verify', env)).toMatchObject({ code: 0 })
    const after = await countHistory(db)
    return Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0n)])
  }
  const added = await run('alone')
  expect(added).toContainEqual(['confirmation', BigInt(COUNT)])
  expect(await Promise.all([run('first'), run('second')])).toEqual([added, added])

  const [alone, first, second] = [connect('alone'), connect('first'), connect('second')]
  const control = await countRows(alone)
  expect(Object.keys(control).length).toBeGreaterThan(85)
  for (const db of [first, second]) expect(await countRows(db)).toEqual(control)
  // Nothing of one is in the other.
  for (const table of ['confirmation', 'movement', 'outbox_event', 'agent', 'session', 'player_transaction']) {
    const key = { confirmation: 'player_transaction_id', movement: 'reference' }[table] ?? 'id'
    const shared = `select ${key} from first.${table} intersect select ${key} from second.${table}`
    expect([table, await database.db.execute({ name: '', text: shared, values: [] })]).toEqual([table, 0])
  }
  expect(await countRows(database.db)).toEqual(bystander)
  expect(await database.db.execute(sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toBe(0)
})

/** The same transaction IDs and idempotency keys in every network, an open app, the console, and the partner's webhooks. */
async function payIn(url: string, db: Database) {
  await db.execute(sql`
    insert into player_transaction (id, transaction_id, partner_id, channel_id, type, amount, player_id, created_at, expires_at)
    select gen_random_uuid(), 'SAME' || n, partner.id, agent.channel_id, 'deposit', 100, 'player ' || n, now(), now() + interval '1 day'
    from generate_series(1, ${COUNT}::int) as n, partner, agent
    where partner.code = 'sandbox' and agent.id = ${agentOf('approved@cashbox.test')}`)
  const logIn = { email: 'approved@cashbox.test', password: 'Cashbox1!' }
  const { payload } = (await (await post(url, '/api/auth/login', logIn)).json()) as { payload: { token: string } }
  const authorization = `Bearer ${payload.token}`
  const live = get(`${url}/api${LIVE_PATH}`, { agent: false, headers: { authorization } })
  const [stream] = (await once(live, 'response')) as [IncomingMessage]
  let heard = ''
  stream.on('data', (chunk: Buffer) => void (heard += chunk.toString())).on('error', () => {})
  const answers = await Promise.all(
    Array.from({ length: COUNT }, (_, index) => {
      const location = { geo_lat: '41.2995', geo_lon: '69.2401' }
      const body = { type: 'deposit', transaction_id: `SAME${index + 1}`, amount: '1.00', ...location }
      return post(url, '/api/payments/confirm', body, { authorization, 'idempotency-key': `same-key-${index}` })
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  await expect.poll(() => heard, { timeout: 60_000 }).toContain('"transactions"')
  live.destroy()
  const support = await operatorOf(url, 'support')
  const { list } = (await support.call(searchTransactions, { limit: '50' })).payload
  expect(list.filter(({ transaction_id }) => transaction_id.startsWith('SAME'))).toHaveLength(COUNT)
  const waiting = () => db.execute(sql`select 1 from outbox_event where delivered_at is null`)
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0)
  // The worker has counted all days of the history, and verified everything once.
  const counted = () => db.execute(sql`select 1 from network_float, verification where finished_at is not null limit 1`)
  await expect.poll(counted, { timeout: 120_000 }).toBe(1)
}

const post = (url: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Where rows belong to days, only those before this test: the next day may begin meanwhile. */
const TODAY = new Date().toISOString().slice(0, 10)

async function countRows(db: Database): Promise<Record<string, number>> {
  const tables = await db.query(
    sql`
      select relname::text as name,
             exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'day' and atttypid = 'date'::regtype) as has_days
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    { name: col.text, has_days: col.bool },
  )
  const counts: Record<string, number> = {}
  for (const { name, has_days } of tables.filter((table) => !UNCOUNTED.test(table.name))) {
    const days = has_days ? ` where day < '${TODAY}'` : ''
    counts[name] = await db.execute({ name: '', text: `select 1 from ${name}${days}`, values: [] })
  }
  return counts
}

/** The sandbox begins with a history of random length, so only what was added to it can be compared. */
const countHistory = async (db: Database): Promise<Record<string, bigint>> =>
  only(
    await db.query(
      sql`
        select (select count(*) from confirmation) as confirmation, (select count(*) from movement) as movement,
               (select count(*) from player_transaction) as player_transaction,
               (select count(*) from outbox_event) as outbox_event, (select sum(amount)::bigint from confirmation) as moved,
               (select sum(fee)::bigint from confirmation) as fees, (select sum(balance)::bigint from account) as balances`,
      {
        confirmation: col.int8,
        movement: col.int8,
        player_transaction: col.int8,
        outbox_event: col.int8,
        moved: col.int8,
        fees: col.int8,
        balances: col.int8,
      },
    ),
  )
