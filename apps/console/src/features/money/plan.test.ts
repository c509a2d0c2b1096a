import type { HeldTopup, KnownAgent, WholeTransaction } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { needsSecond, type Plan, planOf, type Subject } from './plan.ts'
import { firstValues, wishOf } from './wishes.ts'

const agent = {
  balance: '100.00',
  commission: '30.50',
  credit_line: '20.00',
  channel: { code: 'tashkent', name: 'Tashkent', currency_code: 'UZS' },
} as KnownAgent
const topup = { coin: 'USDT', sent: '2.5', received: '25.00' } as HeldTopup
const transaction = {
  type: 'withdraw',
  state: 'confirmed',
  amount: '40.00',
  confirmation: { fee: '0.60' },
} as WholeTransaction
const nothing: Subject = { agent: null, topup: null, transaction: null, rate: null, offsetPercent: '0' }

const after = (plan: Plan | null) => plan?.moves.map(({ account, after: sum }) => `${account} ${sum}`)

test.each([
  ['add', '1 250,5', ['float 1350.50'], false],
  ['take', '120.00', ['float -20.00'], false],
  ['take', '120.01', ['float -20.01'], true],
])(
  'an adjustment shows the balance after it, and whether it may be that low: %s %s',
  (direction, amount, moves, is) => {
    const plan = planOf('adjustment', firstValues('adjustment', { direction, amount }), { ...nothing, agent })
    expect([after(plan), plan?.isBelow]).toEqual([moves, is])
  },
)

test('a settlement without an amount is of all the commission', () => {
  const subject = { ...nothing, agent }
  const all = planOf('settlement', firstValues('settlement', {}), subject)
  expect([all?.amount, after(all)]).toEqual(['30.50', ['float 130.50', 'commission 0.00']])
  const part = planOf('settlement', firstValues('settlement', { amount: '0.5' }), subject)
  expect(after(part)).toEqual(['float 100.50', 'commission 30.00'])
})

test('a reversal moves the other way round, and takes the fee back', () => {
  const values = firstValues('reversal', {})
  expect(after(planOf('reversal', values, { ...nothing, agent, transaction }))).toEqual([
    'float 60.00',
    'commission 29.90',
  ])
  const deposit = { ...transaction, type: 'deposit' } as WholeTransaction
  expect(after(planOf('reversal', values, { ...nothing, agent, transaction: deposit }))?.[0]).toBe('float 140.00')
})

test('a credit is what the server says it is worth, or what a rate that was typed makes of it', () => {
  const subject = { ...nothing, agent, topup, rate: '12', offsetPercent: '1.5' }
  const worth = (rate: string, unowned = topup) =>
    planOf('suspense_credit', firstValues('suspense_credit', { rate }), { ...subject, topup: unowned })?.amount
  expect([worth(''), worth('20'), worth('', { ...topup, received: null })]).toEqual(['25.00', '50.75', '30.45'])
})

test.each(['', 'plenty', '0', '-5', '1.234'])('nothing is shown for %j', (amount) => {
  expect(planOf('payout', firstValues('payout', { amount }), { ...nothing, agent })).toBeNull()
})

test('two are needed above the sum, to the last decimal, and always where none is set', () => {
  const two = (amount: string, above: string | null) => needsSecond({ amount }, above)
  expect([two('2.00', '2.00'), two('2.000001', '2.00'), two('10', '9.99'), two('0.01', null)]).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('a request is sent as it was meant: taking has a sign, and what is left empty is left out', () => {
  const given = { cash_id: ' 100001 ', amount: '1 250,50', reason: 'cash', direction: 'take' }
  expect(wishOf('adjustment', 'id', firstValues('adjustment', given))).toEqual({
    id: 'id',
    kind: 'adjustment',
    cash_id: '100001',
    amount: '-1250.50',
    reason: 'cash',
  })
  expect(wishOf('settlement', 'id', firstValues('settlement', { cash_id: '1', reason: 'r' }))).not.toHaveProperty(
    'amount',
  )
  expect(wishOf('suspense_credit', 'id', firstValues('suspense_credit', { topup_id: 't', reason: 'r' }))).toEqual({
    id: 'id',
    kind: 'suspense_credit',
    topup_id: 't',
    reason: 'r',
  })
})
