import type { AuditEntry, EventDelivery, WholeTransaction } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { stepsOf } from './timeline.ts'

const open = {
  state: 'open',
  created_at: 100,
  expires_at: 900,
  closed_at: null,
  locked_at: null,
  confirmation: null,
  reversal: null,
  events: [],
} as unknown as WholeTransaction

const kindsOf = (transaction: Partial<WholeTransaction>, acts: readonly Partial<AuditEntry>[] = []) =>
  stepsOf({ ...open, ...transaction }, acts as AuditEntry[]).map(({ kind }) => kind)

const locked = (created_at: number) => ({ type: 'transaction.locked', created_at }) as EventDelivery

test('an open transaction still has its end before it', () => {
  expect(kindsOf({})).toEqual(['opened', 'expires'])
})

test('what is over does not expire any more', () => {
  expect(kindsOf({ state: 'cancelled', closed_at: 200 })).toEqual(['opened', 'cancelled'])
  expect(kindsOf({ state: 'expired', closed_at: 900 })).toEqual(['opened', 'expired'])
})

test('each lock is listed, also of one that was unlocked since, and in the order of time', () => {
  const events = [locked(200), locked(400)]
  const acts = [
    { action: 'transaction.unlock', at: 300, actor: 'Support', reason: 'asked' },
    { action: 'something.else', at: 310, actor: 'Support' },
  ]
  expect(kindsOf({ events, locked_at: 400 }, acts)).toEqual(['opened', 'locked', 'unlocked', 'locked', 'expires'])
})

test('a lock without an event is listed too', () => {
  expect(kindsOf({ locked_at: 200 })).toEqual(['opened', 'locked', 'expires'])
})
