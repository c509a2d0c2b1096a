import { expect, test } from 'vitest'
import { ageOf, changedTerms, durationOf, secondsOf, termValues } from './durations.tsx'

test('a duration is shown in the largest unit that needs no fraction, and comes back as it was', () => {
  expect(durationOf(86_400)).toEqual({ amount: '1', unit: 'days' })
  expect(durationOf(129_600)).toEqual({ amount: '36', unit: 'hours' })
  expect(durationOf(5400)).toEqual({ amount: '90', unit: 'minutes' })
  expect(durationOf(0)).toEqual({ amount: '0', unit: 'minutes' })
  expect(durationOf(100)).toEqual({ amount: '1.67', unit: 'minutes' })
  for (const seconds of [0, 60, 5400, 129_600, 86_400, 31_622_400]) {
    expect(secondsOf(durationOf(seconds))).toBe(seconds)
  }
})

test('what is typed becomes whole seconds, and nothing is rounded in silence', () => {
  expect(secondsOf({ amount: ' 1,5 ', unit: 'hours' })).toBe(5400)
  expect(secondsOf({ amount: '0.29', unit: 'hours' })).toBe(1044)
  expect(secondsOf({ amount: '0.01', unit: 'minutes' })).toBeNaN()
  for (const amount of ['', 'x', '-1', '1.234']) expect(secondsOf({ amount, unit: 'days' })).toBeNaN()
})

test('an age is rounded down to one unit', () => {
  expect(ageOf(59)).toBeNull()
  expect(ageOf(3599)).toEqual({ unit: 'minutes', count: 59 })
  expect(ageOf(90_000)).toEqual({ unit: 'days', count: 1 })
})

const partner = { name: 'Games', lifetime_s: 100, max_lifetime_s: 86_400, reversal_window_s: 0, verification_url: null }

test('only what was changed is sent, and a time that was not edited keeps its seconds', () => {
  const values = termValues(partner)
  expect(changedTerms(partner, values)).toEqual({})
  expect(
    changedTerms(partner, { ...values, name: 'Play', reversal_window_s: '1.5', reversal_window_s_unit: 'hours' }),
  ).toEqual({
    name: 'Play',
    reversal_window_s: 5400,
  })
  expect(changedTerms(partner, { ...values, max_lifetime_s: '24', max_lifetime_s_unit: 'hours' })).toEqual({})
  expect(changedTerms(partner, { ...values, lifetime_s: '' })).toEqual({ lifetime_s: Number.NaN })
})
