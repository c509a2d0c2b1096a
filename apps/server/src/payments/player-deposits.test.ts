import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as read } from 'node:stream/consumers'
import * as contract from '@cashbox/contract'
import { answerPlayer, type PlayerAnswer, type PlayerQuestion } from '@cashbox/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { someAgent } from '@cashbox/testing/some-agent'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { setWebhook } from '../partners/set-webhook.ts'
import { maskName } from '../partners/verify-player.ts'
import { forgetOldChecks } from './player-deposits.ts'

/** Answers by itself, or says what is answered. */
type Reply = (player: PlayerQuestion, response: ServerResponse) => PlayerAnswer | undefined

const accepted: PlayerAnswer = { result: 'accepted', name: 'Aziz Karimov', min_amount: '10.00', max_amount: '5000.00' }
const place = { geo_lat: '41.2995', geo_lon: '69.2401' }

let world: PartnerWorld
let reply: Reply
let asked: PlayerQuestion[]
beforeAll(async () => {
  world = await openPartnerWorld()
  // Only the partners of these tests are asked.
  await world.db.execute(sql`update partner set verification_url = null`)
  await enable(world.partner, (player, response) => reply(player, response))
})
afterAll(() => world.close())
beforeEach(() => {
  reply = () => accepted
  asked = []
})

/** A server of the partner that answers for its players. */
async function enable(partner: PartnerClient, answer: Reply) {
  const { partnerId } = partner
  const { db, keyring } = world
  const url = 'http://127.0.0.1:9/webhooks'
  const secret = await setWebhook(db, { partnerId, url, keyring, mayBePrivate: true })
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = await answerPlayer(secret, await read(request), request.headers, (player) => {
      asked.push(player)
      return answer(player, response) as PlayerAnswer
    })
    if (!response.headersSent && body) response.writeHead(status).end(body)
  }
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/players`
  await db.execute(sql`update partner set verification_url = ${address} where id = ${partnerId}`)
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address, close }
}

const check = (input: Partial<contract.InputOf<typeof contract.checkPlayer>> = {}, token = world.agent) =>
  world.call(contract.checkPlayer, { player_id: '48210001', amount: '100.00', ...place, ...input }, { token })

async function checked(input: Partial<contract.InputOf<typeof contract.checkPlayer>> = {}) {
  const { payload, failure } = await check(input)
  if (!payload) throw new Error(failure.code)
  return payload.check
}

interface DepositOptions {
  readonly key?: string
  readonly token?: string
}

const deposit = (
  { check_id, amount }: { readonly check_id: string; readonly amount: string },
  { key, token = world.agent }: DepositOptions = {},
) =>
  world.call(
    contract.depositForPlayer,
    { check_id, amount, ...place },
    { token, ...(key === undefined ? {} : { key }) },
  )

const transactionsOf = (id: string) =>
  world.db.execute(sql`select 1 from player_transaction where transaction_id = ${id}`)

test('a checked player’s deposit is opened, confirmed and reported at once', async () => {
  const before = await world.balance(world.agent)
  const { payload } = await check({ amount: '125.50' })
  expect(asked).toEqual([
    { player_id: '48210001', amount: '125.50', currency_code: 'UZS', channel: 'tashkent', cash_id: world.cashId },
  ])
  expect(payload.check).toMatchObject({
    player_name: 'A*** K***',
    min_amount: '10.00',
    max_amount: '5000.00',
    currency_code: 'UZS',
    verdict: { refusal: null },
    recent: null,
  })
  expect(await world.balance(world.agent)).toBe(before)
  const { status, payload: done } = await deposit(payload.check)
  expect([status, done]).toEqual([200, { transaction_id: payload.check.check_id }])
  expect(Number(before) - Number(await world.balance(world.agent))).toBeCloseTo(125.5)
  expect(await world.eventsOf(payload.check.check_id)).toMatchObject([
    {
      type: 'transaction.confirmed',
      data: {
        reference: null,
        started_by: 'agent',
        player_id: '48210001',
        amount: '125.50',
        cash_id: world.cashId,
        confirmed_by: world.cashId,
      },
    },
  ])
  const { payload: history } = await world.call(contract.listHistory, { limit: '1' }, { token: world.agent })
  expect(history.list[0]).toMatchObject({ transaction_id: payload.check.check_id, fee: payload.check.fee })
  const { session_id } = only(
    await world.db.query(
      sql`select session_id from confirmed_payment where transaction_id = ${payload.check.check_id}`,
      {
        session_id: col.nullable(col.uuid),
      },
    ),
  )
  expect(session_id).not.toBeNull()
})

test('a deposit counts in the open shift of the session that sent it', async () => {
  const { shift } = (await world.call(contract.openOwnShift, {}, { token: world.agent })).payload
  const { payload } = await check()
  expect((await deposit(payload.check)).status).toBe(200)
  const closing = { shift_id: String(shift.id) }
  const closed = await world.call(contract.closeShift, closing, { token: world.agent })
  expect(closed.payload.shift).toMatchObject({ deposit_count: 1, deposit_sum: '100.00' })
})

test('the answer names a deposit for the same player that the agent confirmed just before', async () => {
  const first = await checked({ player_id: 'twice' })
  await deposit(first)
  const { recent } = await checked({ player_id: 'twice' })
  expect(recent).toMatchObject({ transaction_id: first.check_id, amount: '100.00' })
  expect((await checked({ player_id: 'other' })).recent).toBeNull()
})

describe('nothing can be confirmed when the partner', () => {
  const noCheck = async (code: string, input: Parameters<typeof check>[0] = {}) => {
    const player_id = `none-${code}`
    const { status, failure } = await check({ player_id, ...input })
    expect([status, failure.code]).toEqual([422, code])
    expect(await world.db.execute(sql`select 1 from player_check where player_id = ${player_id}`)).toBe(0)
    return failure
  }

  test('does not know the player', () => {
    reply = () => ({ result: 'refused', reason: 'player_unknown' })
    return noCheck('player_unknown')
  })

  test.each(['player_blocked', 'not_now'] as const)('refuses: %s', async (reason) => {
    reply = () => ({ result: 'refused', reason })
    await noCheck('player_refused')
  })

  test('takes less or more than the player wants to pay, and the agent reads how much', async () => {
    for (const amount of ['9.99', '5000.01']) {
      const { errors } = await noCheck('player_amount_refused', { amount })
      expect(errors['amount']?.[0]).toContain('10.00 to 5,000.00 UZS')
    }
  })

  test('is not asked, because the player would exceed a limit of the network', async () => {
    onTestFinished(async () => {
      await world.db.execute(sql`delete from player_limit`)
    })
    await world.db.execute(sql`
      insert into player_limit (currency_code, type, max_per_day) values ('UZS', 'deposit', 9999)`)
    const { errors } = await noCheck('player_limit_exceeded', { amount: '100.00' })
    expect(errors['amount']?.[0]).toContain('99.99 UZS')
    expect(asked).toEqual([])
  })

  test('is silent', () => {
    reply = () => undefined
    return noCheck('player_not_checked')
  })

  test('answers after the time is over', async () => {
    const late = Promise.withResolvers<ServerResponse>()
    reply = (_player, response) => {
      late.resolve(response)
      return undefined
    }
    const failure = noCheck('player_not_checked')
    const response = await late.promise
    await failure
    response.end(JSON.stringify(accepted))
    expect(await world.db.execute(sql`select 1 from player_check where player_id = 'none-player_not_checked'`)).toBe(0)
  })

  const odd: [string, number, string][] = [
    ['redirects', 302, ''],
    ['answers with another status', 201, JSON.stringify(accepted)],
    ['fails', 500, JSON.stringify(accepted)],
    ['answers no JSON', 200, '<html>'],
    ['answers a list', 200, '[]'],
    ['answers without a name', 200, JSON.stringify({ ...accepted, name: '\u202E 1 2 3 ***' })],
    ['turns the range around', 200, JSON.stringify({ ...accepted, min_amount: '90.00', max_amount: '20.00' })],
    ['sends a negative range', 200, JSON.stringify({ ...accepted, min_amount: '-1.00' })],
    ['says an unknown reason', 200, JSON.stringify({ result: 'refused', reason: 'mood' })],
    ['sends too much', 200, JSON.stringify({ padding: 'x'.repeat(100_000), ...accepted })],
  ]
  test.each(odd)('%s', async (_what, status, body) => {
    reply = (_player, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body)
      return undefined
    }
    await noCheck('player_not_checked')
  })
})

test('a newer check ends the one before, so a request that is late confirms nothing', async () => {
  const first = await checked({ player_id: 'renamed' })
  reply = () => ({ ...accepted, name: 'Bob Other' })
  const second = await checked({ player_id: 'renamed' })
  expect([first.player_name, second.player_name]).toEqual(['A*** K***', 'B*** O***'])
  expect((await deposit(first)).failure.code).toBe('player_check_expired')
  expect(await transactionsOf(first.check_id)).toBe(0)
  expect((await deposit(second)).status).toBe(200)
})

test('a check counts for two minutes, for its agent, for its amount, and while the partner is enabled', async () => {
  const balances = await world.balances()
  const one = await checked()
  const fenced = await world.logIn('fenced')
  expect((await deposit(one, { token: fenced })).failure.code).toBe('player_check_expired')
  expect((await deposit({ ...one, amount: '100.01' })).failure.code).toBe('amount_mismatch')
  const { partnerId } = world.partner
  await world.db.execute(sql`update partner set disabled_at = now() where id = ${partnerId}`)
  expect((await deposit(one)).failure.code).toBe('player_check_expired')
  await world.db.execute(sql`update partner set disabled_at = null where id = ${partnerId}`)
  world.clock.advance(contract.PLAYER_CHECK_S)
  onTestFinished(() => world.clock.advance(-contract.PLAYER_CHECK_S))
  expect((await deposit(one)).failure.code).toBe('player_check_expired')
  expect(await transactionsOf(one.check_id)).toBe(0)
  expect(await world.balances()).toBe(balances)
})

test('what a confirmation would be refused for is said before the cash changes hands', async () => {
  const { token } = await someAgent(world, { status: 'approved', float: '50.00' })
  const { payload } = await check({}, token)
  expect(payload.check.verdict).toMatchObject({ refusal: 'float_insufficient', missing: '50.00' })
  expect((await deposit(payload.check, { token })).failure.code).toBe('float_insufficient')
})

test('a refusal undoes all of it, is repeated to its key, and leaves the check', async () => {
  const { check_id, amount } = await checked()
  const balances = await world.balances()
  const nowhere = { check_id, amount, geo_lat: '', geo_lon: '' }
  const refused = await world.call(contract.depositForPlayer, nowhere, { token: world.agent, key: 'nowhere' })
  expect(refused.failure.code).toBe('geo_missing')
  expect([await transactionsOf(check_id), await world.balances()]).toEqual([0, balances])
  const repeated = await deposit({ check_id, amount }, { key: 'nowhere' })
  expect([repeated.failure.code, repeated.headers.get('idempotency-replayed')]).toEqual(['geo_missing', 'true'])
  expect((await deposit({ check_id, amount: '99.00' }, { key: 'nowhere' })).failure.code).toBe('idempotency_key_reused')
  expect((await deposit({ check_id, amount }, { key: 'here' })).status).toBe(200)
})

describe('pressed twice', () => {
  test('the same key gets the first answer, also when both arrive at the same moment', async () => {
    const one = await checked()
    const before = await world.balance(world.agent)
    const answers = await Promise.all(Array.from({ length: 8 }, () => deposit(one, { key: `twice-${one.check_id}` })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(7)
    const later = await deposit(one, { key: `twice-${one.check_id}` })
    expect([later.status, later.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(Number(before) - Number(await world.balance(world.agent))).toBeCloseTo(100)
  })

  test('the same key is refused with another body', async () => {
    const [one, other] = [await checked({ player_id: 'one' }), await checked({ player_id: 'other' })]
    expect((await deposit(one, { key: 'reused' })).status).toBe(200)
    expect((await deposit(other, { key: 'reused' })).failure.code).toBe('idempotency_key_reused')
    expect(await transactionsOf(other.check_id)).toBe(0)
  })

  test('with other keys, or none, it is confirmed once', async () => {
    const one = await checked()
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => deposit(one, { key: `many-${one.check_id}-${index}` })),
      deposit(one),
    ])
    const codes = answers.map(({ status, failure }) => (status === 200 ? 'confirmed' : failure.code)).toSorted()
    expect(codes).toEqual(['confirmed', ...Array.from({ length: 6 }, () => 'transaction_already_confirmed')])
  })
})

test('a deposit and a newer check at the same moment: the check names the deposit, or the deposit is refused', async () => {
  for (let round = 0; round < 12; round += 1) {
    const player_id = `race-${round}`
    const one = await checked({ player_id })
    const [done, again] = await Promise.all([deposit(one), checked({ player_id })])
    expect(['confirmed', 'player_check_expired']).toContain(done.status === 200 ? 'confirmed' : done.failure.code)
    expect(again.recent?.transaction_id).toBe(done.status === 200 ? one.check_id : undefined)
  }
})

test('to look up the ID of a check is no guess, and says after the deposit that it is confirmed', async () => {
  const one = await checked()
  const lookUp = () => world.call(contract.lookUpTransaction, { transaction_id: one.check_id }, { token: world.agent })
  const guesses = () =>
    world.db.query(
      sql`select coalesce(sum(points), 0)::int8 as count from rate_limit where key like 'guess-account%'`,
      {
        count: col.int8,
      },
    )
  const before = await guesses()
  expect((await lookUp()).failure.code).toBe('transaction_not_found')
  expect(await guesses()).toEqual(before)
  await deposit(one)
  expect((await lookUp()).payload.transaction).toMatchObject({ state: 'confirmed', amount: '100.00' })
})

test('a partner that keeps its questions waiting is asked no more, and another partner is', async () => {
  const waiting: ServerResponse[] = []
  const allCame = Promise.withResolvers<void>()
  reply = (_player, response) => {
    waiting.push(response)
    if (waiting.length === 10) allCame.resolve()
    return undefined
  }
  const second = await openPartner(world)
  const server = await enable(second, () => accepted)
  onTestFinished(async () => {
    server.close()
    await world.db.execute(sql`update partner set verification_url = null where id = ${second.partnerId}`)
  })
  const slow = Array.from({ length: 10 }, (_, index) =>
    check({ player_id: `slow-${index}`, partner: world.partner.code }),
  )
  await allCame.promise
  const [eleventh, other] = await Promise.all([
    check({ partner: world.partner.code }),
    check({ partner: second.code, player_id: 'quick' }),
  ])
  expect(eleventh.failure.code).toBe('player_not_checked')
  expect(other.payload.check.player_id).toBe('quick')
  expect(asked).toHaveLength(11)
  for (const response of waiting) response.writeHead(200).end(JSON.stringify(accepted))
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200))
  expect((await check()).failure.fields).toEqual({ partner: 'required' })
  expect((await check({ partner: 'nobody' })).failure.code).toBe('partner_unknown')
})

test('partners are listed for agents of a real channel only, and while they answer for players', async () => {
  const listed = async (token: string) => (await world.call(contract.listPlayerPartners, {}, { token })).payload.list
  expect(await listed(world.agent)).toEqual([{ code: world.partner.code, name: 'A partner of a test' }])
  const demo = await world.logIn('demo')
  expect(await listed(demo)).toEqual([])
  expect((await check({}, demo)).failure.code).toBe('partner_unknown')
  expect((await check({}, await world.logIn('suspended'))).failure.code).toBe('agent_not_active')
})

test('an agent who tries many players has to wait', async () => {
  const { token } = await someAgent(world, { status: 'approved' })
  reply = () => ({ result: 'refused', reason: 'player_unknown' })
  expect((await check({ player_id: 'guess-1' }, token)).failure.code).toBe('player_unknown')
  // The sandbox allows twenty times as many as a real network.
  await world.db.execute(
    sql`update rate_limit set points = 20 * 20 - 1 where key like 'player-guess-account:%' and points = 1`,
  )
  expect((await check({ player_id: 'guess-2' }, token)).failure.code).toBe('player_unknown')
  reply = () => accepted
  expect((await check({ player_id: 'guess-3' }, token)).status).toBe(429)
  expect(asked.map(({ player_id }) => player_id)).toEqual(['guess-1', 'guess-2'])
})

test('checks are forgotten a day after they expired', async () => {
  const one = await checked({ player_id: 'forgotten' })
  const isThere = () => world.db.execute(sql`select 1 from player_check where check_id = ${one.check_id}`)
  await forgetOldChecks(world.db, world.clock)
  expect(await isThere()).toBe(1)
  await forgetOldChecks(world.db, { now: () => new Date(world.clock.now().getTime() + 25 * 60 * 60 * 1000) })
  expect(await isThere()).toBe(0)
})

test.each([
  ['Aziz Karimov', 'A*** K***'],
  ['A*** K***', 'A*** K***'],
  ['  María   José de la Cruz ', 'M*** J*** d***'],
  ['عزيز كريموف', 'ع*** ك***'],
  ['\u202Eevil\u0000name', 'e*** n***'],
  ['+998 90 123 Olga', 'O***'],
  ['12 34 ***', ''],
])('the name %j is shown as %j', (name, shown) => {
  expect(maskName(name)).toBe(shown)
})
