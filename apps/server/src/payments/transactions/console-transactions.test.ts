import { randomUUID } from 'node:crypto'
import type { InputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import * as partnerApi from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toSeconds } from '../../platform/clock.ts'
import { closeTransactions } from './close-transactions.ts'

let world: World
let support: OperatorClient
let partner: PartnerClient
let approved: string
let cashId: string
beforeAll(async () => {
  world = await openWorld()
  support = await operatorOf(world.address, 'support')
  partner = await openPartner(world)
  approved = await world.logIn('approved')
  cashId = await cashIdOf('approved')
})
afterAll(() => world.close())

const cashIdOf = async (name: string) =>
  only(
    await world.db.query(sql`select cash_id from agent where id = ${agentOf(`${name}@cashbox.test`)}`, {
      cash_id: col.int8,
    }),
  ).cash_id.toString()

type Input = Partial<InputOf<typeof partnerApi.createTransaction>>

async function open(input: Input = {}) {
  const target = input.cash_id === undefined ? { channel: 'tashkent' } : {}
  const { payload, failure } = await partner.call(partnerApi.createTransaction, {
    reference: randomUUID(),
    type: 'deposit',
    amount: '10.00',
    currency_code: 'UZS',
    player_id: `p-${randomUUID()}`,
    ...target,
    ...input,
  })
  if (!payload) throw new Error(failure.message)
  return { ...payload.transaction, security_code: payload.security_code }
}

const search = async (filter: InputOf<typeof contract.searchTransactions>) => {
  const { payload, failure } = await support.call(contract.searchTransactions, filter)
  if (!payload) throw new Error(`${failure.message} ${JSON.stringify(failure.errors)}`)
  return payload
}
const idsOf = async (filter: InputOf<typeof contract.searchTransactions>) =>
  (await search(filter)).list.map(({ transaction_id }) => transaction_id)

const read = (transaction_id: string) => support.call(contract.readTransaction, { transaction_id })

/** Five wrong codes. */
async function lock(token = approved) {
  const made = await open({ type: 'withdraw', amount: '20.00' })
  const wrong = { transaction_id: made.transaction_id, amount: '20.00', type: 'withdraw', security_code: '0' } as const
  for (let tries = 0; tries < 5; tries += 1) await world.confirm(token, wrong)
  return made
}

const auditOf = async (id: string) => {
  const risk = await operatorOf(world.address, 'risk')
  return (await risk.call(contract.listAudit, { subject_kind: 'transaction', subject_id: id })).payload.list
}

describe('a search', () => {
  test('finds a transaction by its ID, however it is typed', async () => {
    const { transaction_id } = await open()
    const typed = ` ${transaction_id.slice(0, 4).toLowerCase()}-${transaction_id.slice(4, 7)} ${transaction_id.slice(7)} `
    expect(await idsOf({ transaction_id: typed })).toEqual([transaction_id])
    expect(await idsOf({ transaction_id: 'NOSUCHID22' })).toEqual([])
  })

  test('finds exactly what each filter says', async () => {
    const player = `p-${randomUUID()}`
    const mine = { player_id: player }
    const small = await open({ ...mine, amount: '77.01' })
    const large = await open({ ...mine, amount: '77.03', type: 'withdraw' })
    const aimed = await open({ ...mine, amount: '77.02', cash_id: cashId })
    const [s, l, a] = [small.transaction_id, large.transaction_id, aimed.transaction_id]
    await world.confirm(approved, { transaction_id: s, type: 'deposit', amount: '77.01' })
    const now = String(toSeconds(world.clock.now()))
    const soon = String(toSeconds(world.clock.now()) + 60)

    expect(await idsOf(mine)).toEqual([a, l, s])
    expect(await idsOf({ ...mine, partner: partner.code })).toEqual([a, l, s])
    expect(await idsOf({ ...mine, partner: 'sandbox' })).toEqual([])
    expect(await idsOf({ ...mine, type: 'withdraw' })).toEqual([l])
    expect(await idsOf({ ...mine, amount: '77.02' })).toEqual([a])
    expect(await idsOf({ ...mine, amount_from: '77.02' })).toEqual([a, l])
    expect(await idsOf({ ...mine, amount_to: '77.02' })).toEqual([a, s])
    expect(await idsOf({ ...mine, state: 'open' })).toEqual([a, l])
    expect(await idsOf({ ...mine, state: 'confirmed' })).toEqual([s])
    expect(await idsOf({ ...mine, cash_id: cashId })).toEqual([s, a])
    expect(await idsOf({ ...mine, cash_id: cashId, state: 'open' })).toEqual([a])
    expect(await idsOf({ ...mine, cash_id: cashId, state: 'confirmed' })).toEqual([s])
    expect(await idsOf({ ...mine, cash_id: await cashIdOf('fenced') })).toEqual([])
    expect(await idsOf({ ...mine, created_to: now })).toEqual([a, l, s])
    expect(await idsOf({ ...mine, created_from: soon })).toEqual([])
    expect(await idsOf({ ...mine, confirmed_to: now })).toEqual([s])
    expect(await idsOf({ ...mine, confirmed_from: soon })).toEqual([])
  })

  test.each(['expired', 'cancelled', 'reversed', 'locked'] as const)('finds those that are %s', async (state) => {
    const { transaction_id } = state === 'locked' ? await lock() : await open()
    if (state === 'cancelled') await partner.call(partnerApi.cancelTransaction, { transaction_id })
    if (state === 'reversed') {
      await world.confirm(approved, { transaction_id, type: 'deposit', amount: '10.00' })
      await partner.call(partnerApi.reverseTransaction, { transaction_id, reason: 'a mistake' })
    }
    if (state === 'expired') {
      const { id } = only(
        await world.db.query(sql`select id from player_transaction where transaction_id = ${transaction_id}`, {
          id: col.uuid,
        }),
      )
      await world.db.transaction((tx) => closeTransactions(tx, 'expired', [id], world.clock.now()))
    }
    expect((await idsOf({ state }))[0]).toBe(transaction_id)
    expect(await idsOf({ state: 'open', transaction_id })).toEqual([])
  })

  test.each([{}, { by: 'cash_id' }, { by: 'confirmed' }])(
    'goes page by page without doubles or gaps, while new ones come (%j)',
    async ({ by }) => {
      const player = `p-${randomUUID()}`
      for (let made = 0; made < 7; made += 1) {
        const { transaction_id } = await open({ player_id: player, cash_id: cashId })
        if (made % 2 === 0 || by === 'confirmed') {
          await world.confirm(approved, { transaction_id, type: 'deposit', amount: '10.00' })
        }
      }
      const filter = {
        player_id: player,
        ...(by === 'cash_id' ? { cash_id: cashId } : {}),
        ...(by === 'confirmed' ? { confirmed_from: '0' } : {}),
      }
      const whole = await idsOf(filter)
      expect(new Set(whole).size).toBe(7)
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await search({ ...filter, limit: '3', ...(cursor === '' ? {} : { cursor }) })
        seen.push(...page.list.map(({ transaction_id }) => transaction_id))
        cursor = page.next_cursor
        await open({ player_id: player, cash_id: cashId })
      }
      expect(seen).toEqual(whole)
    },
  )

  test.each([
    [{ cash_id: '1' }, 'cash_id'],
    [{ cash_id: 'x' }, 'cash_id'],
    [{ partner: 'unknown' }, 'partner'],
    [{ state: 'lost' }, 'state'],
    [{ amount: '1.234' }, 'amount'],
    [{ amount_from: '-1' }, 'amount_from'],
    [{ created_from: 'yesterday' }, 'created_from'],
    [{ limit: '0' }, 'limit'],
    [{ cursor: "1-' or 1=1" }, 'cursor'],
    [{ colour: 'red' }, 'colour'],
  ])('with %j is refused beside the field', async (filter, field) => {
    const { status, failure } = await support.call(contract.searchTransactions, filter as never)
    expect([status, Object.keys(failure.errors)]).toEqual([422, [field]])
  })
})

describe('one transaction', () => {
  test('is shown with where, by whom and for how much it was confirmed', async () => {
    const { transaction_id } = await open({ amount: '1000.00' })
    const fenced = await world.logIn('fenced')
    const near = { geo_lat: '41.3005', geo_lon: '69.2401', geo_accuracy: 12.5 }
    await world.confirm(fenced, { transaction_id, type: 'deposit', amount: '1000.00', ...near })
    const { transaction } = (await read(transaction_id)).payload
    expect(transaction).toMatchObject({
      state: 'confirmed',
      partner: partner.code,
      channel: 'tashkent',
      confirmed_by: await cashIdOf('fenced'),
      wrong_codes: 0,
      reversal: null,
      confirmation: {
        agent_name: 'Fenced Agent',
        fee: '20.00',
        fee_bp: 200,
        geo_lat: 41.3005,
        geo_accuracy_m: 12.5,
        geo_area_m: 300,
        ip: '127.0.0.1',
      },
    })
    expect(transaction.confirmation?.distance_m).toBeCloseTo(111.2, 0)
    expect(transaction.confirmation?.session?.id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is shown with its reversal and with every event, delivered or not', async () => {
    const { transaction_id } = await open()
    await world.confirm(approved, { transaction_id, type: 'deposit', amount: '10.00' })
    await partner.call(partnerApi.reverseTransaction, { transaction_id, reason: 'the wrong player' })
    const event = only(
      await world.db.query(
        sql`
          select id from outbox_event where topic = 'transaction.confirmed' 
            and subject_id = (select id from player_transaction where transaction_id = ${transaction_id})`,
        { id: col.uuid },
      ),
    )
    await world.db.execute(sql`
      insert into webhook_attempt (event_id, number, started_at, duration_ms, status, error, answer)
      values (${event.id}, 1, ${world.clock.now()}, 20, 500, null, 'oops'), (${event.id}, 2, ${world.clock.now()}, 9, null, 'no connection', null)`)
    const { transaction } = (await read(transaction_id)).payload
    expect(transaction.reversal).toMatchObject({ reason: 'the wrong player', requested_by: partner.key.id })
    expect(transaction.events.map(({ type }) => type)).toEqual(['transaction.confirmed', 'transaction.reversed'])
    expect(transaction.events[0]).toMatchObject({
      payload: { transaction_id, amount: '10.00', state: 'confirmed' },
      delivered_at: null,
      attempts: [
        { number: 2, status: null, error: 'no connection' },
        { number: 1, status: 500, answer: 'oops' },
      ],
    })
  })

  test('never shows its security code', async () => {
    const { transaction_id, security_code } = await open({ type: 'withdraw' })
    const { payload } = await read(transaction_id)
    expect(JSON.stringify(payload)).not.toMatch(new RegExp(`"${security_code}"|hash|sealed`))
  })

  test('that is not there is not found', async () => {
    expect((await read('NOSUCHID22')).status).toBe(404)
  })
})

describe('unlocking', () => {
  test('lets the right code be tried again, and is written down with its reason', async () => {
    const { transaction_id, security_code } = await lock()
    expect((await read(transaction_id)).payload.transaction).toMatchObject({ is_locked: true, wrong_codes: 5 })
    const { payload } = await support.call(contract.unlockTransaction, { transaction_id, reason: 'The player called.' })
    expect(payload.transaction).toMatchObject({ is_locked: false, wrong_codes: 0 })
    expect((await auditOf(transaction_id))[0]).toMatchObject({
      action: 'transaction.unlock',
      reason: 'The player called.',
      before: { wrong_codes: 5 },
      after: { wrong_codes: 0, locked_at: null },
    })
    const confirmed = await world.confirm(approved, {
      transaction_id,
      type: 'withdraw',
      amount: '20.00',
      security_code,
    })
    expect(confirmed.status).toBe(200)
  })

  test('happens once, however many ask for it at the same moment', async () => {
    const { transaction_id } = await lock(await world.logIn('fenced'))
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => support.call(contract.unlockTransaction, { transaction_id, reason: 'asked' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.failure.code).toBe('transaction_not_locked')
    expect(await auditOf(transaction_id)).toHaveLength(1)
  })

  test('is refused for what is over, and without a reason', async () => {
    const { transaction_id } = await open()
    const input = { transaction_id, reason: 'asked' }
    expect((await support.call(contract.unlockTransaction, { ...input, reason: ' ' })).failure.errors).toHaveProperty(
      'reason',
    )
    await partner.call(partnerApi.cancelTransaction, { transaction_id })
    expect((await support.call(contract.unlockTransaction, input)).failure.code).toBe('transaction_cancelled')
    expect((await support.call(contract.unlockTransaction, { ...input, transaction_id: 'NOSUCHID22' })).status).toBe(
      404,
    )
    expect(await auditOf(transaction_id)).toEqual([])
  })
})

describe('redelivering', () => {
  test('makes an event due again, and is written down', async () => {
    const { transaction_id } = await open()
    await partner.call(partnerApi.cancelTransaction, { transaction_id })
    const { id = '' } = (await read(transaction_id)).payload.transaction.events[0] ?? {}
    await world.db.execute(
      sql`update outbox_event set delivered_at = ${world.clock.now()}, next_attempt_at = null where id = ${id}`,
    )
    expect((await read(transaction_id)).payload.transaction.events[0]?.next_attempt_at).toBeNull()
    const lost = { event_id: id, reason: 'They lost it.' }
    expect((await support.call(contract.redeliverEvent, lost)).failure.code).toBe('webhook_stopped')
    await world.db.execute(sql`update partner set webhook_url = 'https://partner.test' where id = ${partner.partnerId}`)
    const { payload } = await support.call(contract.redeliverEvent, lost)
    expect(payload.transaction.events[0]).toMatchObject({ id, delivered_at: null })
    expect(payload.transaction.events[0]?.next_attempt_at).not.toBeNull()
    expect((await auditOf(transaction_id))[0]).toMatchObject({ action: 'event.redeliver', reason: 'They lost it.' })
  })

  test('of an unknown event is not found', async () => {
    const { status } = await support.call(contract.redeliverEvent, { event_id: randomUUID(), reason: 'asked' })
    expect(status).toBe(404)
  })
})
