import { CallFailure } from '@cashbox/client/call-failure'
import { describe, expect, test } from 'vitest'
import {
  type Attempt,
  type ConfirmationEvent,
  type ConfirmationState,
  checkDelayMs,
  type Draft,
  empty,
  isHeld,
  keyFor,
  next,
  type Outcome,
  outcomeOf,
  outcomeOfFailure,
  resumed,
  type Unsure,
} from './confirmation.ts'

const draft: Draft = { type: 'withdraw', transactionId: 'ABCD234567', amount: '12.50', securityCode: '123456' }
const SENT_AT_MS = 1_700_000_000_000
const attempt: Attempt = {
  key: 'first-key',
  type: 'withdraw',
  transactionId: 'ABCD234567',
  amount: '12.50',
  cashId: '100001',
  sentAtMs: SENT_AT_MS,
}
const refused = (code = 'amount_mismatch') =>
  new CallFailure('refused', { status: 422, body: { code, message: 'No.', errors: { amount: ['No.'] } } })

const after = (state: ConfirmationState, ...events: ConfirmationEvent[]) => events.reduce(next, state)
const submit: ConfirmationEvent = { event: 'submit', draft }
const send: ConfirmationEvent = { event: 'send', attempt }
const failed = (failure: CallFailure): ConfirmationEvent => ({ event: 'failed', failure })
const checked = (kind: 'unconfirmed' | 'closed' | 'unknown', afterMs: number): ConfirmationEvent => ({
  event: 'checked',
  outcome: { kind } as Outcome,
  atMs: SENT_AT_MS + afterMs,
})
const sending = after(empty, submit, send)
const unsure = after(sending, failed(new CallFailure('unreachable'))) as Unsure

describe('a confirmation', () => {
  test('asks for the place, is sent, and is done when the server says so', () => {
    expect(after(empty, submit).phase).toBe('locating')
    expect(sending.phase).toBe('sending')
    expect(after(sending, { event: 'confirmed', finishedAt: 5 })).toEqual({
      phase: 'done',
      attempt,
      finishedAt: 5,
      wasUnsure: false,
    })
  })

  test('is not sent twice, however often it is submitted', () => {
    for (const state of [
      after(empty, submit),
      sending,
      unsure,
      after(sending, { event: 'confirmed', finishedAt: 5 }),
    ]) {
      expect(next(state, submit)).toBe(state)
    }
  })

  test('goes back to the form with the refusal', () => {
    const failure = refused()
    expect(after(sending, failed(failure))).toEqual({ phase: 'filling', failure, lost: null })
  })

  test.each(['unreachable', 'timeout', 'broken'] as const)('is unsure, not refused, when the call was %s', (kind) => {
    expect(after(sending, failed(new CallFailure(kind, { status: kind === 'broken' ? 500 : 0 }))).phase).toBe('unsure')
  })

  test('can only be left while nothing is under way', () => {
    expect([empty, after(empty, submit), sending, unsure].map(isHeld)).toEqual([false, true, true, true])
    expect(isHeld(after(sending, { event: 'confirmed', finishedAt: 5 }))).toBe(false)
  })

  test('is taken up as unsure after a restart', () => {
    expect(resumed(attempt)).toMatchObject({ phase: 'unsure', attempt, draft: null })
  })
})

describe('while unsure', () => {
  test('it is done when the server has it, at the time that the server gives', () => {
    const state = next(unsure, { event: 'checked', outcome: { kind: 'confirmed', finishedAt: 7 }, atMs: SENT_AT_MS })
    expect(state).toEqual({ phase: 'done', attempt, finishedAt: 7, wasUnsure: true })
  })

  test('one look that finds it unconfirmed proves nothing', () => {
    expect(after(unsure, checked('unconfirmed', 60_000)).phase).toBe('unsure')
  })

  test('it may still arrive within ten seconds, however often it is not there', () => {
    const looks = [1000, 3000, 7000, 9999].map((ms) => checked('unconfirmed', ms))
    expect(after(unsure, ...looks).phase).toBe('unsure')
    expect(after(unsure, ...looks, checked('unconfirmed', 10_000)).phase).toBe('filling')
  })

  test('two looks count only when they follow one another', () => {
    const looks = [checked('unconfirmed', 20_000), checked('unknown', 25_000), checked('unconfirmed', 30_000)]
    expect(after(unsure, ...looks).phase).toBe('unsure')
    expect(after(unsure, ...looks, checked('unconfirmed', 32_000)).phase).toBe('filling')
  })

  test('it is over at once when the transaction is closed for what was sent', () => {
    expect(after(unsure, checked('closed', 1000))).toEqual({
      phase: 'filling',
      failure: null,
      lost: { attempt, draft },
    })
  })

  test('an unknown outcome never ends it', () => {
    const hour = Array.from({ length: 240 }, (_, index) => checked('unknown', index * 15_000))
    expect(after(unsure, ...hour).phase).toBe('unsure')
  })

  test('it is overdue after two minutes without an answer', () => {
    expect(after(unsure, checked('unknown', 119_999))).toMatchObject({ isOverdue: false })
    expect(after(unsure, checked('unknown', 120_000))).toMatchObject({ isOverdue: true })
  })

  test('a clock that was set back does not keep it for ever', () => {
    const looks = [checked('unconfirmed', -3_600_000), checked('unconfirmed', -3_598_000)]
    expect(after(unsure, ...looks).phase).toBe('filling')
  })

  test('the server is asked after 1, 2, 4, 8 and then every 15 seconds', () => {
    const delays = [0, 1, 2, 3, 4, 5, 50].map((checks) => checkDelayMs({ ...unsure, checks }, SENT_AT_MS + 60_000))
    expect(delays).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
  })

  test('it is asked in short steps again when the connection is back', () => {
    const late = { ...unsure, checks: 9, timesUnconfirmed: 1 }
    expect(next(late, { event: 'connection-back' })).toEqual({ ...late, checks: 0 })
    expect(next(sending, { event: 'connection-back' })).toBe(sending)
  })

  test('it is asked again as soon as the answer can settle it', () => {
    const once = { ...unsure, timesUnconfirmed: 1 }
    expect(checkDelayMs({ ...once, checks: 3 }, SENT_AT_MS + 7000)).toBe(3000)
    expect(checkDelayMs({ ...once, checks: 9 }, SENT_AT_MS + 60_000)).toBe(2000)
  })
})

describe('the key', () => {
  const newKey = () => 'new-key'
  const lost = { attempt, draft }

  test('stays the same when the same is sent again after its answer was lost', () => {
    expect(keyFor({ ...draft }, lost, newKey)).toBe('first-key')
  })

  test.each([{ amount: '12.51' }, { securityCode: '654321' }, { transactionId: 'WXYZ234567' }])(
    'is new when %o changed',
    (change) => {
      expect(keyFor({ ...draft, ...change }, lost, newKey)).toBe('new-key')
    },
  )

  test('is new after a refusal, which the server would only repeat to the old one', () => {
    const state = after(sending, failed(refused()))
    expect(state).toMatchObject({ lost: null })
    expect(keyFor(draft, null, newKey)).toBe('new-key')
  })

  test('is new after a restart, as the security code was not kept', () => {
    expect(keyFor(draft, { attempt, draft: null }, newKey)).toBe('new-key')
  })
})

describe('after one that was lost', () => {
  const notThrough = after(unsure, checked('closed', 1000))
  const again = after(notThrough, submit, { event: 'send', attempt: { ...attempt, key: 'second-key' } })

  test('"already confirmed" may mean by us: the server is asked', () => {
    expect(after(again, failed(refused('transaction_already_confirmed'))).phase).toBe('unsure')
  })

  test('it means by another agent when nothing was lost', () => {
    expect(after(sending, failed(refused('transaction_already_confirmed'))).phase).toBe('filling')
  })

  test('it means by another agent when another transaction was lost', () => {
    const other = after(notThrough, submit, { event: 'send', attempt: { ...attempt, transactionId: 'WXYZ234567' } })
    expect(after(other, failed(refused('transaction_already_confirmed'))).phase).toBe('filling')
  })
})

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

  test('a deposit by player ID that is not found may still arrive', () => {
    expect(outcomeOfFailure(refused('transaction_not_found'), { byPlayer: true })).toEqual({ kind: 'unconfirmed' })
  })

  test.each(['unreachable', 'timeout', 'broken'] as const)('%s leaves the outcome unknown', (kind) => {
    expect(outcomeOfFailure(new CallFailure(kind))).toEqual({ kind: 'unknown' })
  })
})
