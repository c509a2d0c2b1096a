import { expect, test } from 'vitest'
import { readActor } from './audit-names.tsx'
import { differencesOf } from './difference-table.tsx'
import { keysOfCode, plainName, plainValue } from './field-words.ts'
import {
  bpOf,
  formatAge,
  formatChange,
  formatCoins,
  formatDateTime,
  formatList,
  formatMoney,
  formatWhole,
  fromTimeInput,
  percentOf,
  toTimeInput,
} from './formats.ts'

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

test('money has two decimals, groups of three, and no cent is lost', () => {
  expect(formatMoney('1250.5')).toBe('1,250.50')
  expect(formatMoney('-999999999999999.99')).toBe('-999,999,999,999,999.99')
  expect(formatMoney('-0.00')).toBe('0.00')
})

test('counts are grouped', () => expect(formatWhole(5_000_000)).toBe('5,000,000'))

test('coins keep all their decimals', () => expect(formatCoins('1250.50000100')).toBe('1,250.500001'))

test('an age is shown in the largest unit that there are two of', () => {
  const ages = [0, 119, 120, 7199, 7200, 172_800].map(formatAge)
  expect(ages).toEqual(['0 seconds', '119 seconds', '2 minutes', '119 minutes', '2 hours', '2 days'])
})

test('words are listed as the language lists them', () => {
  expect(formatList(['Cash ID', 'Amount', 'Reason'])).toBe('Cash ID, Amount, and Reason')
  expect(formatList(['ID кассы', 'Сумма', 'Причина'], 'ru')).toBe('ID кассы, Сумма и Причина')
  expect(formatList(['المبلغ', 'السبب'], 'ar')).not.toContain(',')
})

test('a time is read in the zone that is asked for', () => {
  expect(formatDateTime(1_780_315_201, 'UTC')).toBe('01 Jun 2026 12:00:01')
  expect(formatDateTime(1_780_315_201, 'Asia/Tashkent')).toBe('01 Jun 2026 17:00:01')
})

test('a change is a percentage with its sign, and nothing where there was nothing', () => {
  expect([formatChange(112, 100), formatChange(50, 100), formatChange(7, 7)]).toEqual(['+12%', '-50%', '0%'])
  expect([formatChange(2400, 100), formatChange(5, 0)]).toEqual(['×24', null])
})

test('a time goes into a field and comes back', () => {
  expect(fromTimeInput(toTimeInput(1_780_315_200))).toBe(1_780_315_200)
  expect(fromTimeInput('')).toBeNull()
})
