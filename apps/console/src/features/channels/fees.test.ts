import { expect, test } from 'vitest'
import { momentOf, nextMidnight } from '../../platform/forms/start-fields.tsx'
import { fromTimeInput } from '../../platform/values/formats.ts'
import { pairOf } from './channels-page.tsx'

test('a pair of fees is shown in percent', () => {
  expect(pairOf({ deposit_fee_bp: 125, withdraw_fee_bp: 5 })).toEqual({ deposit: '1.25', withdraw: '0.05' })
})

test('the next midnight is at most a day away, and nonsense is no moment', () => {
  const now = Date.now()
  const seconds = fromTimeInput(nextMidnight(now)) ?? 0
  expect(seconds * 1000).toBeGreaterThan(now)
  expect(seconds * 1000 - now).toBeLessThanOrEqual(25 * 3600 * 1000)
  expect(momentOf('')).toBeNaN()
})
