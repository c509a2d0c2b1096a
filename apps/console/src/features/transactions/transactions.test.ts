import type { AuditEntry, EventDelivery, Partner, WholeTransaction } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { stepsOf } from './facts-section.tsx'
import { deliveryStateOf, plainAmount } from './transactions.ts'

test('an amount is understood with its groups of three, and nothing else is made one', () => {
  expect(plainAmount(' 1,250.00 ')).toBe('1250.00')
  expect(plainAmount('12 650.5')).toBe('12650.5')
  expect(plainAmount('77,01')).toBe('77,01')
  expect(plainAmount('-5')).toBe('-5')
})

const waiting = { next_attempt_at: 1000 } as EventDelivery
const webhook = { url: 'https://partner.test', is_enabled: true } as Partner['webhook']
const around = { isBehind: false, webhook, nowMs: 999_000 }

test('an event is tried when its time has come, and not before', () => {
  expect(deliveryStateOf(waiting, around)).toBe('later')
  expect(deliveryStateOf(waiting, { ...around, nowMs: 1_000_000 })).toBe('due')
})

test('one that has arrived waits for nothing', () => {
  const arrived = { ...waiting, next_attempt_at: null }
  expect(deliveryStateOf(arrived, { ...around, webhook: { ...webhook, is_enabled: false } })).toBe('arrived')
})

test('no time is promised while something else is in the way', () => {
  expect(deliveryStateOf(waiting, { ...around, isBehind: true })).toBe('behind')
  expect(deliveryStateOf(waiting, { ...around, webhook: { ...webhook, is_enabled: false } })).toBe('switched_off')
  expect(deliveryStateOf(waiting, { ...around, webhook: { ...webhook, url: null } })).toBe('no_address')
})

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
