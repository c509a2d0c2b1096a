import type { TransactionType } from '@cashbox/contract'
import { col, only, sql } from '@cashbox/postgres/database'
import { openPartner } from '@cashbox/testing/partner-client'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConfirmationItem, confirmGroup, hashSecurityCode } from './confirm-payment.ts'

// One call of the function, as the server makes it for requests that arrive together. Over HTTP a wrong judgement would
// be hidden: the ledger refuses the group, and each item is then judged alone.

let world: World
let approved: string
let fenced: string
beforeAll(async () => {
  world = await openWorld()
  const agentId = async (email: string) =>
    only(await world.db.query(sql`select id from agent where id = ${agentOf(email)}`, { id: col.uuid })).id
  approved = await agentId('approved@cashbox.test')
  fenced = await agentId('fenced@cashbox.test')
})
afterAll(() => world.close())

const item = (agent_id: string, type: TransactionType, amount: string, transaction_id: string): ConfirmationItem => ({
  agent_id,
  type,
  transaction_id,
  amount,
  at: new Date(),
  lat: 41.2995,
  lon: 69.2401,
})

async function deposit(agentId: string, cents: number): Promise<ConfirmationItem> {
  const { transaction_id } = await world.openTransaction('deposit', (cents / 100).toFixed(2))
  return item(agentId, 'deposit', String(cents), transaction_id)
}

async function withdrawal(agentId: string, cents: number) {
  const { transaction_id, security_code } = await world.openTransaction('withdraw', (cents / 100).toFixed(2))
  const withCode = (code: string): ConfirmationItem => ({
    ...item(agentId, 'withdraw', String(cents), transaction_id),
    code_hash: hashSecurityCode(world.keyring, transaction_id, code),
  })
  return { right: () => withCode(security_code ?? ''), wrong: () => withCode('WRONG') }
}

const outcomes = async (...items: ConfirmationItem[]) =>
  (await confirmGroup(world.db, items)).map(({ outcome }) => outcome)

const setFloat = (agentId: string, floor: bigint) =>
  world.db.execute(sql`
    update account set floor = balance - ${floor} where id = (select float_id from agent where id = ${agentId})`)

test('within a group a transaction is confirmed once, by the first', async () => {
  const { right } = await withdrawal(approved, 500)
  const again = { ...right(), agent_id: fenced }
  expect((await outcomes(right(), right(), again)).toSorted()).toEqual([
    'confirmed',
    'transaction_already_confirmed',
    'transaction_already_confirmed',
  ])
})

test('those after the first get "already confirmed", also when something else is wrong with what they sent', async () => {
  const { right, wrong } = await withdrawal(approved, 500)
  expect(await outcomes(right(), wrong(), { ...right(), amount: '501' })).toEqual([
    'confirmed',
    'transaction_already_confirmed',
    'transaction_already_confirmed',
  ])
})

test('each deposit of a group is held against what those before it left of the float', async () => {
  await setFloat(approved, 1000n)
  const items = await Promise.all([600, 500, 400].map((cents) => deposit(approved, cents)))
  expect(await outcomes(...items)).toEqual(['confirmed', 'float_insufficient', 'confirmed'])
  expect(await outcomes(await deposit(approved, 1))).toEqual(['float_insufficient'])
  const { right } = await withdrawal(approved, 300)
  expect(await outcomes(right(), await deposit(approved, 300))).toEqual(['confirmed', 'confirmed'])
  await setFloat(approved, 100_000_000n)
})

test('the daily limit counts what the items before have used of it', async () => {
  await world.db.execute(sql`
    update agent set daily_limit = 1000 + coalesce((
      select deposit_sum + withdraw_sum from daily_total
      where agent_id = agent.id and day = (now() at time zone 'UTC')::date), 0)
    where id = ${approved}`)
  const items = await Promise.all([600, 500, 400].map((cents) => deposit(approved, cents)))
  expect(await outcomes(...items)).toEqual(['confirmed', 'limit_exceeded', 'confirmed'])
  await world.db.execute(sql`update agent set daily_limit = null where id = ${approved}`)
})

test('a key that is in the group twice gets its first answer, and only for the same contents', async () => {
  const one = { ...(await deposit(approved, 100)), key: 'twice', body_hash: 'same' }
  const [first, repeat, other] = await confirmGroup(world.db, [one, one, { ...one, body_hash: 'other' }])
  expect([first?.outcome, first?.replayed]).toEqual(['confirmed', false])
  expect([repeat?.outcome, repeat?.replayed]).toEqual(['confirmed', true])
  expect([other?.outcome, other?.replayed]).toEqual(['idempotency_key_reused', false])
})

test('a refusal is repeated to the same key of its group, also when the agent could confirm by then', async () => {
  await setFloat(approved, 100n)
  const one = { ...(await deposit(approved, 300)), key: 'refused twice', body_hash: 'same' }
  const { right } = await withdrawal(approved, 300)
  const judged = await confirmGroup(world.db, [one, right(), one, { ...one, body_hash: 'other' }])
  expect(judged.map(({ outcome, replayed }) => [outcome, replayed])).toEqual([
    ['float_insufficient', false],
    ['confirmed', false],
    ['float_insufficient', true],
    ['idempotency_key_reused', false],
  ])
  expect(await confirmGroup(world.db, [one])).toMatchObject([{ outcome: 'float_insufficient', replayed: true }])
  await setFloat(approved, 100_000_000n)
})

test('wrong guesses of an agent or from an address delay no one else in the group', async () => {
  const limits = { series: 'guess-account', ofAgent: 3, ofAddress: 5, ofSite: 50 }
  const at = new Date()
  const isExpired = new Date(at.getTime() - 1)
  const inAMinute = new Date(at.getTime() + 60_000)
  const count = (key: string, points: number, expires: Date) =>
    world.db.execute(sql`
      insert into rate_limit (key, points, expire) values (${key}, ${points}, ${BigInt(expires.getTime())})
      on conflict (key) do update set points = excluded.points, expire = excluded.expire`)
  const [counter] = await world.db.query(sql`select counted_as('guess-account', ${fenced}) as key`, { key: col.text })
  await count(counter?.key ?? '', 3, inAMinute)
  await count('address: few guesses', 4, inAMinute)
  await count('address: many guesses', 5, inAMinute)
  await count('address: many guesses long ago', 5, isExpired)
  await count('site: many guesses', 49, inAMinute)
  await count('site: too many guesses', 50, inAMinute)
  const from = async (agentId: string, address: string, site: string | null = null) => ({
    ...(await deposit(agentId, 100)),
    at,
    address_guesses: `address: ${address}`,
    site_guesses: site && `site: ${site}`,
  })
  const group = await Promise.all([
    from(approved, 'few guesses', 'many guesses'),
    from(approved, 'many guesses'),
    from(approved, 'many guesses long ago'),
    from(approved, 'no guesses', 'too many guesses'),
    from(fenced, 'no guesses'),
  ])
  const wait = { outcome: 'too_many_requests', detail: { seconds: 60 } }
  const confirmed = { outcome: 'confirmed' }
  expect(await confirmGroup(world.db, group, { guesses: limits })).toMatchObject([
    confirmed,
    wait,
    confirmed,
    wait,
    wait,
  ])
  expect(await outcomes(...group.slice(3))).toEqual(['confirmed', 'confirmed'])
})

test('in a group of several partners, each has its own account', async () => {
  const group = await Promise.all([100, 200, 300, 400].map((cents) => deposit(approved, cents)))
  const { partnerId } = await openPartner(world)
  const others = [group[1], group[3]].map((one) => one?.transaction_id ?? '')
  await world.db.execute(sql`
    update player_transaction set partner_id = ${partnerId} where transaction_id = any (${others}::text[])`)
  await world.db.execute(sql`
    update open_transaction set partner_id = ${partnerId} where transaction_id = any (${others}::text[])`)
  expect(await outcomes(...group)).toEqual(group.map(() => 'confirmed'))
  const paid = await world.db.query(
    sql`
      select sum(amount)::int8 as amount from confirmation
      join account on account.id = clearing_id and account.party = ${partnerId}`,
    { amount: col.int8 },
  )
  expect(paid).toEqual([{ amount: 600n }])
  expect(await world.verify()).toEqual([])
})

test('the fifth wrong code of a group locks, and the right one after it comes too late', async () => {
  const { right, wrong } = await withdrawal(approved, 100)
  const judged = await confirmGroup(world.db, [wrong(), wrong(), wrong(), wrong(), wrong(), wrong(), right()])
  expect(judged.map(({ outcome, detail }) => detail['triesLeft'] ?? outcome)).toEqual([
    4,
    3,
    2,
    1,
    'transaction_locked',
    'transaction_locked',
    'transaction_locked',
  ])
})

test('an agent whose float is in another currency than the channel confirms nothing', async () => {
  const one = await deposit(fenced, 100)
  await world.db.execute(sql`
    update channel set currency_code = 'EUR' where id = (select channel_id from agent where id = ${fenced})`)
  expect(await outcomes(one)).toEqual(['agent_not_active'])
  await world.db.execute(sql`update channel set currency_code = 'UZS' where code = 'tashkent'`)
  expect(await outcomes(one)).toEqual(['confirmed'])
})

test('a confirmation is never earlier than the one before it, whatever the clocks of two processes say', async () => {
  const [first, second, third] = await Promise.all([100, 100, 100].map((cents) => deposit(approved, cents)))
  const minuteAgo = new Date(Date.now() - 60_000)
  if (!first || !second || !third) throw new Error('nothing was opened')
  expect(await outcomes(first, { ...second, at: minuteAgo })).toEqual(['confirmed', 'confirmed'])
  expect(await outcomes({ ...third, at: minuteAgo })).toEqual(['confirmed'])
  expect(await world.verify()).toEqual([])
})

test('a group that needs a float or a transaction of another one waits for it, and is judged once', async () => {
  const { right } = await withdrawal(approved, 500)
  const more = await deposit(approved, 100)
  const [judged, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = world.db.transaction(async (tx) => {
    await confirmGroup(tx, [right()])
    judged.resolve()
    await commit.promise
  })
  await judged.promise
  let attempts = 0
  const later = [more, { ...right(), agent_id: fenced }].map((one) =>
    world.db.transaction((tx) => {
      attempts += 1
      return confirmGroup(tx, [one])
    }),
  )
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => world.db.execute(waiting)).toBe(2)
  commit.resolve()
  await first
  expect((await Promise.all(later)).flat().map(({ outcome }) => outcome)).toEqual([
    'confirmed',
    'transaction_already_confirmed',
  ])
  expect(attempts).toBe(2)
})

test('each confirmation of a group has its own event, due at once, and a lock says who caused it', async () => {
  const deposits = await Promise.all([100, 200, 300].map((cents) => deposit(approved, cents)))
  const { wrong } = await withdrawal(fenced, 100)
  const group = [...deposits, ...Array.from({ length: 5 }, wrong)].map((one) => ({ ...one, event_id: uuidv7() }))
  await confirmGroup(world.db, group)
  const events = await world.db.query(
    sql`
      select case event.id when tx.id then 'of the transaction' else event.id::text end as id, tx.transaction_id, topic::text, locked_by, next_attempt_at = event.created_at as is_due,
             event.partner_id = tx.partner_id as is_for_partner
      from outbox_event as event join player_transaction as tx on tx.id = subject_id
      where tx.transaction_id = any (${group.map(({ transaction_id }) => transaction_id)}::text[]) order by event.number`,
    {
      id: col.text,
      transaction_id: col.text,
      topic: col.text,
      locked_by: col.nullable(col.uuid),
      is_due: col.bool,
      is_for_partner: col.bool,
    },
  )
  const announced = [...group.slice(0, 3), ...group.slice(-1)]
  expect(events).toEqual(
    announced.map(({ event_id, transaction_id, type }) => ({
      id: type === 'deposit' ? 'of the transaction' : event_id,
      transaction_id,
      topic: type === 'deposit' ? 'transaction.confirmed' : 'transaction.locked',
      locked_by: type === 'deposit' ? null : fenced,
      is_due: true,
      is_for_partner: true,
    })),
  )
})
