import { expect, test } from 'vitest'
import { formatRate } from './rates-page.tsx'

test('a rate keeps every digit it has, and has two decimals at least', () => {
  expect(formatRate('12650.5')).toBe('12,650.50')
  expect(formatRate('0.000000123456')).toBe('0.000000123456')
  expect(formatRate('999999999999.123456789012')).toBe('999,999,999,999.123456789012')
})
