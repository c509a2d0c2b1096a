import { CallFailure } from '@cashbox/client/call-failure'
import { describe, expect, test } from 'vitest'
import { outcomeOf, outcomeOfFailure } from './confirmation-outcome.ts'

const refused = (code: string) =>
  new CallFailure('refused', { status: 422, body: { code, message: 'No.', errors: {} } })

describe('asked what became of a transaction', () => {
  const found = {
    transaction_id: 'ABCDEFGH23',
    type: 'deposit' as const,
    amount: '1.00',
    currency_code: 'UZS',
    customer: '48***07',
    fee: '0.02',
    expires_at: 100,
    state: 'open' as const,
    finished_at: null,
  }

  test('the server says confirmed only for our own', () => {
    expect(outcomeOf({ ...found, state: 'confirmed', finished_at: 50 }, 0)).toEqual({
      kind: 'confirmed',
      finishedAt: 50,
    })
    expect(outcomeOf(found, 0)).toEqual({ kind: 'unconfirmed' })
  })

  test.each([
    ['transaction_already_confirmed', 'closed'],
    ['transaction_cancelled', 'closed'],
    ['transaction_locked', 'closed'],
    ['transaction_not_found', 'closed'],
    ['transaction_expired', 'unconfirmed'],
    ['too_many_requests', 'unknown'],
    ['agent_not_active', 'unknown'],
    ['maintenance', 'unknown'],
  ])('%s means %s', (code, kind) => {
    expect(outcomeOfFailure(refused(code))).toEqual({ kind })
  })

  test.each(['unreachable', 'timeout', 'broken'] as const)('%s leaves the outcome unknown', (kind) => {
    expect(outcomeOfFailure(new CallFailure(kind))).toEqual({ kind: 'unknown' })
  })
})
