import { expect, test } from 'vitest'
import { timeLeft } from './transaction-parts.tsx'

test.each([
  [2 * 86_400 + 5, 'days_left', 2],
  [86_400, 'days_left', 1],
  [86_399, 'hours_left', 23],
  [3599, 'minutes_left', 59],
  [60, 'minutes_left', 1],
  [59.9, 'seconds_left', 59],
  [0, 'expired', 0],
  [-5, 'expired', 0],
])('of %d seconds it says %s: %d', (seconds, unit, count) => {
  expect(timeLeft(seconds)).toEqual({ unit, count })
})
