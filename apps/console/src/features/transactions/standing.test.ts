import type { Partner, ToldEvent } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'

const waiting = { next_attempt_at: 1000 } as ToldEvent
const webhook = { url: 'https://partner.test', is_on: true } as Partner['webhook']
const around = { isBehind: false, webhook, nowMs: 999_000 }

test('an event is tried when its time has come, and not before', () => {
  expect(standingOf(waiting, around)).toBe('later')
  expect(standingOf(waiting, { ...around, nowMs: 1_000_000 })).toBe('due')
})

test('one that has arrived waits for nothing', () => {
  const arrived = { ...waiting, next_attempt_at: null }
  expect(standingOf(arrived, { ...around, webhook: { ...webhook, is_on: false } })).toBe('arrived')
})

test('no time is promised while something else is in the way', () => {
  expect(standingOf(waiting, { ...around, isBehind: true })).toBe('behind')
  expect(standingOf(waiting, { ...around, webhook: { ...webhook, is_on: false } })).toBe('switched_off')
  expect(standingOf(waiting, { ...around, webhook: { ...webhook, url: null } })).toBe('no_address')
})
