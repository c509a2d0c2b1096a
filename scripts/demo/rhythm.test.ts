import { expect, test } from 'vitest'
import { paymentsAnHour, someAmount, startDay } from './rhythm.ts'

test('a day has a quiet night, a busy noon and a busier evening', () => {
  expect(paymentsAnHour(4)).toBeLessThan(0.2)
  expect(paymentsAnHour(12.5)).toBeGreaterThan(2)
  expect(paymentsAnHour(19)).toBeGreaterThan(paymentsAnHour(12.5))
})

test('at speed 60 an hour lasts a minute, and the day is over after 24 minutes', () => {
  let now = 0
  const day = startDay(60, 8, () => now)
  expect([day.time(), day.isOver()]).toEqual(['08:00', false])
  now = 90_000
  expect(day.time()).toBe('09:30')
  now = 20 * 60_000
  expect([day.time(), day.isOver()]).toEqual(['04:00', false])
  now = 24 * 60_000
  expect(day.isOver()).toBe(true)
})

test('amounts are whole steps', () => {
  expect([0, 0.5, 0.999].map((random) => someAmount(50, () => random))).toEqual(['50.00', '800.00', '6000.00'])
})
