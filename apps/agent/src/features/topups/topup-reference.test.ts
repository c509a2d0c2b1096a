import { expect, test } from 'vitest'
import { shortReference } from './topup-reference.tsx'

test('a transaction is shown by its two ends', () => {
  expect(shortReference(`4f2a1c${'0'.repeat(52)}9c1e0b`)).toBe('4f2a1c…9c1e0b')
})

test('a batch number is short enough to be shown whole', () => {
  expect(shortReference('100000001')).toBe('100000001')
})
