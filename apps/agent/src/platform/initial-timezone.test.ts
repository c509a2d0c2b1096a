import { expect, test } from 'vitest'
import { initialTimezone } from './initial-timezone.ts'

test('the chosen time zone comes first', () => {
  expect(initialTimezone('Asia/Tashkent', 'Europe/Istanbul')).toBe('Asia/Tashkent')
})

test('without a choice the time zone is guessed from the device', () => {
  expect(initialTimezone(null, 'Europe/Istanbul')).toBe('Europe/Istanbul')
})

test('a stored time zone that does not exist is passed over', () => {
  expect(initialTimezone('Mars/Olympus', 'Europe/Istanbul')).toBe('Europe/Istanbul')
})

test('the default time zone is UTC', () => {
  expect(initialTimezone(null, undefined)).toBe('UTC')
})
