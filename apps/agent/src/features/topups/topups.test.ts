import type { Topup } from '@cashbox/contract'
import { describe, expect, test } from 'vitest'
import { plainAmount } from '../../platform/plain-amount.ts'
import { outcomeOf, perfectMoneyForm } from './perfect-money-protocol.ts'
import { changedSince, creditedIn, neededFor, receivedFor, shortReference, withSeen } from './topup-rules.ts'

const tron = { type: 'tron', rate: '12650.50', offset_percent: '1.5' } as const
const perfectMoney = { type: 'perfect-money', rate: '41.2810', offset_percent: '-2' } as const

describe('the calculator', () => {
  test('answers while an amount is being typed', () => {
    expect(['', '.', '1', '1.', '1.5', '.5', '007'].map((typed) => receivedFor(typed, tron))).toEqual([
      '',
      '',
      '12840.25',
      '12840.25',
      '19260.38',
      '6420.12',
      '89881.80',
    ])
  })

  test('turns round: what it says to send brings what was asked for', () => {
    expect(neededFor('12840.25', tron)).toBe('1')
    expect(neededFor('1000', tron)).toBe('0.08')
    expect(receivedFor('0.08', tron)).toBe('1027.22')
    expect(receivedFor('0.07', tron)).toBe('898.81')
    expect(neededFor('1000', perfectMoney)).toBe('24.72')
    expect(receivedFor('24.72', perfectMoney)).toBe('1000.05')
    expect(receivedFor('24.71', perfectMoney)).toBe('999.65')
  })

  test('says nothing where there is no rate', () => {
    expect(receivedFor('10', { ...tron, rate: '0' })).toBe('')
    expect(neededFor('10', { ...tron, rate: '0' })).toBe('')
  })
})

test.each([
  ['12.', '12'],
  ['.5', '0.5'],
  ['0012.50', '12.50'],
  ['0', '0'],
  ['0.10', '0.10'],
  ['', ''],
  ['.', ''],
])('"%s" in a field means "%s"', (typed, amount) => {
  expect(plainAmount(typed)).toBe(amount)
})

const topup = (id: string, state: Topup['state'], received: string | null = null): Topup => ({
  id,
  type: 'tron',
  state,
  reason: state === 'held' ? 'below_minimum' : null,
  coin: 'USDT',
  sent: '10',
  confirmations: 0,
  rate: null,
  offset_percent: null,
  received,
  currency_code: received === null ? null : 'UZS',
  reference: id,
  explorer_url: null,
  note: null,
  seen_at: 0,
  finished_at: null,
})
const idsOf = (list: readonly Topup[]) => list.map(({ id }) => id)

describe('what has changed', () => {
  test('is nothing when the list is read for the first time', () => {
    expect(changedSince(null, [topup('b', 'confirming'), topup('a', 'credited')])).toEqual([])
  })

  test('is what got another state, and that only once', () => {
    const before = [topup('b', 'confirming'), topup('a', 'held')]
    const after = [topup('b', 'credited'), topup('a', 'held')]
    const seen = withSeen(null, before)
    expect(idsOf(changedSince(seen, after))).toEqual(['b'])
    expect(changedSince(withSeen(seen, after), after)).toEqual([])
  })

  test('is also what came and was credited between two looks, even the very first one', () => {
    expect(idsOf(changedSince(withSeen(null, []), [topup('a', 'credited')]))).toEqual(['a'])
    const seen = withSeen(null, [topup('a', 'credited')])
    expect(idsOf(changedSince(seen, [topup('b', 'credited'), topup('a', 'credited')]))).toEqual(['b'])
  })

  test('is not what is shown on a further page', () => {
    const seen = withSeen(null, [topup('c', 'credited')])
    expect(changedSince(seen, [topup('c', 'credited'), topup('b', 'credited'), topup('a', 'held')])).toEqual([])
  })
})

describe('what was credited', () => {
  test('is one sum for transfers that were credited together', () => {
    const changed = [topup('c', 'credited', '0.10'), topup('b', 'held'), topup('a', 'credited', '999999999999.20')]
    expect([...creditedIn(changed)]).toEqual([['UZS', 99_999_999_999_930n]])
  })

  test('is nothing while nothing is credited', () => {
    expect(creditedIn([topup('b', 'held'), topup('a', 'confirming')]).size).toBe(0)
  })
})

test('a transaction is shown by its two ends', () => {
  expect(shortReference(`4f2a1c${'0'.repeat(52)}9c1e0b`)).toBe('4f2a1c…9c1e0b')
})

test('a batch number is short enough to be shown whole', () => {
  expect(shortReference('100000001')).toBe('100000001')
})

const order = {
  account: 'U1234567',
  name: 'Cashbox',
  payment_id: 'pm0011',
  status_url: 'https://agents.example.com/callbacks/perfect-money',
  payment_units: 'USD',
  action_url: 'https://perfectmoney.com/api/step1.asp',
}
const payment = {
  order,
  amount: '25.5',
  language: 'en',
  returnUrl: 'https://agents.example.com/account-deposit',
} as const

describe("the form for the provider's page", () => {
  test('has every field of the protocol, and comes back by GET', () => {
    expect(perfectMoneyForm(payment)).toEqual({
      action: 'https://perfectmoney.com/api/step1.asp',
      fields: {
        PAYEE_ACCOUNT: 'U1234567',
        PAYEE_NAME: 'Cashbox',
        PAYMENT_ID: 'pm0011',
        PAYMENT_AMOUNT: '25.50',
        PAYMENT_UNITS: 'USD',
        STATUS_URL: 'https://agents.example.com/callbacks/perfect-money',
        PAYMENT_URL: 'https://agents.example.com/account-deposit',
        PAYMENT_URL_METHOD: 'GET',
        NOPAYMENT_URL: 'https://agents.example.com/account-deposit',
        NOPAYMENT_URL_METHOD: 'GET',
        BAGGAGE_FIELDS: '',
        INTERFACE_LANGUAGE: 'en_US',
      },
    })
  })

  test.each([
    ['5', '5.00'],
    ['0.1', '0.10'],
    ['999999999999.99', '999999999999.99'],
  ])('writes an amount of %s as %s', (amount, written) => {
    expect(perfectMoneyForm({ ...payment, amount }).fields['PAYMENT_AMOUNT']).toBe(written)
  })

  test.each([
    ['ru', 'ru_RU'],
    ['es', 'es_ES'],
    ['fr', 'fr_FR'],
    ['tr', 'tr_TR'],
    ['ar', 'ar_AE'],
  ] as const)('asks for the page in the language of the app: %s', (language, name) => {
    expect(perfectMoneyForm({ ...payment, language }).fields['INTERFACE_LANGUAGE']).toBe(name)
  })
})

test.each([
  ['0', 'decline'],
  ['000', 'decline'],
  ['', 'decline'],
  ['100000001', 'success'],
  ['1', 'success'],
  ['abc', 'success'],
  ['-1', 'success'],
  ['1.5', 'success'],
])('a batch number of "%s" is shown as %s', (batchNumber, outcome) => {
  expect(outcomeOf(batchNumber)).toBe(outcome)
})
