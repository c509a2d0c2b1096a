import { expect, test } from 'vitest'
import { readActor } from './actor-words.ts'
import { differencesOf } from './difference-table.tsx'
import { keysOfCode, plainName, plainValue } from './field-words.ts'
import { bpOf, percentOf } from './formats.ts'

test.each([
  ['Olga Petrova', { name: 'Olga Petrova' }],
  ['Olga Petrova, approved by Ali Can', { requester: 'Olga Petrova', approver: 'Ali Can' }],
  ['command line', { key: 'command_line' }],
  ['not logged in', { key: 'not_logged_in' }],
])('%s is taken apart into names and what has words in every language', (actor, parts) => {
  expect(readActor(actor)).toEqual(parts)
})

test('a percentage is hundredths of itself, and comes back as it was', () => {
  expect(bpOf('1.5')).toBe(150)
  expect(bpOf(' 1,5 ')).toBe(150)
  expect(bpOf('0')).toBe(0)
  expect(percentOf(150)).toBe('1.50')
  expect(bpOf(percentOf(29))).toBe(29)
})

test('what is no percentage is no number', () => {
  for (const text of ['', '.', '1.234', '1e2', '-1', '1.5 %']) expect(bpOf(text)).toBeNaN()
})

test('each field that changed is shown as it was and as it became, without the count of changes', () => {
  const before = { role: 'support', name: 'Dana', version: 1 }
  expect(differencesOf(before, { ...before, role: 'risk', version: 2 })).toEqual([
    { field: 'role', before: 'support', after: 'risk' },
  ])
})

test('values are written as they are asked for', () => {
  const percent = (_field: string, value: unknown) => `${String(value)} %`
  expect(differencesOf({ fee: 1 }, { fee: 2 }, percent)).toEqual([{ field: 'fee', before: '1 %', after: '2 %' }])
})

test('what was not there, or is no longer, is nothing', () => {
  expect(differencesOf(null, { email: 'a@b.c' })).toEqual([{ field: 'email', before: null, after: 'a@b.c' }])
  expect(differencesOf({ note: 'late' }, { note: null })).toEqual([{ field: 'note', before: 'late', after: null }])
  expect(differencesOf(null, null)).toEqual([])
})

test('what has parts keeps them', () => {
  expect(differencesOf(null, { geo: { lat: 41 } })[0]?.after).toBe('{\n "lat": 41\n}')
})

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
