import { randomUUID } from 'node:crypto'
import * as contract from '@cashbox/contract/operator'
import {
  cancelTransaction,
  createTransaction,
  createTransactions,
  PartnerEvent,
  type PartnerTransaction,
  readPosition,
  readStatement,
  reverseTransaction,
} from '@cashbox/contract/partner'
import { col, sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { newTransaction, openPartnerWorld, type PartnerWorld } from '@cashbox/testing/partner-world'
import { someAgent } from '@cashbox/testing/some-agent'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { closeExpired } from '../../payments/transactions/close-transactions.ts'
import { countPositions } from './count-positions.ts'

let world: PartnerWorld
let admin: OperatorClient
let partner: PartnerClient
beforeAll(async () => {
  world = await openPartnerWorld()
  admin = await operatorOf(world.address, 'admin')
})
beforeEach(async () => {
  partner = await openPartner(world)
})
afterAll(() => world.close())

const reason = 'as agreed'
const read = async () => {
  const { list } = (await admin.call(contract.listPartners, {})).payload
  const found = list.find(({ code }) => code === partner.code)
  if (!found) throw new Error('the partner is not listed')
  return found
}
const setLimits = async (max_open: string | null, max_per_day: string | null, currency_code = 'UZS') => {
  const { code, version } = await read()
  return admin.call(contract.setPartnerWithdrawalLimits, {
    code,
    version,
    currency_code,
    max_open,
    max_per_day,
    reason,
  })
}
const withdraw = (amount: string, changes = {}) =>
  partner.call(createTransaction, newTransaction({ type: 'withdraw', amount, ...changes }))
const deposit = async (amount: string, changes = {}) => {
  const { payload } = await partner.call(createTransaction, newTransaction({ amount, ...changes }))
  expect(await world.confirmOpened(payload.transaction)).toMatchObject({ status: 200 })
  return payload.transaction
}
const paidOut = async (amount: string) => {
  const { transaction, security_code } = (await withdraw(amount)).payload
  expect(await world.confirmOpened(transaction, security_code)).toMatchObject({ status: 200 })
  return transaction
}
const setCover = async (credit_limit: string | null, low_level: string | null = null, currency_code = 'UZS') => {
  const { code, version } = await read()
  return admin.call(contract.setPartnerCover, { code, version, currency_code, credit_limit, low_level, reason })
}
const positionOf = async (currency = 'UZS') => {
  await countPositions(world, partner.partnerId)
  const { list } = (await partner.call(readPosition, {})).payload
  const found = list.find(({ currency_code }) => currency_code === currency)
  if (!found) throw new Error('the position is not listed')
  return found
}
const topics = async () => {
  const rows = await world.db.query(
    sql`
      select topic::text, event_payload(event) as payload, created_at from outbox_event as event
      where partner_id = ${partner.partnerId} and topic::text like 'position.%' order by number`,
    { topic: col.text, payload: col.json(z.unknown()), created_at: col.timestamptz },
  )
  return rows.map(({ topic, payload, created_at }) => {
    const event = PartnerEvent.parse({ type: topic, timestamp: created_at.toISOString(), data: payload })
    return [event.type, 'left' in event.data ? event.data.left : null]
  })
}
const alerts = async () => {
  const { list } = (await admin.call(contract.listAlerts, {})).payload
  const own = list.filter(({ subject }) => subject.id === `${partner.code}/UZS`)
  return own.map(({ kind, values }) => [kind, values['sum']])
}
const toConfirm = ({ type, transaction_id, amount }: PartnerTransaction) => ({ type, transaction_id, amount })
const outcomeOf = ({ status, failure }: { status: number; failure: { code: string } }) =>
  status === 200 ? 'opened' : failure.code

describe('what a partner may have paid out', () => {
  test('is a thousand times the approval limit by default, far below what a stolen key would take', async () => {
    expect((await read()).withdrawal_limits).toContainEqual({
      currency_code: 'UZS',
      max_open: '1000000000.00',
      max_per_day: '1000000000.00',
    })
    expect(outcomeOf(await withdraw('900000000.00'))).toBe('opened')
    const refused = await withdraw('200000000.00')
    expect([refused.status, outcomeOf(refused)]).toEqual([422, 'open_withdrawals_exceeded'])
    expect(refused.failure.errors['amount']?.[0]).toContain('1000000000.00 UZS')
  })

  test('is never exceeded, however many withdrawals are opened at the same moment', async () => {
    await setLimits('1000.00', '100000.00')
    const answers = await Promise.all(Array.from({ length: 12 }, () => withdraw('300.00')))
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'opened')).toHaveLength(3)
    expect(outcomeOf(await withdraw('100.00'))).toBe('opened')
    expect(outcomeOf(await withdraw('0.01'))).toBe('open_withdrawals_exceeded')
    const deposit = await partner.call(createTransaction, newTransaction({ amount: '5000.00' }))
    expect(deposit.status).toBe(200)
  })

  test('has room again for what was paid out or cancelled, up to the limit of the day', async () => {
    await setLimits('1000.00', '2500.00')
    const first = (await withdraw('1000.00')).payload
    expect(outcomeOf(await withdraw('1000.00'))).toBe('open_withdrawals_exceeded')
    await partner.call(cancelTransaction, { transaction_id: first.transaction.transaction_id })
    const second = (await withdraw('1000.00')).payload
    await world.confirmOpened(second.transaction, second.security_code)
    expect(outcomeOf(await withdraw('600.00'))).toBe('daily_withdrawals_exceeded')
    expect(outcomeOf(await withdraw('500.00'))).toBe('opened')
    expect(outcomeOf(await withdraw('0.01'))).toBe('daily_withdrawals_exceeded')
    await world.db.execute(sql`
      update partner_position set day = day - 1 where partner_id = ${partner.partnerId}`)
    expect(outcomeOf(await withdraw('500.00'))).toBe('opened')
  })

  test('has room for the deposits of the day, as soon as they are counted', async () => {
    await setLimits('5000.00', '1000.00')
    expect(outcomeOf(await withdraw('1000.00'))).toBe('opened')
    expect(outcomeOf(await withdraw('400.00'))).toBe('daily_withdrawals_exceeded')
    await deposit('400.00')
    expect(outcomeOf(await withdraw('400.00'))).toBe('opened')
    expect(outcomeOf(await withdraw('0.01'))).toBe('daily_withdrawals_exceeded')
  })

  test('is not used up by a repeated request, nor by one that is refused', async () => {
    await setLimits('1000.00', '1000.00')
    const reference = 'again-and-again'
    const answers = await Promise.all(Array.from({ length: 4 }, () => withdraw('600.00', { reference })))
    expect(answers.map(outcomeOf)).toEqual(['opened', 'opened', 'opened', 'opened'])
    expect(outcomeOf(await withdraw('600.00'))).toBe('open_withdrawals_exceeded')
    expect(outcomeOf(await withdraw('400.00'))).toBe('opened')
  })

  test('is lowered by one admin and raised by two', async () => {
    const lowered = await setLimits('1000.00', '2000.00')
    expect([lowered.payload.request, (await read()).withdrawal_limits]).toEqual([
      null,
      expect.arrayContaining([{ currency_code: 'UZS', max_open: '1000.00', max_per_day: '2000.00' }]),
    ])
    const raised = await setLimits('500.00', '3000.00')
    expect(raised.payload.request).toMatchObject({
      kind: 'partner_limits',
      before: { max_open: '1000.00', max_per_day: '2000.00' },
      after: { max_open: '500.00', max_per_day: '3000.00' },
    })
    expect(outcomeOf(await withdraw('800.00'))).toBe('opened')
    expect((await agree(world.address, raised)).state).toBe('completed')
    expect(outcomeOf(await withdraw('0.01'))).toBe('open_withdrawals_exceeded')
    // The default is higher, so it needs two as well.
    expect((await setLimits(null, null)).payload.request).not.toBeNull()
    expect((await setLimits('1.00', '1.00', 'XYZ')).failure.code).toBe('invalid_fields')
  })
})

describe('the cover of a partner', () => {
  test('is not limited by default, and one admin sets a limit that two raise or remove', async () => {
    expect(await positionOf()).toMatchObject({ balance: '0.00', credit_limit: null, left: null, cover: 'enough' })
    expect(outcomeOf(await withdraw('700.00'))).toBe('opened')
    expect((await setCover('1000.00', '100.00')).payload.request).toBeNull()
    expect(await positionOf()).toMatchObject({ reserved: '700.00', credit_limit: '1000.00', left: '300.00' })
    expect((await setCover('900.00', '200.00')).payload.request).toBeNull()
    const raised = await setCover('1200.00', '200.00')
    expect(raised.payload.request).toMatchObject({
      kind: 'partner_cover',
      before: { credit_limit: '900.00' },
      after: { credit_limit: '1200.00' },
    })
    expect(await positionOf()).toMatchObject({ credit_limit: '900.00' })
    await agree(world.address, raised)
    expect(await positionOf()).toMatchObject({ credit_limit: '1200.00', left: '500.00' })
    expect((await setCover(null)).payload.request).not.toBeNull()
    expect((await setCover('1.00', null, 'XYZ')).failure.code).toBe('invalid_fields')
  })

  test('is not made by deposits that agents took on credit, until they have paid', async () => {
    const agent = await someAgent(world, { status: 'approved', float: '100.00' })
    await world.db.execute(sql`update account set floor = -100000 where agent_id = ${agent.id} and kind = 'float'`)
    await setCover('0.00')
    const takeDeposit = async (amount: string) => {
      const { transaction } = (await partner.call(createTransaction, newTransaction({ amount }))).payload
      expect((await world.confirm(agent.token, toConfirm(transaction))).status).toBe(200)
    }
    await takeDeposit('300.00')
    expect(await positionOf()).toMatchObject({ balance: '300.00', on_credit: '200.00', left: '100.00' })
    await takeDeposit('50.00')
    expect(await positionOf()).toMatchObject({ balance: '350.00', on_credit: '250.00', left: '100.00' })
    expect(outcomeOf(await withdraw('101.00'))).toBe('cover_exceeded')
    const pay = async (amount: string) => {
      const asked = { id: randomUUID(), kind: 'adjustment', cash_id: agent.cashId, reason: 'cash brought' } as const
      expect((await admin.call(contract.createMoneyRequest, { ...asked, amount })).status).toBe(200)
    }
    await pay('240.00')
    expect(await positionOf()).toMatchObject({ on_credit: '10.00', left: '340.00' })
    await takeDeposit('20.00')
    expect(await positionOf()).toMatchObject({ on_credit: '30.00', left: '340.00' })
    expect(outcomeOf(await withdraw('340.00'))).toBe('opened')
    expect(outcomeOf(await withdraw('0.01'))).toBe('cover_exceeded')
    await pay('30.00')
    await takeDeposit('25.00')
    expect(await positionOf()).toMatchObject({ on_credit: '25.00', left: '30.00' })
  })

  test('refuses a withdrawal that it lacks the money for, and says how much is missing', async () => {
    await setCover('1000.00')
    expect(outcomeOf(await withdraw('600.00'))).toBe('opened')
    const refused = await withdraw('600.00')
    expect([refused.status, refused.failure.code]).toEqual([422, 'cover_exceeded'])
    expect(refused.failure.errors['amount']?.[0]).toContain('200.00 UZS')
    expect(await positionOf()).toMatchObject({ reserved: '600.00', left: '400.00' })
    expect(outcomeOf(await withdraw('400.00'))).toBe('opened')
  })

  test('is never exceeded by two hundred withdrawals that are opened by ten calls at the same moment', async () => {
    await setCover('1000.00')
    const openTwenty = (call: number) =>
      partner.call(createTransactions, {
        transactions: Array.from({ length: 20 }, (_, index) =>
          newTransaction({ type: 'withdraw', amount: '70.00', reference: `flood-${call}-${index}` }),
        ),
      })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, call) => openTwenty(call)))
    const outcomes = answers.flatMap(({ payload }) => payload.list)
    expect(outcomes).toHaveLength(200)
    const opened = outcomes.filter(({ transaction }) => transaction).length
    expect(opened).toBeGreaterThan(0)
    expect(opened).toBeLessThanOrEqual(14)
    // On a busy machine some wait too long for their turn, and may be asked for again.
    const codes = new Set(outcomes.flatMap(({ refusal }) => refusal?.code ?? []))
    expect([...codes].filter((code) => code !== 'unavailable')).toEqual(['cover_exceeded'])
    expect(await positionOf()).toMatchObject({ reserved: `${opened * 70}.00`, left: `${1000 - opened * 70}.00` })
  })

  test('is given back by cancellation, expiry and reversal, and stays used when the player is paid', async () => {
    await setCover('1000.00')
    const first = (await withdraw('1000.00')).payload.transaction
    expect(outcomeOf(await withdraw('1000.00'))).toBe('cover_exceeded')
    await partner.call(cancelTransaction, { transaction_id: first.transaction_id })
    expect(outcomeOf(await withdraw('1000.00', { expires_in: 60 }))).toBe('opened')
    world.clock.advance(61)
    await world.db.transaction((tx) => closeExpired(tx, world.clock.now()))
    const paid = await paidOut('1000.00')
    expect(outcomeOf(await withdraw('0.01'))).toBe('cover_exceeded')
    expect(await positionOf()).toMatchObject({ balance: '-1000.00', reserved: '0.00', left: '0.00' })
    await partner.call(reverseTransaction, { transaction_id: paid.transaction_id, reason: 'a mistake' })
    expect(outcomeOf(await withdraw('1000.00'))).toBe('opened')
    expect(await positionOf()).toMatchObject({
      balance: '0.00',
      withdrawals: '1000.00',
      withdrawals_reversed: '1000.00',
      reserved: '1000.00',
    })
  })

  test('is given back once, however often a withdrawal is cancelled or reversed while others are opened', async () => {
    await setCover('1000.00')
    const times = <T>(count: number, act: () => Promise<T>) => Array.from({ length: count }, act)
    /** Until the cover is used up. */
    const openMore = async () => {
      while ((await withdraw('30.00')).status === 200);
    }
    const first = (await withdraw('30.00')).payload
    const second = (await withdraw('30.00')).payload.transaction
    await openMore()
    const reservedByRows = async () =>
      (
        await world.db.query(
          sql`select sum(withdrawal)::bigint as minor from open_transaction where partner_id = ${partner.partnerId}`,
          { minor: col.int8 },
        )
      )[0]?.minor
    const cancel = () => partner.call(cancelTransaction, { transaction_id: second.transaction_id })
    await Promise.all([...times(3, cancel), ...times(3, openMore)])
    await openMore()
    expect(await positionOf()).toMatchObject({ reserved: '990.00', left: '10.00' })
    expect(await reservedByRows()).toBe(99_000n)
    expect(await world.confirmOpened(first.transaction, first.security_code)).toMatchObject({ status: 200 })
    const input = { transaction_id: first.transaction.transaction_id, reason: 'a mistake' }
    const reverse = () => partner.call(reverseTransaction, input)
    await Promise.all([...times(10, reverse), ...times(3, openMore)])
    await openMore()
    expect(await positionOf()).toMatchObject({ balance: '0.00', reserved: '990.00', left: '10.00' })
    expect(await reservedByRows()).toBe(99_000n)
  })

  test('grows by deposits as soon as they are confirmed, and only in their currency', async () => {
    await setCover('0.00')
    await setCover('0.00', null, 'TRY')
    expect(outcomeOf(await withdraw('100.00'))).toBe('cover_exceeded')
    const taken = await deposit('100.00')
    expect(outcomeOf(await withdraw('100.00'))).toBe('opened')
    const lira = await withdraw('100.00', { currency_code: 'TRY', channel: 'istanbul' })
    expect(outcomeOf(lira)).toBe('cover_exceeded')
    expect(await positionOf('TRY')).toMatchObject({ balance: '0.00', left: '0.00' })
    await partner.call(reverseTransaction, { transaction_id: taken.transaction_id, reason: 'a mistake' })
    expect(await positionOf()).toMatchObject({ balance: '0.00', deposits_reversed: '100.00', left: '-100.00' })
  })

  test('can be lowered below what is reserved: what is open is paid, and nothing new is opened', async () => {
    const { transaction, security_code } = (await withdraw('800.00')).payload
    await setCover('500.00')
    expect(await positionOf()).toMatchObject({ left: '-300.00', cover: 'exhausted' })
    expect(outcomeOf(await withdraw('0.01'))).toBe('cover_exceeded')
    expect(await world.confirmOpened(transaction, security_code)).toMatchObject({ status: 200 })
    expect(await positionOf()).toMatchObject({ balance: '-800.00', reserved: '0.00', left: '-300.00' })
  })

  test('is reported once when it gets low, when nothing is left, and when there is enough again', async () => {
    await setCover('1000.00', '300.00')
    const first = (await withdraw('600.00')).payload.transaction
    expect(await topics()).toEqual([])
    await withdraw('200.00')
    expect(await alerts()).toEqual([['cover_low', '200.00']])
    await withdraw('100.00')
    await withdraw('100.00')
    expect(await alerts()).toEqual([['cover_exhausted', '0.00']])
    const measured = await (await fetch(`${world.address}/metrics`)).text()
    expect(measured).toContain(`cashbox_partner_reserved{partner="${partner.code}",currency="UZS"} 1000`)
    await partner.call(cancelTransaction, { transaction_id: first.transaction_id })
    await countPositions(world, partner.partnerId)
    expect(await topics()).toEqual([
      ['position.low', '200.00'],
      ['position.exhausted', '0.00'],
      ['position.restored', '600.00'],
    ])
    expect(await alerts()).toEqual([])
  })
})

test('amounts around the level are not reported each time: there is enough again 5 % above it', async () => {
  await setCover('1000.00', '300.00')
  await withdraw('705.00')
  await deposit('10.00')
  expect(await positionOf()).toMatchObject({ left: '305.00', cover: 'low' })
  await deposit('10.00')
  expect(await positionOf()).toMatchObject({ left: '315.00', cover: 'enough' })
  await withdraw('15.00')
  expect(await positionOf()).toMatchObject({ left: '300.00', cover: 'enough' })
  expect(await topics()).toEqual([
    ['position.low', '295.00'],
    ['position.restored', '315.00'],
  ])
})

describe('a position', () => {
  const setFees = async (changes = {}) => {
    const { code, version } = await read()
    const fees = { deposit_fee_bp: 150, deposit_fee_fixed: '0.50', withdraw_fee_bp: 0, withdraw_fee_fixed: '1.00' }
    return admin.call(contract.setPartnerFees, { code, version, currency_code: 'UZS', reason, ...fees, ...changes })
  }

  test('has the fees of the tariff that was in force, which two admins set, and a reversal gives its fee back', async () => {
    await deposit('100.00')
    const asked = await setFees()
    expect(asked.payload.request).toMatchObject({
      kind: 'partner_fees',
      before: { deposit_fee: '0 % + 0.00', withdraw_fee: '0 % + 0.00' },
      after: { deposit_fee: '1.5 % + 0.50', withdraw_fee: '0 % + 1.00' },
    })
    await deposit('100.00')
    await agree(world.address, asked)
    const third = await deposit('33.00')
    await paidOut('50.00')
    // 0.495 is rounded to the even 0.50.
    expect(await positionOf()).toMatchObject({
      deposits: '233.00',
      withdrawals: '50.00',
      fees: '2.00',
      balance: '181.00',
    })
    await partner.call(reverseTransaction, { transaction_id: third.transaction_id, reason: 'a mistake' })
    expect(await positionOf()).toMatchObject({ fees: '1.00', balance: '149.00' })
    const { fees } = (await partner.call(readPosition, {})).payload
    expect(fees).toMatchObject([{ currency_code: 'UZS', deposit_fee_bp: 150, withdraw_fee_fixed: '1.00' }])
    expect((await setFees({ valid_from: 1 })).failure.code).toBe('fee_already_in_effect')
  })

  test('is read day by day with the balance after each day, by the partner and by operators', async () => {
    await deposit('300.00')
    world.clock.advance(24 * 60 * 60)
    const agent = await world.logIn('approved')
    const { transaction, security_code } = (await withdraw('120.00')).payload
    await world.confirm(agent, { ...toConfirm(transaction), security_code: security_code ?? '' })
    admin = await operatorOf(world.address, 'admin')
    await countPositions(world, partner.partnerId)
    const filter = { currency_code: 'UZS' }
    const { payload } = await partner.call(readStatement, filter)
    expect(payload).toMatchObject({
      opening: '0.00',
      closing: '180.00',
      list: [
        { withdraw_count: 1, withdrawals: '120.00', deposits: '0.00', balance: '180.00' },
        { deposit_count: 1, deposits: '300.00', withdrawals: '0.00', balance: '300.00' },
      ],
    })
    const seen = await admin.call(contract.listPositionDays, { code: partner.code, ...filter })
    expect(seen.payload).toEqual(payload)
    const [latest] = payload.list
    const later = { ...filter, from: latest?.day ?? '', to: latest?.day ?? '' }
    expect((await partner.call(readStatement, later)).payload).toMatchObject({ opening: '300.00', closing: '180.00' })
    const failures = [
      await partner.call(readStatement, { currency_code: 'XYZ' }),
      await partner.call(readStatement, { ...filter, from: '2026-02-01', to: '2026-01-01' }),
      await partner.call(readStatement, { ...filter, from: '2020-01-01', to: '2026-01-01' }),
    ]
    expect(failures.map(({ failure }) => failure.code)).toEqual([
      'currency_unknown',
      'period_invalid',
      'period_invalid',
    ])
  })
})
