import { expect, test } from 'vitest'
import { changedTerms, termValues } from './durations.tsx'

const partner = { name: 'Games', lifetime_s: 100, max_lifetime_s: 86_400, reversal_window_s: 0 }

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
