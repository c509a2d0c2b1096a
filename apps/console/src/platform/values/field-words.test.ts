import { expect, test } from 'vitest'
import { keysOfCode, plainName, plainValue } from './field-words.ts'

test.each([
  ['is_demo', 'Demo'],
  ['reversal_window_s', 'Reversal window'],
  ['deposit_fee_bp', 'Deposit fee'],
])('%s is called %s', (field, name) => {
  expect(plainName(field)).toBe(name)
})

test.each([
  ['deposit_fee_bp', 150, '1.50 %'],
  ['credit_line', '1250000.50', '1,250,000.50'],
  ['status', 'approved', 'approved'],
  ['geo_area', 75, '75'],
])('%s %s reads %s', (field, value, text) => {
  expect(plainValue(field, value)).toBe(text)
})

test('the words for a code are looked for where its field has them, and never for what someone wrote', () => {
  expect(keysOfCode('permissions', 'read')).toEqual(['partners.permissions.read'])
  expect(keysOfCode('kind', 'payout')).toContain('money.kinds.payout')
  expect(keysOfCode('name', 'read')).toEqual([])
  expect(keysOfCode('secret', 'two words')).toEqual([])
})
