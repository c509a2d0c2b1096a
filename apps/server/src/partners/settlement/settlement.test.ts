import { randomUUID } from 'node:crypto'
import type { InputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import * as partnerContract from '@cashbox/contract/partner'
import { col, only, sql } from '@cashbox/postgres/database'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import {
  type NewTransaction,
  newTransaction,
  openPartnerWorld,
  type PartnerWorld,
} from '@cashbox/testing/partner-world'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isSignedEd25519 } from '../../platform/secrets/ed25519.ts'
import { endOfPeriod } from './close-statement.ts'
import { countAllPositions } from './count-positions.ts'

const DAY_S = 24 * 60 * 60

let world: PartnerWorld
let finance: OperatorClient
let partner: PartnerClient
/** The session of the agent who confirms. */
let agent: string
beforeAll(async () => {
  world = await openPartnerWorld()
  world.clock.leaveMidnight()
  await logIn()
})
beforeEach(async () => {
  partner = await openPartner(world)
})
afterAll(() => world.close())

type Payment = Extract<InputOf<typeof contract.createMoneyRequest>, { kind: 'partner_payment' }>

/** Sessions end when the clock moves on. */
async function logIn() {
  finance = await operatorOf(world.address, 'finance')
  agent = await world.logIn('approved')
}

const count = () => countAllPositions(world)
const today = () => world.clock.now().toISOString().slice(0, 10)

const ask = (changes: Partial<Payment> = {}) =>
  finance.call(contract.createMoneyRequest, {
    id: randomUUID(),
    kind: 'partner_payment',
    partner: partner.code,
    direction: 'in',
    currency_code: 'UZS',
    amount: '100.00',
    paid_on: today(),
    bank_reference: `ref ${randomUUID()}`,
    reason: 'on the bank statement',
    ...changes,
  })
const pay = async (changes: Partial<Payment> = {}) => agree(world.address, await ask(changes))
const reverse = (payment_id: string) =>
  finance.call(contract.createMoneyRequest, {
    id: randomUUID(),
    kind: 'partner_payment_reversal',
    payment_id,
    reason: 'typed wrongly',
  })
const payments = async () => (await finance.call(contract.listPartnerPayments, { code: partner.code })).payload.list

async function confirmed(changes: NewTransaction = {}) {
  const { payload, failure } = await partner.call(partnerContract.createTransaction, newTransaction(changes))
  if (!payload) throw new Error(failure.code)
  const { type, transaction_id, amount } = payload.transaction
  const code = payload.security_code === null ? {} : { security_code: payload.security_code }
  const done = await world.confirm(agent, { type, transaction_id, amount, ...code })
  if (done.status !== 200) throw new Error(done.failure.code)
  return transaction_id
}

const close = (currency_code = 'UZS') =>
  finance.call(contract.closePartnerStatement, { code: partner.code, currency_code, reason: 'end of the deal' })
const statements = async () => (await partner.call(partnerContract.listStatements, {})).payload.list
const versionOf = async () => {
  const { list } = (await finance.call(contract.listPartners, {})).payload
  return list.find(({ code }) => code === partner.code)?.version ?? 0
}
const schedule = async (period: partnerContract.StatementPeriod | null, due_days = 7) =>
  finance.call(contract.setStatementSchedule, {
    code: partner.code,
    version: await versionOf(),
    period,
    due_days,
    reason: 'as agreed',
  })
const balance = async (currency = 'UZS') =>
  only(
    await world.db.query(
      sql`
        select coalesce(sum(balance), 0)::bigint as sum from partner_position
        where partner_id = ${partner.partnerId} and currency_code = ${currency}`,
      { sum: col.int8 },
    ),
  ).sum

describe('a payment between network and partner', () => {
  test('waits for a second operator, however small, and then changes the position', async () => {
    const asked = await ask({ amount: '0.01' })
    expect(asked.payload.request).toMatchObject({
      kind: 'partner_payment',
      state: 'pending',
      needs_approval: true,
      subject: { kind: 'partner', id: partner.code },
      payment: { partner: partner.code, direction: 'in' },
    })
    expect([await balance(), await payments()]).toEqual([0n, []])
    expect((await agree(world.address, asked)).state).toBe('completed')
    expect([await balance(), await payments()]).toMatchObject([1n, [{ direction: 'in', amount: '0.01', statement: 1 }]])
    await pay({ direction: 'out', amount: '5.00' })
    expect(await balance()).toBe(-499n)
    expect(await world.verify()).toEqual([])
  })

  test('is previewed with the position before and after it', async () => {
    const { payload } = await finance.call(contract.previewMoneyRequest, {
      kind: 'partner_payment',
      partner: partner.code,
      direction: 'out',
      currency_code: 'UZS',
      amount: '30.00',
    })
    expect(payload.preview).toMatchObject({
      needs_approval: true,
      partner: { code: partner.code, before: '0.00', after: '-30.00' },
    })
    expect(await balance()).toBe(0n)
  })

  test('is recorded once: the same bank reference is refused, also when both requests wait', async () => {
    await pay({ bank_reference: 'INV 7 / March' })
    const again = await ask({ bank_reference: 'inv 7 / march', amount: '7.00' })
    expect([again.status, again.failure.code]).toEqual([422, 'bank_reference_used'])
    // The same reference with other spaces, in full width, and with a joiner that no one sees.
    const spaced = ['INV7/March', 'INV 7 /\u00A0March', 'ＩＮＶ ７ / March']
    for (const bank_reference of [...spaced, 'INV\u200C 7 / March', 'INV\uFE0F 7 / March', 'INV\u{E0100} 7 / March']) {
      expect((await ask({ bank_reference, amount: '7.00' })).failure.code, bank_reference).toBe('bank_reference_used')
    }
    expect((await ask({ bank_reference: '\u200C' })).failure.code).toBe('invalid_fields')
    const [one, two] = [await ask({ bank_reference: 'INV 8' }), await ask({ bank_reference: 'INV 8' })]
    expect((await agree(world.address, one)).state).toBe('completed')
    expect(await agree(world.address, two)).toMatchObject({ state: 'failed', failure: 'bank_reference_used' })
    expect(await balance()).toBe(20_000n)
    // The other direction, and another partner, have references of their own.
    expect((await pay({ bank_reference: 'INV 8', direction: 'out' })).state).toBe('completed')
    partner = await openPartner(world)
    expect((await pay({ bank_reference: 'INV 8' })).state).toBe('completed')
  })

  test('that is approved by two operators at the same moment is recorded once', async () => {
    const asked = (await ask()).payload.request
    const decision = { request_id: asked.id, version: asked.version, decision: 'approve' } as const
    const deciders = [await operatorOf(world.address, 'admin'), await operatorOf(world.address, 'admin2')]
    const answers = await Promise.all(deciders.map((one) => one.call(contract.decideApprovalRequest, decision)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await balance()).toBe(10_000n)
  })

  test('is never changed: it is reversed once, by two operators, and its reference is free again', async () => {
    const { id } = await pay({ bank_reference: 'INV 9', amount: '90.00' })
    const asked = await reverse(id)
    expect(asked.payload.request).toMatchObject({ kind: 'partner_payment_reversal', state: 'pending', amount: '90.00' })
    expect((await reverse(id)).failure.code).toBe('request_already_waiting')
    await agree(world.address, asked)
    expect(await balance()).toBe(0n)
    expect((await reverse(id)).failure.code).toBe('payment_reversed')
    expect((await reverse(asked.payload.request.id)).failure.code).toBe('payment_reversed')
    expect((await reverse(randomUUID())).failure.code).toBe('payment_unknown')
    await pay({ bank_reference: 'INV 9', amount: '9.00' })
    expect((await ask({ bank_reference: 'INV 9' })).failure.code).toBe('bank_reference_used')
    expect(await payments()).toMatchObject([
      { amount: '9.00', is_reversed: false },
      { amount: '90.00', reverses: id },
      { amount: '90.00', is_reversed: true },
    ])
    await expect(world.db.execute(sql`update partner_payment set amount = 1`)).rejects.toThrow()
    expect(await world.verify()).toEqual([])
  })

  test('needs a known partner and currency, and a day that has begun', async () => {
    expect((await ask({ partner: 'nobody' })).failure.code).toBe('partner_unknown')
    expect((await ask({ partner: 'demo' })).failure.code).toBe('partner_unknown')
    expect((await ask({ currency_code: 'XYZ' })).failure.code).toBe('currency_unknown')
    expect((await ask({ paid_on: '2199-01-01' })).failure.errors).toHaveProperty('paid_on')
  })
})

describe('a statement of account', () => {
  test('has everything since the last one, begins with what that ended with, and is signed', async () => {
    await confirmed({ amount: '1000.00' })
    await confirmed({ type: 'withdraw', amount: '300.00' })
    const first = (await close()).payload
    expect(first.statement).toMatchObject({
      number: 1,
      period: 'demand',
      opening: '0.00',
      closing: '700.00',
      owed: '0.00',
      totals: { deposits: { count: 1, sum: '1000.00' }, withdrawals: { count: 1, sum: '300.00' }, paid_out: '0.00' },
    })
    await pay({ direction: 'out', amount: '700.00' })
    await confirmed({ type: 'withdraw', amount: '50.00' })
    const second = (await close()).payload
    expect(second).toMatchObject({
      statement: { number: 2, opening: '700.00', closing: '-50.00', owed: '50.00', from: first.statement.until },
      payments: [{ direction: 'out', amount: '700.00', statement: 2 }],
    })
    const { signed_text, signature, public_key } = second
    expect(isSignedEd25519(public_key, signed_text, signature)).toBe(true)
    expect(isSignedEd25519(public_key, signed_text.replace('-50.00', '50.00'), signature)).toBe(false)
    expect((await close()).failure.code).toBe('nothing_to_close')
    expect(await world.verify()).toEqual([])
  })

  test('is sent to the partner, who reads it and accepts or disputes it', async () => {
    await confirmed()
    const { id } = (await close()).payload.statement
    const feed = (await partner.call(partnerContract.readFeed, {})).payload.list.map(({ event }) => event)
    expect(feed.at(-1)).toMatchObject({ type: 'statement.closed', data: { statement_id: id, closing: '25000.00' } })
    const dispute = (reason: string) => partner.call(partnerContract.disputeStatement, { statement_id: id, reason })
    expect((await dispute('a deposit is missing')).payload.statement).toMatchObject({
      answer: 'disputed',
      answer_reason: 'a deposit is missing',
    })
    const disputed = async () =>
      (await finance.call(contract.listAlerts, {})).payload.list.filter(
        ({ kind, subject }) => kind === 'statement_disputed' && subject.id === `${partner.code}/UZS`,
      )
    expect(await disputed()).toHaveLength(1)
    const accept = () => partner.call(partnerContract.acceptStatement, { statement_id: id })
    const accepted = (await accept()).payload
    expect(accepted.statement).toMatchObject({ answer: 'accepted', answer_reason: null })
    expect((await accept()).payload).toEqual(accepted)
    expect((await dispute('again')).failure.code).toBe('statement_accepted')
    expect(await disputed()).toEqual([])
    expect((await partner.call(partnerContract.readSignedStatement, { statement_id: id })).payload.statement).toEqual(
      accepted.statement,
    )
    partner = await openPartner(world)
    expect((await partner.call(partnerContract.readSignedStatement, { statement_id: id })).status).toBe(404)
    expect((await accept()).status).toBe(404)
  })

  test('has each confirmation once, also when periods are closed while confirmations run', async () => {
    const opened = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const { payload } = await partner.call(partnerContract.createTransaction, newTransaction({ amount: '10.00' }))
        return payload.transaction
      }),
    )
    const confirming = Promise.all(opened.map((transaction) => world.confirmOpened(transaction)))
    const closing = async () => {
      for (let round = 0; round < 6; round += 1) await close()
    }
    await Promise.all([confirming, closing(), closing(), count(), count()])
    await close()
    const closed = await statements()
    expect(closed.reduce((sum, { totals }) => sum + totals.deposits.count, 0)).toBe(24)
    expect(closed[0]?.closing).toBe('240.00')
    expect(await world.verify()).toEqual([])
  })

  test('is for one currency: another one has numbers, sums and statements of its own', async () => {
    await confirmed({ amount: '10.00' })
    await close()
    expect((await close('USD')).failure.code).toBe('currency_unknown')
    await world.db.execute(sql`
      insert into channel (id, code, name, currency_code) values (gen_random_uuid(), 'dollars', 'Dollars', 'USD')
      on conflict do nothing`)
    await pay({ currency_code: 'USD', amount: '3.00' })
    const { statement } = (await close('USD')).payload
    expect(statement).toMatchObject({ currency_code: 'USD', number: 1, opening: '0.00', closing: '3.00' })
    expect([await balance('UZS'), await balance('USD')]).toEqual([1000n, 300n])
    await world.db.execute(sql`delete from channel where code = 'dollars'`)
  })

  test('has the fees of its transactions as one movement, and gives back those of what was reversed', async () => {
    await world.db.execute(sql`
      insert into partner_fee (partner_id, currency_code, valid_from, deposit_fee_bp, deposit_fee_fixed,
        withdraw_fee_bp, withdraw_fee_fixed)
      values (${partner.partnerId}, 'UZS', 'epoch', 150, 10, 0, 0)`)
    const transaction_id = await confirmed({ amount: '1000.00' })
    expect((await close()).payload.statement).toMatchObject({ totals: { fees: '15.10' }, closing: '984.90' })
    await partner.call(partnerContract.reverseTransaction, { transaction_id, reason: 'a mistake' })
    const { statement } = (await close()).payload
    expect(statement).toMatchObject({ totals: { fees: '-15.10', reversed_deposits: '1000.00' }, closing: '0.00' })
    expect(await world.verify()).toEqual([])
  })

  test.each([
    ['an edited total', `update partner_statement set totals = totals || '{"paid_in": "1"}'`],
    ['an edited closing', 'update partner_statement set closing = closing + 1'],
    ['a statement that claims the events of another', `update partner_statement set counted_up_to = 0, ahead = '{}'`],
    ['a statement that was removed', 'delete from partner_statement where number = 1'],
    ['a counted day that was edited', 'update position_day set deposit_count = deposit_count + 1'],
    ['a payment that was edited', 'update partner_payment set amount = amount + 1'],
  ])('is compared by verify, which finds %s', async (_name, damage) => {
    await confirmed({ amount: '20.00' })
    await pay()
    await close()
    const takeBack = new Error('taken back')
    let broken: readonly unknown[] = []
    await expect(
      world.db.transaction(async (tx) => {
        const tables = ['partner_statement', 'partner_payment', 'position_day']
        await tx.script(tables.map((table) => `alter table ${table} disable trigger all`).join(';'))
        await tx.script(damage)
        broken = await world.verify(tx)
        throw takeBack
      }),
    ).rejects.toBe(takeBack)
    expect(broken).not.toEqual([])
  })

  test('comes as a file', async () => {
    await confirmed({ amount: '77.00' })
    await pay({ amount: '3.00', bank_reference: 'INV 10' })
    const { id } = (await close()).payload.statement
    const fetchFile = (format: 'csv' | 'pdf' | 'xlsx') =>
      fetch(`${world.address}/operator/v1${contract.statementFileUrl(partner.code, id, format)}`, {
        headers: { cookie: finance.cookie() },
      })
    const csv = await (await fetchFile('csv')).text()
    expect(csv).toContain('"Deposits","",1,77.00')
    expect(csv).toContain('INV 10')
    expect(csv).toContain('"Closing position","","",80.00')
    const pdf = Buffer.from(await (await fetchFile('pdf')).arrayBuffer())
    expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
    const xlsx = Buffer.from(await (await fetchFile('xlsx')).arrayBuffer())
    expect(xlsx.toString('latin1', 0, 2)).toBe('PK')
  })
})

describe('a schedule', () => {
  test.each([
    ['day', '2026-02-28T12:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['day', '2026-03-01T00:00:00Z', '2026-03-02T00:00:00.000Z'],
    ['week', '2026-11-18T08:00:00Z', '2026-11-23T00:00:00.000Z'],
    ['week', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00.000Z'],
    ['month', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00.000Z'],
  ] as const)('ends a %s after %s at %s', (period, after, end) => {
    expect(endOfPeriod(period, new Date(after)).toISOString()).toBe(end)
  })

  test('closes the day at midnight: what comes later is in the next statement', async () => {
    expect((await schedule('day')).payload.schedule).toMatchObject({ period: 'day', due_days: 7 })
    await confirmed({ amount: '11.00' })
    await count()
    expect(await statements()).toEqual([])
    world.clock.advance(DAY_S)
    await logIn()
    await confirmed({ amount: '5.00' })
    await count()
    await count()
    expect(await statements()).toMatchObject([{ number: 1, period: 'day', closing: '11.00' }])
    world.clock.advance(DAY_S)
    await count()
    expect(await statements()).toMatchObject([{ number: 2, opening: '11.00', closing: '16.00' }, { number: 1 }])
    world.clock.advance(DAY_S)
    await count()
    // A day without movements has no statement.
    expect(await statements()).toHaveLength(2)
    await logIn()
    expect(await world.verify()).toEqual([])
  })

  test('still closes for a disabled partner that owes money, which is overdue until it is paid', async () => {
    await schedule('day', 2)
    await confirmed({ type: 'withdraw', amount: '60.00' })
    await world.db.execute(sql`
      update partner set disabled_at = ${world.clock.now()} where id = ${partner.partnerId}`)
    world.clock.advance(DAY_S)
    await count()
    await count()
    await logIn()
    const list = async () => (await finance.call(contract.listPartnerStatements, { code: partner.code })).payload.list
    expect(await list()).toMatchObject([{ closing: '-60.00', owed: '60.00', is_overdue: false }])
    const overdue = async () =>
      (await finance.call(contract.listAlerts, {})).payload.list.filter(
        ({ kind, subject }) => kind === 'statement_overdue' && subject.id === `${partner.code}/UZS`,
      )
    expect(await overdue()).toEqual([])
    world.clock.advance(2 * DAY_S)
    await logIn()
    expect(await list()).toMatchObject([{ owed: '60.00', is_overdue: true }])
    await pay({ amount: '20.00' })
    expect(await overdue()).toMatchObject([{ values: { number: 1, sum: '40.00' } }])
    await pay({ amount: '40.00' })
    expect([await overdue(), await list()]).toMatchObject([[], [{ owed: '0.00', is_overdue: false }]])
    expect(await world.verify()).toEqual([])
  })
})
