import { createHash, randomUUID } from 'node:crypto'
import { confirmPayment, getProfile, getStats, listHistory, logOut, lookUpTransaction } from '@cashbox/contract'
import { listRefusedAttempts } from '@cashbox/contract/operator'
import { col, sql } from '@cashbox/postgres/database'
import { operatorOf } from '@cashbox/testing/operator-client'
import { agentOf, someAgent } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createRateLimits } from '../platform/rate-limits.ts'
import { hashToken, newToken } from '../platform/secrets/keyring.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  token = await world.logIn('approved')
})
afterAll(() => world.close())

const minor = (amount: string) => BigInt(amount.replace('.', ''))

test('a confirmed deposit takes its amount from the float and is first in history, with its fee', async () => {
  const before = minor(await world.balance(token))
  const { transaction_id } = await world.openTransaction('deposit', '25000.50')
  const { status, payload } = await world.confirm(token, { type: 'deposit', transaction_id, amount: '25000.50' })
  expect([status, payload]).toEqual([200, {}])
  expect(minor(await world.balance(token))).toBe(before - 2_500_050n)
  const { payload: history } = await world.call(listHistory, {}, { token })
  expect(history.list[0]).toMatchObject({ transaction_id, type: 'deposit', amount: '25000.50', fee: '500.01' })
  expect(history.list[0]?.customer_id).toBe('48210007')
})

test('a confirmed withdrawal adds its amount to the float', async () => {
  const before = minor(await world.balance(token))
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '1000')
  const { status } = await world.confirm(token, { type: 'withdraw', transaction_id, amount: 1000, security_code })
  expect(status).toBe(200)
  expect(minor(await world.balance(token))).toBe(before + 100_000n)
})

test('the ID of a transaction is a name and no secret: with it alone no one learns or moves anything', async () => {
  const { transaction_id } = await world.openTransaction('withdraw', '1000')
  const before = await world.balances()
  const ask = { type: 'withdraw', transaction_id, amount: '1000' } as const
  for (const stranger of [null, 'guessed-token']) {
    expect((await world.call(lookUpTransaction, { transaction_id }, { token: stranger })).status).toBe(401)
    expect((await world.call(confirmPayment, ask, { token: stranger })).status).toBe(401)
  }
  expect((await world.confirm(token, ask)).status).toBe(422)
  expect((await world.confirm(token, { ...ask, security_code: '' })).status).toBe(422)
  expect(await world.balances()).toBe(before)
})

test('the month grows by exactly the amount and the fee', async () => {
  const stats = async () => (await world.call(getStats, monthOf(new Date()), { token })).payload.stats
  const before = await stats()
  const { transaction_id } = await world.openTransaction('deposit', '333.33')
  await world.confirm(token, { type: 'deposit', transaction_id, amount: '333.33' })
  const after = await stats()
  expect(minor(after.deposit_sum) - minor(before.deposit_sum)).toBe(33_333n)
  expect(minor(after.deposit_fee) - minor(before.deposit_fee)).toBe(667n)
  expect([after.withdraw_sum, after.withdraw_fee]).toEqual([before.withdraw_sum, before.withdraw_fee])
})

const monthOf = (date: Date) => ({
  from: String(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000),
  to: String(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000 - 1),
})

test.each([
  ['an unknown ID', { transaction_id: 'ZZZZZZZZZZ' }, 'transaction_id', 'transaction_not_found'],
  ['the other type', { type: 'withdraw' as const, security_code: '1' }, 'transaction_id', 'transaction_wrong_type'],
  ['another amount', { amount: '10.01' }, 'amount', 'amount_mismatch'],
  ['no location', { geo_lat: '', geo_lon: null }, 'geo', 'geo_missing'],
  ['an old location', { geo_at: 1_700_000_000 }, 'geo', 'geo_stale'],
])('%s is refused beside its field, and moves nothing', async (_name, change, field, code) => {
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  const before = await world.balances()
  const { status, failure } = await world.confirm(token, {
    type: 'deposit',
    transaction_id,
    amount: '10.00',
    ...change,
  })
  expect([status, failure.code]).toEqual([422, code])
  expect(Object.keys(failure.errors)).toEqual([field])
  expect(failure.errors[field]?.[0]).toMatch(/\w/)
  expect(await world.balances()).toBe(before)
})

test('an expired transaction is refused', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  await world.db.execute(sql`update player_transaction set expires_at = now() where transaction_id = ${transaction_id}`)
  const { failure } = await world.confirm(token, { type: 'deposit', transaction_id, amount: '10.00' })
  expect(failure.code).toBe('transaction_expired')
})

test('a deposit above the float is refused, and one of exactly the float is not', async () => {
  const fenced = await world.logIn('fenced')
  const balance = await world.balance(fenced)
  const tooMuch = await world.openTransaction('deposit', '5000000.01')
  const refused = await world.confirm(fenced, {
    type: 'deposit',
    ...tooMuch,
    amount: '5000000.01',
    security_code: null,
  })
  expect(refused.failure.code).toBe('float_insufficient')
  const all = await world.openTransaction('deposit', balance)
  const { status } = await world.confirm(fenced, { type: 'deposit', ...all, amount: balance })
  expect(status).toBe(200)
  expect(await world.balance(fenced)).toBe('0.00')
})

test('people may type the ID with spaces, dashes and small letters', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  const typed = `${transaction_id.slice(0, 4)}-${transaction_id.slice(4)} `.toLowerCase()
  const { status } = await world.confirm(token, { type: 'deposit', transaction_id: typed, amount: '10.0' })
  expect(status).toBe(200)
})

test('a transaction aimed at one cashbox does not exist for the others', async () => {
  const { payload } = await world.call(getProfile, {}, { token: await world.logIn('fenced') })
  const { transaction_id } = await world.openTransaction('deposit', '10.00', payload.user.cash_id)
  const { failure } = await world.confirm(token, { type: 'deposit', transaction_id, amount: '10.00' })
  expect(failure.code).toBe('transaction_not_found')
})

test("another channel's transaction looks like none at all", async () => {
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  await world.db.execute(sql`
    update player_transaction set channel_id = (select id from channel where code = 'istanbul')
    where transaction_id = ${transaction_id}`)
  const { failure } = await world.confirm(token, { type: 'deposit', transaction_id, amount: '10.00' })
  const unknown = await world.confirm(token, { type: 'deposit', transaction_id: 'YYYYYYYYYY', amount: '10.00' })
  expect({ ...failure, request_id: '' }).toEqual({ ...unknown.failure, request_id: '' })
})

test('outside the allowed radius the server refuses, even if the app let it pass', async () => {
  const fenced = await world.logIn('fenced')
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '10.00')
  const there = { type: 'withdraw' as const, transaction_id, security_code, amount: '10.00', geo_lon: '69.2401' }
  const outside = await world.confirm(fenced, { ...there, geo_lat: '41.3022' })
  expect(outside.failure.code).toBe('geo_outside')
  const inside = await world.confirm(fenced, { ...there, geo_lat: '41.3021' })
  expect(inside.status).toBe(200)
})

test.each(['pending', 'rejected', 'suspended', 'blocked'])('%s agents may not confirm', async (name) => {
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  const before = await world.balances()
  const { status, failure } = await world.confirm(await world.logIn(name), {
    type: 'deposit',
    transaction_id,
    amount: '10.00',
  })
  expect([status, failure.code]).toEqual([403, 'agent_not_active'])
  expect(await world.balances()).toBe(before)
})

test('a suspension counts from the next call on', async () => {
  const fenced = await world.logIn('fenced')
  await world.db.execute(sql`update agent set status = 'suspended' where id = ${agentOf('fenced@cashbox.test')}`)
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  const { failure } = await world.confirm(fenced, { type: 'deposit', transaction_id, amount: '10.00' })
  expect(failure.code).toBe('agent_not_active')
  await world.db.execute(sql`update agent set status = 'approved' where id = ${agentOf('fenced@cashbox.test')}`)
})

test('limits of one amount and of a day are kept', async () => {
  await world.db.execute(sql`update agent set max_amount = 5000 where id = ${agentOf('approved@cashbox.test')}`)
  const big = await world.openTransaction('deposit', '50.01')
  expect((await world.confirm(token, { type: 'deposit', ...big, amount: '50.01' })).failure.code).toBe('limit_exceeded')
  await world.db.execute(sql`
    update agent set max_amount = null, daily_limit = (
      select deposit_sum + withdraw_sum + 5000 from daily_total where agent_id = agent.id and day = (now() at time zone 'UTC')::date)
    where agent.id = ${agentOf('approved@cashbox.test')}`)
  expect((await world.confirm(token, { type: 'deposit', ...big, amount: '50.01' })).failure.code).toBe('limit_exceeded')
  const fits = await world.openTransaction('deposit', '50.00')
  expect((await world.confirm(token, { type: 'deposit', ...fits, amount: '50.00' })).status).toBe(200)
  await world.db.execute(sql`update agent set daily_limit = null where id = ${agentOf('approved@cashbox.test')}`)
})

test('five wrong security codes lock the transaction, and the right one no longer opens it', async () => {
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '10.00')
  const wrong = security_code === '000000' ? '000001' : '000000'
  const attempt = (code: string | null) =>
    world.confirm(token, { type: 'withdraw', transaction_id, amount: '10.00', security_code: code })
  expect((await attempt(null)).failure.code).toBe('security_code_required')
  const first = await attempt(wrong)
  expect(first.failure.errors['security_code']).toEqual(['The security code is wrong. 4 tries left.'])
  for (const left of [3, 2, 1]) expect((await attempt(wrong)).failure.message).toContain(`${left} tr`)
  expect((await attempt(wrong)).failure.code).toBe('transaction_locked')
  expect((await attempt(security_code)).failure.code).toBe('transaction_locked')
})

test('the same key gets the first answer again, and moves money once', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  const send = (options: { key: string; amount?: string }) =>
    world.confirm(token, { type: 'deposit', transaction_id, amount: options.amount ?? '10.00' }, { key: options.key })
  const first = await send({ key: 'form-1' })
  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null])
  const before = await world.balances()
  const again = await send({ key: '"form-1"' })
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  const other = await send({ key: 'form-1', amount: '11.00' })
  expect([other.status, other.failure.code]).toEqual([422, 'idempotency_key_reused'])
  const newKey = await send({ key: 'form-2' })
  expect(newKey.failure.code).toBe('transaction_already_confirmed')
  expect(await world.balances()).toBe(before)
})

test('the stored hash of a request tells its code to no one without the hash key', async () => {
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '10.00')
  const key = randomUUID()
  await world.confirm(token, { type: 'withdraw', transaction_id, amount: '11.00', security_code }, { key })
  const stored = await world.db.query(sql`select body_hash from refused_key where key = ${key}`, {
    body_hash: col.text,
  })
  const body = JSON.stringify(['withdraw', transaction_id, '1100', security_code])
  const hashes = [body, `confirmation ${body}`].map((guess) => createHash('sha256').update(guess).digest('base64url'))
  expect(stored).toHaveLength(1)
  expect(hashes).not.toContain(stored[0]?.body_hash)
  expect(stored[0]?.body_hash).toBe(world.keyring.hash(`confirmation ${body}`))
})

test('a refusal is remembered under its key too', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '10.00')
  const send = () => world.confirm(token, { type: 'deposit', transaction_id, amount: '12.00' }, { key: 'refused-1' })
  const [first, second] = [await send(), await send()]
  expect([first.failure.code, second.failure.code]).toEqual(['amount_mismatch', 'amount_mismatch'])
  expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
})

test('a repeat gets its first answer even when the agent was suspended in between', async () => {
  const fenced = await world.logIn('fenced')
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '3.00')
  const send = () =>
    world.confirm(fenced, { type: 'withdraw', transaction_id, security_code, amount: '3.00' }, { key: 'lost-answer' })
  expect((await send()).status).toBe(200)
  await world.db.execute(sql`update agent set status = 'suspended' where id = ${agentOf('fenced@cashbox.test')}`)
  expect((await send()).status).toBe(200)
  await world.db.execute(sql`update agent set status = 'approved' where id = ${agentOf('fenced@cashbox.test')}`)
})

test("another agent's key is another key", async () => {
  const fenced = await world.logIn('fenced')
  const { transaction_id, security_code } = await world.openTransaction('withdraw', '10.00')
  const body = { type: 'withdraw' as const, transaction_id, security_code, amount: '10.00' }
  expect((await world.confirm(token, body, { key: 'shared' })).status).toBe(200)
  expect((await world.confirm(fenced, body, { key: 'shared' })).failure.code).toBe('transaction_already_confirmed')
})

test('a confirmation leaves the row that people search as it was, but for a code that has to go', async () => {
  const versionOf = async (transactionId: string) =>
    world.db.query(
      sql`select ctid::text as version, sealed_code from player_transaction where transaction_id = ${transactionId}`,
      { version: col.text, sealed_code: col.nullable(col.text) },
    )
  const deposit = await world.openTransaction('deposit', '5.00')
  const before = await versionOf(deposit.transaction_id)
  await world.confirm(token, { type: 'deposit', transaction_id: deposit.transaction_id, amount: '5.00' })
  expect(await versionOf(deposit.transaction_id)).toEqual(before)

  const withdrawal = await world.openTransaction('withdraw', '5.00')
  const { transaction_id, security_code } = withdrawal
  await world.db.execute(
    sql`update player_transaction set sealed_code = 'a code' where transaction_id = ${transaction_id}`,
  )
  await world.confirm(token, { type: 'withdraw', transaction_id, security_code, amount: '5.00' })
  expect(await versionOf(transaction_id)).toMatchObject([{ sealed_code: null }])
})

test('a confirmation that can not take its transaction out of what is open moves nothing', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '5.00')
  const before = await world.balance(token)
  // As if another had closed it in the moment between reading and writing.
  await world.db.transaction((tx) =>
    tx.script(`
      create function keep_open() returns trigger language plpgsql as 'begin return null; end';
      create trigger keep_open before delete on open_transaction for each row execute function keep_open()`),
  )
  const { status } = await world.confirm(token, { type: 'deposit', transaction_id, amount: '5.00' })
  await world.db.transaction((tx) => tx.script('drop trigger keep_open on open_transaction; drop function keep_open()'))
  expect([status, await world.balance(token)]).toEqual([500, before])
  expect((await world.confirm(token, { type: 'deposit', transaction_id, amount: '5.00' })).status).toBe(200)
})

test('a transaction that is neither open nor confirmed is not shown as confirmed, can not be confirmed, and is found by verify', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '5.00')
  const before = await world.balance(token)
  await world.db.execute(sql`delete from open_transaction where transaction_id = ${transaction_id}`)
  const { status } = await world.confirm(token, { type: 'deposit', transaction_id, amount: '5.00' })
  expect([status, await world.balance(token)]).toEqual([500, before])
  expect((await world.call(lookUpTransaction, { transaction_id }, { token })).status).toBe(500)
  expect(await world.verify()).toMatchObject([{ rule: 'confirmed_has_confirmation', violations: 1 }])
  await world.db.execute(sql`
    insert into open_transaction (transaction_id, id, agent_id, created_at, expires_at, partner_id, channel_id)
    select transaction_id, id, agent_id, created_at, expires_at, partner_id, channel_id
    from player_transaction where transaction_id = ${transaction_id}`)
  expect((await world.confirm(token, { type: 'deposit', transaction_id, amount: '5.00' })).status).toBe(200)
})

test('a confirmation writes the event for the partner', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '77.00')
  await world.confirm(token, { type: 'deposit', transaction_id, amount: '77.00' })
  const events = await world.db.query(
    sql`select topic::text, event_payload(event) as payload from outbox_event as event
        where subject_id = (select id from player_transaction where transaction_id = ${transaction_id})`,
    { topic: col.text, payload: col.json(z.unknown()) },
  )
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({
    topic: 'transaction.confirmed',
    payload: { amount: '77.00', state: 'confirmed', player_id: '48210007' },
  })
})

test('where and from which device each confirmation came is kept for review', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '5.00')
  const geo_at = Math.floor(Date.now() / 1000) - 10
  await world.confirm(token, { type: 'deposit', transaction_id, amount: '5.00', geo_accuracy: 12.5, geo_at })
  const [row] = await world.db.query(
    sql`
      select geo_lat, geo_accuracy_m, geo_age_s, ip, session_id
      from confirmed_payment where transaction_id = ${transaction_id}`,
    { geo_lat: col.float8, geo_accuracy_m: col.float8, geo_age_s: col.int4, ip: col.text, session_id: col.uuid },
  )
  expect(row).toMatchObject({ geo_lat: 41.2995, geo_accuracy_m: 12.5, ip: '127.0.0.1' })
  expect(row?.session_id).toBeTruthy()
  expect(Math.abs(Number(row?.geo_age_s) - 10)).toBeLessThan(60)
})

let ended: string
test('after a log-out the token confirms nothing', async () => {
  const other = await world.logIn('approved')
  ended = other
  const { transaction_id } = await world.openTransaction('deposit', '5.00')
  expect((await world.call(logOut, {}, { token: other })).status).toBe(200)
  const { status } = await world.confirm(other, { type: 'deposit', transaction_id, amount: '5.00' })
  expect(status).toBe(401)
})

test('a stranger is told to log in, and nothing about what was sent', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '5.00')
  const good = { type: 'deposit' as const, transaction_id, amount: '5.00' }
  const bad = { ...good, amount: 'much' }
  for (const unknown of [newToken(), ended]) {
    expect((await world.confirm(unknown, good)).failure.code).toBe('not_signed_in')
    expect((await world.confirm(unknown, bad)).failure.code).toBe('not_signed_in')
  }
  expect((await world.confirm(token, bad)).failure.errors).toHaveProperty('amount')
})

test('a confirmation keeps its session in use', async () => {
  const { transaction_id } = await world.openTransaction('deposit', '5.00')
  const hash = hashToken(token)
  await world.db.execute(sql`update session set last_seen_at = now() - interval '5 minutes' where token_hash = ${hash}`)
  expect((await world.confirm(token, { type: 'deposit', transaction_id, amount: '5.00' })).status).toBe(200)
  const lastSeen = sql`select from session where token_hash = ${hash} and last_seen_at > now() - interval '1 minute'`
  await expect.poll(() => world.db.execute(lastSeen)).toBe(1)
})

test('wrong guesses are counted in SQL under the name that the rate limiter gives them', async () => {
  const limits = createRateLimits(world.db)
  const subject = randomUUID()
  const { name, points } = limits.series('guess-account')
  const counted = await world.db.query(sql`select counted_as(${name}, ${subject}) as key`, { key: col.text })
  expect(limits.counters('guess-account', subject)).toEqual([{ key: counted[0]?.key, points }])
})

test('refused attempts are listed for operators, of the agent and of the transaction, those of an hour together', async () => {
  const agent = await someAgent(world, { status: 'approved', float: '10.00' })
  const { transaction_id } = await world.openTransaction('deposit', '500.00')
  for (let tries = 0; tries < 2; tries += 1) {
    await world.confirm(agent.token, { type: 'deposit', transaction_id, amount: '500.00' })
  }
  await world.confirm(agent.token, { type: 'deposit', transaction_id: 'NOSUCHTHING', amount: '500.00' })
  const support = await operatorOf(world.address, 'support')
  const refused = async (input: object) => (await support.call(listRefusedAttempts, input)).payload.list
  await vi.waitFor(async () => expect(await refused({ agent_id: agent.id })).toHaveLength(2), { timeout: 30_000 })
  expect(await refused({ transaction_id })).toMatchObject([
    { cash_id: agent.cashId, agent_id: agent.id, code: 'float_insufficient', count: 2, transaction_id },
  ])
})
