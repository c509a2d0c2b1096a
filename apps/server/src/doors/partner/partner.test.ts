import { randomUUID } from 'node:crypto'
import type { InputOf } from '@cashbox/contract'
import { TRANSACTION_ID_ALPHABET } from '@cashbox/contract'
import * as partnerApi from '@cashbox/contract/partner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPartner, type PartnerClient, signingClient } from '../../../test/partner-client.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { addKey, disableKey } from '../../domain/partners/keys.ts'
import { closeExpired } from '../../domain/transactions/close-transactions.ts'
import { sql } from '../../platform/db/sql.ts'
import { forgetOldRequests } from './admit-partner.ts'
import { wipeOldCodes } from './create-transaction.ts'

let world: World
let partner: PartnerClient
let agent: string
let cashId: string

beforeAll(async () => {
  world = await openWorld()
  partner = await openPartner(world)
  agent = await world.logIn('approved')
  const [row] = await world.db.query<{ cash_id: bigint }>(
    sql`select cash_id from agent where email = 'approved@cashbox.test'`,
  )
  cashId = String(row?.cash_id)
})
afterAll(() => world.close())

type Wish = Partial<InputOf<typeof partnerApi.createTransaction>>

const wish = (changes: Wish = {}) => ({
  reference: `order-${randomUUID()}`,
  type: 'deposit' as const,
  amount: '25000.00',
  currency_code: 'UZS',
  player_id: '48210001',
  channel: 'tashkent',
  ...changes,
})

const create = (changes: Wish = {}, client = partner) => client.call(partnerApi.createTransaction, wish(changes))

async function opened(changes: Wish = {}) {
  const { payload, failure } = await create(changes)
  if (!payload) throw new Error(failure.code)
  return { ...payload.transaction, security_code: payload.security_code }
}

const confirm = (
  transaction: { transaction_id: string; type: 'deposit' | 'withdraw'; amount: string },
  code?: string | null,
) =>
  world.confirm(agent, {
    type: transaction.type,
    transaction_id: transaction.transaction_id,
    amount: transaction.amount,
    ...(code ? { security_code: code } : {}),
  })

const eventsOf = (transaction_id: string) =>
  world.db.query<{ topic: string; payload: Record<string, unknown> }>(sql`
    select topic, payload from outbox_event where payload ->> 'transaction_id' = ${transaction_id} order by number`)

describe('opening', () => {
  test('a deposit gets an ID that can be read aloud, and no code', async () => {
    const { status, payload } = await create()
    expect(status).toBe(200)
    expect(payload.security_code).toBeNull()
    expect(payload.transaction).toMatchObject({
      state: 'open',
      amount: '25000.00',
      currency_code: 'UZS',
      channel: 'tashkent',
      cash_id: null,
      is_locked: false,
    })
    expect(payload.transaction.transaction_id).toMatch(new RegExp(`^[${TRANSACTION_ID_ALPHABET}]{10}$`))
    expect(payload.transaction.expires_at - payload.transaction.created_at).toBe(24 * 60 * 60)
  })

  test('a withdrawal gets a security code, which the database holds only hashed and sealed', async () => {
    const { transaction_id, security_code } = await opened({ type: 'withdraw' })
    expect(security_code).toMatch(/^\d{6}$/)
    const [row] = await world.db.query<Record<string, unknown>>(
      sql`select * from player_transaction where transaction_id = ${transaction_id}`,
    )
    expect(JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? '' : value))).not.toContain(
      security_code,
    )
  })

  test('the same reference with the same words gets the same answer, code and all, and opens nothing', async () => {
    const asked = wish({ type: 'withdraw' })
    const first = await partner.call(partnerApi.createTransaction, asked)
    const second = await partner.call(partnerApi.createTransaction, asked)
    expect(second.payload).toEqual(first.payload)
    expect((await partner.call(partnerApi.listTransactions, { reference: asked.reference })).payload.list).toHaveLength(
      1,
    )
  })

  test('after a day the code is not told again', async () => {
    const asked = wish({ type: 'withdraw', expires_at: Math.floor(world.clock.now().getTime() / 1000) + 3 * 86_400 })
    await partner.call(partnerApi.createTransaction, asked)
    const late = { now: () => new Date(world.clock.now().getTime() + 25 * 60 * 60 * 1000) }
    await wipeOldCodes(world.db, late)
    expect((await partner.call(partnerApi.createTransaction, asked)).payload.security_code).toBeNull()
  })

  test.each<[string, Wish]>([
    ['amount', { amount: '25000.01' }],
    ['type', { type: 'withdraw' }],
    ['player', { player_id: 'other' }],
  ])('the same reference with another %s is refused', async (_what, change) => {
    const asked = wish()
    await partner.call(partnerApi.createTransaction, asked)
    const { status, failure } = await partner.call(partnerApi.createTransaction, { ...asked, ...change })
    expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, 'reference_reused', ['reference']])
  })

  test('twenty at once with one reference open one transaction', async () => {
    const asked = wish({ type: 'withdraw' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => partner.call(partnerApi.createTransaction, asked)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ payload }) => payload.transaction.transaction_id)).size).toBe(1)
    expect(new Set(answers.map(({ payload }) => payload.security_code)).size).toBe(1)
  })

  test('another partner may use the same reference', async () => {
    const other = await openPartner(world)
    const asked = wish()
    const [mine, theirs] = await Promise.all([
      partner.call(partnerApi.createTransaction, asked),
      other.call(partnerApi.createTransaction, asked),
    ])
    expect(mine.payload.transaction.transaction_id).not.toBe(theirs.payload.transaction.transaction_id)
  })

  test('a transaction aimed at one cashbox waits there and nowhere else', async () => {
    const { transaction_id } = await opened({ channel: undefined, cash_id: cashId })
    const { listPending } = await import('@cashbox/contract')
    const mine = await world.call(listPending, {}, { token: agent })
    expect(mine.payload.list.map((one) => one.transaction_id)).toContain(transaction_id)
    const fenced = await world.logIn('fenced')
    const theirs = await world.call(listPending, {}, { token: fenced })
    expect(theirs.payload.list.map((one) => one.transaction_id)).not.toContain(transaction_id)
  })

  test.each<[string, Wish, string, string]>([
    ['an unknown channel', { channel: 'atlantis' }, 'channel_unknown', 'channel'],
    ['the demo channel', { channel: 'demo', currency_code: 'USD' }, 'channel_unknown', 'channel'],
    ['an unknown cashbox', { channel: undefined, cash_id: '999999999' }, 'cashbox_unknown', 'cash_id'],
    ['no target', { channel: undefined }, 'target_ambiguous', 'channel'],
    ['two targets', { cash_id: '100001' }, 'target_ambiguous', 'channel'],
    ['another currency', { currency_code: 'TRY' }, 'currency_mismatch', 'currency_code'],
    ['a negative amount', { amount: '-5' }, 'invalid_fields', 'amount'],
    ['three decimals', { amount: '5.001' }, 'invalid_fields', 'amount'],
    ['no money at all', { amount: '0' }, 'invalid_fields', 'amount'],
    ['an expiry in the past', { expires_at: 1_600_000_000 }, 'expiry_invalid', 'expires_at'],
    ['an expiry in a hundred years', { expires_at: 4_900_000_000 }, 'expiry_invalid', 'expires_at'],
    ['a reference that a spreadsheet would run', { reference: '=1+1' }, 'invalid_fields', 'reference'],
    ['a field that nobody knows', { colour: 'red' } as Wish, 'invalid_fields', 'colour'],
  ])('%s is refused beside its field', async (_what, change, code, field) => {
    const { status, failure } = await create(change)
    expect([status, failure.code, Object.keys(failure.errors)]).toEqual([422, code, [field]])
  })
})

describe('signatures', () => {
  const list = (changes: Parameters<typeof partner.call>[2]) => partner.call(partnerApi.listTransactions, {}, changes)
  const now = () => Math.floor(world.clock.now().getTime() / 1000)

  test.each<[string, () => Parameters<typeof partner.call>[2], number, string]>([
    ['a wrong signature', () => ({ headers: { 'webhook-signature': 'v1,AAAA' } }), 401, 'signature_invalid'],
    ['no signature', () => ({ headers: { 'webhook-signature': undefined } }), 401, 'signature_invalid'],
    ['no id', () => ({ headers: { 'webhook-id': undefined } }), 401, 'signature_invalid'],
    ['an unknown key', () => ({ headers: { 'cashbox-key': 'pk_unknown' } }), 401, 'signature_invalid'],
    ['an old timestamp', () => ({ timestamp: now() - 301 }), 401, 'timestamp_invalid'],
    ['a timestamp of the future', () => ({ timestamp: now() + 301 }), 401, 'timestamp_invalid'],
    ['a timestamp that is none', () => ({ headers: { 'webhook-timestamp': 'now' } }), 401, 'timestamp_invalid'],
  ])('%s is refused', async (_what, changes, status, code) => {
    const answer = await list(changes())
    expect([answer.status, answer.failure.code]).toEqual([status, code])
  })

  test('a body that was changed on the way is refused', async () => {
    const asked = wish()
    const { failure } = await partner.call(partnerApi.createTransaction, asked, {
      body: JSON.stringify({ ...asked, amount: '99000.00' }),
      signedBody: JSON.stringify(asked),
    })
    expect(failure.code).toBe('signature_invalid')
  })

  test('a request that was taken is not taken again', async () => {
    const id = randomUUID()
    expect((await list({ id })).status).toBe(200)
    const again = await list({ id })
    expect([again.status, again.failure.code]).toEqual([409, 'request_replayed'])
  })

  test('of twenty copies at once one is taken', async () => {
    const id = randomUUID()
    const timestamp = now()
    const answers = await Promise.all(Array.from({ length: 20 }, () => list({ id, timestamp })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('an id is remembered for as long as its timestamp would pass', async () => {
    const id = randomUUID()
    await list({ id })
    await forgetOldRequests(world.db, { now: () => new Date(world.clock.now().getTime() + 10 * 60 * 1000) })
    expect((await list({ id })).status).toBe(409)
  })

  test('a key without the right is refused', async () => {
    const reader = await openPartner(world, { rights: ['read'] })
    expect((await reader.call(partnerApi.listTransactions, {})).status).toBe(200)
    const { status, failure } = await reader.call(partnerApi.createTransaction, wish())
    expect([status, failure.code]).toEqual([403, 'right_missing'])
  })

  test('a key for other networks is refused here', async () => {
    const far = await openPartner(world, { networks: ['203.0.113.0/24'] })
    expect((await far.call(partnerApi.listTransactions, {})).failure.code).toBe('network_not_allowed')
    const near = await openPartner(world, { networks: ['203.0.113.0/24', '127.0.0.0/8'] })
    expect((await near.call(partnerApi.listTransactions, {})).status).toBe(200)
  })

  test('two keys live at a time, and a disabled one counts no more', async () => {
    const { playerServiceId, key } = await openPartner(world)
    const add = () =>
      world.db.transaction((tx) =>
        addKey(tx, world.config.secret, { playerServiceId, rights: ['read'], at: world.clock.now() }),
      )
    const second = await add()
    await expect(add()).rejects.toThrow('keys_full')
    const call = (one: typeof key) => signingClient(world, one).call(partnerApi.listTransactions, {})
    expect([(await call(key)).status, (await call(second)).status]).toEqual([200, 200])
    await disableKey(world.db, key.id, world.clock.now())
    expect([(await call(key)).failure.code, (await call(second)).status]).toEqual(['signature_invalid', 200])
    await add()
  })

  test('what is not JSON is refused, and so is a field that the path names', async () => {
    const broken = await partner.send('POST', '/transactions', '{"reference":')
    expect(broken.status).toBe(400)
    const { transaction_id } = await opened()
    const twice = await partner.send('POST', `/transactions/${transaction_id}/cancel`, '{"transaction_id":"X"}')
    expect(twice.status).toBe(400)
  })

  test('the agent token opens nothing here', async () => {
    const response = await fetch(`${world.address}/partner/v1/transactions`, {
      headers: { authorization: `Bearer ${agent}` },
    })
    expect(response.status).toBe(401)
  })
})

describe('reading', () => {
  test("another partner's transaction looks like none at all", async () => {
    const other = await openPartner(world)
    const { transaction_id } = await opened()
    for (const call of [
      other.call(partnerApi.readTransaction, { transaction_id }),
      other.call(partnerApi.cancelTransaction, { transaction_id }),
      other.call(partnerApi.unlockTransaction, { transaction_id }),
      other.call(partnerApi.reverseTransaction, { transaction_id, reason: 'mine' }),
    ]) {
      expect((await call).status).toBe(404)
    }
  })

  test('pages by cursor give every transaction once, newest first, while new ones come', async () => {
    const reader = await openPartner(world)
    const ids: string[] = []
    for (let index = 0; index < 7; index += 1) {
      ids.unshift((await reader.call(partnerApi.createTransaction, wish())).payload.transaction.transaction_id)
    }
    const page = (cursor: string | null) =>
      reader.call(partnerApi.listTransactions, { limit: '3', ...(cursor ? { cursor } : {}) })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { payload }: Awaited<ReturnType<typeof page>> = await page(cursor)
      seen.push(...payload.list.map(({ transaction_id }) => transaction_id))
      cursor = payload.next_cursor
      await reader.call(partnerApi.createTransaction, wish())
    } while (cursor)
    expect(seen).toEqual(ids)
  })

  test('a confirmed transaction says when and at which cashbox', async () => {
    const transaction = await opened()
    await confirm(transaction)
    const { payload } = await partner.call(partnerApi.readTransaction, { transaction_id: transaction.transaction_id })
    expect(payload.transaction).toMatchObject({ state: 'confirmed', confirmed_by: cashId })
    expect(payload.transaction.confirmed_at).toBeGreaterThan(1_700_000_000)
  })
})

describe('cancelling and expiring', () => {
  test('a cancelled transaction can not be confirmed, and the partner hears of it once', async () => {
    const transaction = await opened()
    for (const _try of [1, 2]) {
      const { status, payload } = await partner.call(partnerApi.cancelTransaction, {
        transaction_id: transaction.transaction_id,
      })
      expect([status, payload.transaction.state]).toEqual([200, 'cancelled'])
    }
    expect((await confirm(transaction)).failure.code).toBe('transaction_cancelled')
    expect((await eventsOf(transaction.transaction_id)).map(({ topic }) => topic)).toEqual(['transaction.cancelled'])
  })

  test('a confirmed transaction can not be cancelled', async () => {
    const transaction = await opened()
    await confirm(transaction)
    const { status, failure } = await partner.call(partnerApi.cancelTransaction, {
      transaction_id: transaction.transaction_id,
    })
    expect([status, failure.code]).toEqual([422, 'transaction_already_confirmed'])
  })

  test('what has expired is closed, told of, and can be neither confirmed nor cancelled', async () => {
    const transaction = await opened({ expires_at: Math.floor(world.clock.now().getTime() / 1000) + 60 })
    const later = new Date(world.clock.now().getTime() + 61_000)
    await world.db.transaction((tx) => closeExpired(tx, later))
    expect((await confirm(transaction)).failure.code).toBe('transaction_expired')
    const { failure } = await partner.call(partnerApi.cancelTransaction, { transaction_id: transaction.transaction_id })
    expect(failure.code).toBe('transaction_expired')
    expect(await eventsOf(transaction.transaction_id)).toMatchObject([
      {
        topic: 'transaction.expired',
        payload: { state: 'expired', amount: '25000.00', reference: transaction.reference },
      },
    ])
  })

  test('however cancel, expire and confirm race, one wins, money follows it, and one event tells of it', async () => {
    for (let round = 0; round < 12; round += 1) {
      const before = await world.balance(agent)
      const transaction = await opened({ amount: '10.00' })
      const { transaction_id } = transaction
      const expired = new Date((transaction.expires_at + 1) * 1000)
      const [confirmed, cancelled] = await Promise.all([
        confirm(transaction),
        partner.call(partnerApi.cancelTransaction, { transaction_id }),
        world.db.transaction((tx) => closeExpired(tx, round % 2 === 0 ? expired : world.clock.now())),
      ])
      const { state } = (await partner.call(partnerApi.readTransaction, { transaction_id })).payload.transaction
      const moved = Number(before) - Number(await world.balance(agent))
      expect(confirmed.status === 200).toBe(state === 'confirmed')
      expect(cancelled.status === 200).toBe(state === 'cancelled')
      expect(moved).toBeCloseTo(state === 'confirmed' ? 10 : 0)
      expect((await eventsOf(transaction_id)).map(({ topic }) => topic)).toEqual([`transaction.${state}`])
    }
    expect(await world.verify()).toEqual([])
  })
})

describe('locks', () => {
  test('five wrong codes lock, the partner hears of it, and unlocking lets the right code in', async () => {
    const transaction = await opened({ type: 'withdraw' })
    const { transaction_id, security_code } = transaction
    const wrong = security_code === '000000' ? '111111' : '000000'
    for (let index = 0; index < 5; index += 1) await confirm(transaction, wrong)
    expect((await confirm(transaction, security_code)).failure.code).toBe('transaction_locked')
    expect(await eventsOf(transaction_id)).toMatchObject([{ topic: 'transaction.locked', payload: { state: 'open' } }])
    expect((await partner.call(partnerApi.readTransaction, { transaction_id })).payload.transaction.is_locked).toBe(
      true,
    )
    const unlocked = await partner.call(partnerApi.unlockTransaction, { transaction_id })
    expect(unlocked.payload.transaction.is_locked).toBe(false)
    expect((await confirm(transaction, security_code)).status).toBe(200)
    expect((await eventsOf(transaction_id)).map(({ topic }) => topic)).toEqual([
      'transaction.locked',
      'transaction.confirmed',
    ])
  })
})

describe('reversal', () => {
  test.each(['deposit', 'withdraw'] as const)(
    'a reversed %s gives back float and commission to the cent, and the statistics forget it',
    async (type) => {
      const { getStats } = await import('@cashbox/contract')
      const stats = async () => (await world.call(getStats, {}, { token: agent })).payload.stats
      const [before, statsBefore] = [await world.balance(agent), await stats()]
      const transaction = await opened({ type, amount: '333.33' })
      await confirm(transaction, transaction.security_code)
      expect(await world.balance(agent)).not.toBe(before)
      const reverse = () =>
        partner.call(partnerApi.reverseTransaction, {
          transaction_id: transaction.transaction_id,
          reason: 'the player was not there',
        })
      const { payload } = await reverse()
      expect(payload.transaction.state).toBe('reversed')
      expect(await world.balance(agent)).toBe(before)
      expect(await stats()).toEqual(statsBefore)
      expect((await reverse()).status).toBe(200)
      expect(await world.balance(agent)).toBe(before)
      expect((await eventsOf(transaction.transaction_id)).map(({ topic }) => topic)).toEqual([
        'transaction.confirmed',
        'transaction.reversed',
      ])
      expect(await world.verify()).toEqual([])
    },
  )

  test('history shows a reversed transaction as such', async () => {
    const transaction = await opened()
    await confirm(transaction)
    await partner.call(partnerApi.reverseTransaction, { transaction_id: transaction.transaction_id, reason: 'twice' })
    const { listHistory } = await import('@cashbox/contract')
    const { payload } = await world.call(listHistory, { limit: '1' }, { token: agent })
    expect(payload.list[0]).toMatchObject({ transaction_id: transaction.transaction_id })
    expect(payload.list[0]?.reversed_at).toBeGreaterThan(1_700_000_000)
  })

  test('what was not confirmed can not be reversed', async () => {
    const { transaction_id } = await opened()
    const { failure } = await partner.call(partnerApi.reverseTransaction, { transaction_id, reason: 'x' })
    expect(failure.code).toBe('transaction_not_confirmed')
  })

  test('after the agreed time it is too late', async () => {
    const strict = await openPartner(world)
    await world.db.query(sql`update player_service set reversal_window_s = 0 where id = ${strict.playerServiceId}`)
    const { payload } = await strict.call(partnerApi.createTransaction, wish())
    await confirm(payload.transaction)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { transaction_id } = payload.transaction
    const { failure } = await strict.call(partnerApi.reverseTransaction, { transaction_id, reason: 'late' })
    expect(failure.code).toBe('reversal_too_late')
  })

  test('a withdrawal is not taken back from a float that does not cover it', async () => {
    const fenced = await world.logIn('fenced')
    const balance = await world.balance(fenced)
    const withdrawal = await opened({ type: 'withdraw', amount: '500.00' })
    await world.confirm(fenced, {
      type: 'withdraw',
      transaction_id: withdrawal.transaction_id,
      amount: '500.00',
      security_code: withdrawal.security_code,
    })
    const all = await opened({ amount: balance })
    expect(
      (await world.confirm(fenced, { type: 'deposit', transaction_id: all.transaction_id, amount: balance })).status,
    ).toBe(200)
    const less = await opened({ amount: '1.00' })
    await world.confirm(fenced, { type: 'deposit', transaction_id: less.transaction_id, amount: '1.00' })
    const { failure } = await partner.call(partnerApi.reverseTransaction, {
      transaction_id: withdrawal.transaction_id,
      reason: 'too late to ask',
    })
    expect(failure.code).toBe('reversal_not_covered')
    expect(await world.verify()).toEqual([])
  })

  test('ten reversals at once take it back once', async () => {
    const before = await world.balance(agent)
    const transaction = await opened({ amount: '77.00' })
    await confirm(transaction)
    const { transaction_id } = transaction
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        partner.call(partnerApi.reverseTransaction, { transaction_id, reason: 'all at once' }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await world.balance(agent)).toBe(before)
    expect(await world.verify()).toEqual([])
  })
})
