import { expect, test } from 'vitest'
import { isHashOf, v2Hash } from './status-call.ts'

const manual = {
  PAYMENT_ID: 'AB-123',
  PAYEE_ACCOUNT: 'U123456',
  PAYMENT_AMOUNT: '300.00',
  PAYMENT_UNITS: 'USD',
  PAYMENT_BATCH_NUM: '789012',
  PAYER_ACCOUNT: 'U456789',
  TIMESTAMPGMT: '876543210',
}
const omnipay = {
  PAYMENT_ID: '1488022447',
  PAYEE_ACCOUNT: 'U123456789',
  PAYMENT_AMOUNT: '0.10',
  PAYMENT_UNITS: 'USD',
  PAYMENT_BATCH_NUM: '636723',
  PAYER_ACCOUNT: 'U04174047283211',
  TIMESTAMPGMT: '1488022539',
}
const ours = {
  PAYMENT_ID: 'dep_000001',
  PAYEE_ACCOUNT: 'U1234567',
  PAYMENT_AMOUNT: '25.5',
  PAYMENT_UNITS: 'USD',
  PAYMENT_BATCH_NUM: '100000001',
  PAYER_ACCOUNT: 'U7654321',
  TIMESTAMPGMT: '1700000000',
}
const MANUAL = "ohboyi'msogood1"

test.each([
  ["A, the manual's own", MANUAL, manual, '1CC09524986EDC51F7BEA9E6973F5187'],
  ['B, of a form without PAYMENT_ID', MANUAL, { ...manual, PAYMENT_ID: 'NULL' }, 'CA3708D5766BD2414719FFE744D2C5CC'],
  ["C, omnipay's", 'Passphrase', omnipay, '34669B3A76D5F2F8F37A490EF1CE0409'],
  ['D, with one decimal', 'test-alt-pass', ours, '64DE49101630C312247C291E1307F7D4'],
  ['E, with two decimals', 'test-alt-pass', { ...ours, PAYMENT_AMOUNT: '25.50' }, '613F9B4E307F05EA3142F5B3662338E3'],
])('the hash is that of vector %s', (_name, passphrase, fields, hash) => {
  expect(v2Hash(fields, passphrase)).toBe(hash)
  expect(isHashOf(fields, passphrase, hash)).toBe(true)
})

test('no other hash fits, of any length', () => {
  const hash = v2Hash(ours, 'test-alt-pass')
  for (const other of ['', hash.slice(1), `${hash}0`, hash.toLowerCase(), `${hash.slice(0, -1)}é`, '0'.repeat(32)]) {
    expect(isHashOf(ours, 'test-alt-pass', other)).toBe(false)
  }
})

test.each(Object.keys(ours))('the hash is over %s', (name) => {
  expect(v2Hash({ ...ours, [name]: '1' }, 'test-alt-pass')).not.toBe(v2Hash(ours, 'test-alt-pass'))
})
