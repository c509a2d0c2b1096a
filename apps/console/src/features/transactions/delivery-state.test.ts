import type { EventDelivery, Partner } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { deliveryStateOf } from './delivery-state.ts'

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
