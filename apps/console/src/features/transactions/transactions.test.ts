import { type EventDelivery, type Partner } from '@cashbox/contract/operator'
import { expect, test } from 'vitest'
import { deliveryStateOf } from './delivery-state.ts'
import { plainAmount } from './plain-amount.ts'

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
