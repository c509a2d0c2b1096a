import { describe, expect, test } from 'vitest'
import { parseAttempt } from './stored-attempt.ts'

describe('what was kept of an unsure payment', () => {
  const attempt = {
    key: 'k',
    type: 'deposit',
    transactionId: 'ABCDEFGH23',
    amount: '1.00',
    cashId: '100001',
    sentAtMs: 5,
  }

  test('is read back as it was', () => {
    expect(parseAttempt(JSON.stringify(attempt))).toEqual(attempt)
    expect(parseAttempt(JSON.stringify({ ...attempt, byPlayer: true }))).toEqual({ ...attempt, byPlayer: true })
  })

  test.each([null, '', 'nonsense', '{}', JSON.stringify({ ...attempt, type: 'gift' })])(
    'is nothing when it is %s',
    (text) => {
      expect(parseAttempt(text)).toBeNull()
    },
  )
})
