import { type InputOf, lookUpTransaction, parseMinor, type TransactionType } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { reverseTransaction } from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { someAgent } from '@cashbox/testing/some-agent'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ConfirmationItem, confirmGroup, hashSecurityCode } from './confirm-payment.ts'
import { openTransactions } from './transactions/open-transaction.ts'

type Input = InputOf<typeof contract.setPlayerLimit>

const reason = 'as the law says'
const EXCEEDED = 'player_limit_exceeded'
const DAY_MS = 24 * 60 * 60 * 1000

let world: PartnerWorld
let admin: OperatorClient
let other: PartnerClient
let home: string
let away: string
beforeAll(async () => {
  world = await openPartnerWorld()
  world.clock.leaveMidnight()
  admin = await operatorOf(world.address, 'admin')
  other = await openPartner(world)
  const far = { code: 'samarkand', name: 'Samarkand', currency_code: 'UZS', deposit_fee_bp: 0, withdraw_fee_bp: 0 }
  await admin.call(contract.createChannel, { ...far, reason })
  home = await channelId('tashkent')
  away = await channelId('samarkand')
})
afterEach(() => world.db.execute(sql`delete from player_limit`))
afterAll(() => world.close())

const channelId = async (code: string) =>
  only(await world.db.query(sql`select id from channel where code = ${code}`, { id: col.uuid })).id
const codeOf = async ({ partnerId }: PartnerClient) =>
  only(await world.db.query(sql`select code from partner where id = ${partnerId}`, { code: col.text })).code

const set = (input: Partial<Input>) =>
  admin.call(contract.setPlayerLimit, {
    channel: null,
    partner: null,
    currency_code: 'UZS',
    type: 'deposit',
    max_amount: null,
    max_per_day: null,
    max_per_week: null,
    max_per_month: null,
    version: 0,
    reason,
    ...input,
  })
const list = async () => (await admin.call(contract.listPlayerLimits, {})).payload.list

const agentIn = (channelId: string) => someAgent(world, { status: 'approved', float: '100000.00', channelId })

let players = 0
const newPlayer = () => {
  players += 1
  return `limited-${players}`
}

interface Payment {
  readonly agentId: string
  readonly playerId: string
  readonly amount: string
  readonly type?: TransactionType
  readonly partner?: PartnerClient
  readonly channelId?: string
  readonly at?: Date
}

/** A confirmation of a transaction that was just opened. */
async function itemOf(payment: Payment): Promise<ConfirmationItem> {
  const { agentId, playerId, type = 'deposit', partner = world.partner, channelId = home } = payment
  const at = payment.at ?? world.clock.now()
  const amount = parseMinor(payment.amount) ?? 0n
  const expiresAt = new Date(at.getTime() + DAY_MS)
  const { partnerId } = partner
  const transaction = { partnerId, channelId, type, amount, playerId, createdAt: at, expiresAt }
  const { transactionId, securityCode } = only(
    await world.db.transaction((tx) => openTransactions(tx, world.keyring, [transaction])),
  )
  return {
    agent_id: agentId,
    type,
    transaction_id: transactionId,
    amount: amount.toString(),
    code_hash: securityCode === null ? null : hashSecurityCode(world.keyring, transactionId, securityCode),
    at,
    lat: 41.2995,
    lon: 69.2401,
    event_id: uuidv7(),
  }
}

const confirmItems = async (...items: ConfirmationItem[]) =>
  (await confirmGroup(world.ofServer, items)).map(({ outcome, detail }) =>
    outcome === EXCEEDED ? `${detail['period']} ${detail['left']} ${detail['asset']}` : outcome,
  )
const confirm = async (payment: Payment) => only(await confirmItems(await itemOf(payment)))

describe('a limit', () => {
  test('for one transaction refuses more, however often the player pays less', async () => {
    await set({ max_amount: '1000.00' })
    const who = { agentId: (await agentIn(home)).id, playerId: newPlayer() }
    expect(await confirm({ ...who, amount: '1000.01' })).toBe('payment 1,000.00 UZS')
    expect(await confirm({ ...who, amount: '1000.00' })).toBe('confirmed')
    expect(await confirm({ ...who, amount: '1000.00' })).toBe('confirmed')
  })

  test.each([
    ['day', 'max_per_day', '2027-01-06T00:00:00Z'],
    ['week', 'max_per_week', '2027-01-11T00:00:00Z'],
    ['month', 'max_per_month', '2027-02-01T00:00:00Z'],
  ] as const)(
    'for a %s counts what the player paid in it, and starts again with the next (UTC)',
    async (period, field, next) => {
      await set({ [field]: '100.00' })
      const who = { agentId: (await agentIn(home)).id, playerId: newPlayer() }
      const pay = (amount: string, afterMs: number) =>
        confirm({ ...who, amount, at: new Date(Date.parse(next) + afterMs) })
      expect(await pay('60.00', -2000)).toBe('confirmed')
      expect(await pay('40.01', -1000)).toBe(`${period} 40.00 UZS`)
      expect(await pay('40.00', -1)).toBe('confirmed')
      expect(await pay('100.00', 0)).toBe('confirmed')
      expect(await pay('0.01', 1)).toBe(`${period} 0.00 UZS`)
    },
  )

  test('counts the days before of the same week and month, also a week that began in the month before', async () => {
    await set({ max_per_week: '100.00', max_per_month: '90.00' })
    const who = { agentId: (await agentIn(home)).id, playerId: newPlayer() }
    const pay = (amount: string, day: string) => confirm({ ...who, amount, at: new Date(`${day}T12:00:00Z`) })
    // 1 March 2028 is a Wednesday.
    expect(await pay('80.00', '2028-02-28')).toBe('confirmed')
    expect(await pay('10.01', '2028-02-29')).toBe('month 10.00 UZS')
    expect(await pay('20.01', '2028-03-01')).toBe('week 20.00 UZS')
    expect(await pay('20.00', '2028-03-01')).toBe('confirmed')
  })

  test('of the network, a channel or a partner: the tightest counts, and the network counts all its channels', async () => {
    const partner = await codeOf(world.partner)
    await set({ max_per_day: '100.00' })
    await set({ max_per_day: '80.00', channel: 'tashkent' })
    await set({ max_per_day: '60.00', partner })
    await set({ max_per_day: '40.00', channel: 'tashkent', partner })
    const [near, far] = [(await agentIn(home)).id, (await agentIn(away)).id]
    const playerId = newPlayer()
    const atHome = { agentId: near, playerId }
    const elsewhere = { agentId: far, playerId, channelId: away }
    expect(await confirm({ ...atHome, amount: '40.01' })).toBe('day 40.00 UZS')
    expect(await confirm({ ...atHome, amount: '40.00' })).toBe('confirmed')
    expect(await confirm({ ...elsewhere, amount: '20.01' })).toBe('day 20.00 UZS')
    expect(await confirm({ ...elsewhere, amount: '20.00' })).toBe('confirmed')
    // The same ID at another partner is another player.
    expect(await confirm({ ...atHome, partner: other, amount: '80.01' })).toBe('day 80.00 UZS')
    expect(await confirm({ ...atHome, partner: other, amount: '80.00' })).toBe('confirmed')
    expect(await confirm({ ...elsewhere, partner: other, amount: '20.01' })).toBe('day 20.00 UZS')
  })

  test('of deposits says nothing about withdrawals, and the other way round', async () => {
    await set({ max_per_day: '50.00' })
    await set({ max_per_day: '70.00', type: 'withdraw' })
    const who = { agentId: (await agentIn(home)).id, playerId: newPlayer() }
    expect(await confirm({ ...who, amount: '50.00' })).toBe('confirmed')
    expect(await confirm({ ...who, amount: '70.01', type: 'withdraw' })).toBe('day 70.00 UZS')
    expect(await confirm({ ...who, amount: '70.00', type: 'withdraw' })).toBe('confirmed')
    expect(await confirm({ ...who, amount: '0.01' })).toBe('day 0.00 UZS')
  })

  test('counts what the same group has confirmed for the player, and for no other', async () => {
    await set({ max_per_day: '100.00' })
    const [playerId, agentId] = [newPlayer(), (await agentIn(home)).id]
    const amounts = ['60.00', '60.00', '40.00', '0.01']
    const items = []
    for (const amount of amounts) items.push(await itemOf({ agentId, playerId, amount }))
    items.push(await itemOf({ agentId, playerId: newPlayer(), amount: '100.00' }))
    expect(await confirmItems(...items)).toEqual([
      'confirmed',
      'day 40.00 UZS',
      'confirmed',
      'day 0.00 UZS',
      'confirmed',
    ])
  })

  test('is never exceeded by agents who confirm for one player at the same moment', async () => {
    await set({ max_per_day: '100.00' })
    const playerId = newPlayer()
    const agents = await Promise.all(Array.from({ length: 8 }, () => agentIn(home)))
    const items = []
    for (const { id: agentId } of [...agents, ...agents, ...agents]) {
      items.push(await itemOf({ agentId, playerId, amount: '10.00' }))
    }
    const outcomes = (await Promise.all(items.map((item) => confirmItems(item)))).flat()
    expect(outcomes.filter((outcome) => outcome === 'confirmed')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'day 0.00 UZS')).toHaveLength(14)
  })

  test('is shown at the look-up, refused at the confirmation, and has room again after a reversal', async () => {
    await set({ max_per_day: '30000.00' })
    const player_id = newPlayer()
    const [first, second] = [await world.opened({ player_id }), await world.opened({ player_id })]
    const lookUp = ({ transaction_id }: { transaction_id: string }) =>
      world.call(lookUpTransaction, { transaction_id }, { token: world.agent })
    expect((await lookUp(second)).status).toBe(200)
    expect((await world.confirmOpened(first)).status).toBe(200)
    for (const { failure } of [await lookUp(second), await world.confirmOpened(second)]) {
      expect(failure.code).toBe(EXCEEDED)
      expect(failure.errors['amount']?.[0]).toContain('5,000.00 UZS')
    }
    expect((await lookUp(first)).payload.transaction.state).toBe('confirmed')
    await world.partner.call(reverseTransaction, { transaction_id: first.transaction_id, reason })
    expect((await lookUp(second)).status).toBe(200)
    expect((await world.confirmOpened(second)).status).toBe(200)
  })
})

test('without limits a confirmation takes no lock of a player; a limit of another currency refuses nothing', async () => {
  const agentId = (await agentIn(home)).id
  const locksOf = async () => {
    const item = await itemOf({ agentId, playerId: newPlayer(), amount: '5000.00' })
    return world.db.transaction(async (tx) => {
      expect(only(await confirmGroup(tx, [item])).outcome).toBe('confirmed')
      return only(
        await tx.query(
          sql`select count(*) as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
          { locks: col.int8 },
        ),
      ).locks
    })
  }
  expect(await locksOf()).toBe(0n)
  await set({ currency_code: 'TRY', max_amount: '1.00' })
  expect(await locksOf()).toBe(1n)
})

describe('one admin', () => {
  test('sets and lowers a limit; raising or removing it waits for a second one', async () => {
    const limit = { channel: null, partner: null, currency_code: 'UZS', type: 'deposit' as const, max_per_week: null }
    const first = await set({ max_amount: '100.00', max_per_day: '500.00' })
    expect(first.payload.request).toBeNull()
    expect(await list()).toMatchObject([{ ...limit, max_amount: '100.00', max_per_day: '500.00', version: 1 }])
    const lower = await set({ max_amount: '90.00', max_per_day: '500.00', max_per_month: '900.00', version: 1 })
    expect(lower.payload.request).toBeNull()

    const higher = await set({ max_amount: '95.00', max_per_day: '400.00', max_per_month: '900.00', version: 2 })
    expect(higher.payload.request).toMatchObject({
      kind: 'player_limit',
      subject: { kind: 'player_limit', name: 'UZS deposit' },
      before: { max_amount: '90.00', limit_day: '500.00' },
      after: { max_amount: '95.00', limit_day: '400.00' },
      fields: ['max_amount'],
    })
    expect(await list()).toMatchObject([{ max_amount: '90.00', max_per_day: '500.00' }])
    await agree(world.address, higher)
    expect(await list()).toMatchObject([{ max_amount: '95.00', max_per_day: '400.00', version: 3 }])

    const removed = await set({ version: 3 })
    expect(removed.payload.request?.fields).toEqual(['max_amount', 'limit_day', 'limit_month'])
    expect(await list()).toHaveLength(1)
    await agree(world.address, removed)
    expect(await list()).toEqual([])
  })

  test.each<[Partial<Input>, string, string]>([
    [{}, 'invalid_fields', 'max_amount'],
    [{ max_amount: '0.00' }, 'invalid_fields', 'max_amount'],
    [{ max_amount: '1.00', channel: 'nowhere' }, 'channel_unknown', 'channel'],
    [{ max_amount: '1.00', channel: 'demo', currency_code: 'USD' }, 'channel_unknown', 'channel'],
    [{ max_amount: '1.00', partner: 'nobody' }, 'partner_unknown', 'partner'],
    [{ max_amount: '1.00', currency_code: 'XXX' }, 'currency_unknown', 'currency_code'],
    [{ max_amount: '1.00', channel: 'tashkent', currency_code: 'TRY' }, 'currency_mismatch', 'currency_code'],
  ])('is refused %j', async (input, code, field) => {
    const { failure } = await set(input)
    expect([failure.code, Object.keys(failure.errors)]).toEqual([code, [field]])
    expect(await list()).toEqual([])
  })

  test('does not overwrite what another changed meanwhile, nor make the same limit twice', async () => {
    const answers = await Promise.all([set({ max_amount: '5.00' }), set({ max_amount: '6.00' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await set({ max_amount: '1.00', version: 9 })).failure.code).toBe('version_conflict')
    expect(await list()).toHaveLength(1)
  })
})
