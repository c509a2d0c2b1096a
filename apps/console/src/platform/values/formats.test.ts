import { expect, test } from 'vitest'
import {
  formatAge,
  formatChange,
  formatCoins,
  formatDateTime,
  formatList,
  formatMoney,
  formatWhole,
  fromTimeInput,
  toTimeInput,
} from './formats.ts'

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
