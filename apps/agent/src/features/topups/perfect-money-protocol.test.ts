import { describe, expect, test } from 'vitest'
import { outcomeOf, perfectMoneyForm } from './perfect-money-protocol.ts'

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
  ['abc', 'unclear'],
  ['-1', 'unclear'],
  ['1.5', 'unclear'],
])('a batch number of "%s" is shown as %s', (batchNumber, outcome) => {
  expect(outcomeOf(batchNumber)).toBe(outcome)
})
