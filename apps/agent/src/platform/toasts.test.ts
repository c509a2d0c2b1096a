import { expect, test } from 'vitest'
import { hasNoField } from './toasts.ts'

test.each(['geo', 'geo_lat', 'geo_lon', 'captcha_text'])('what is wrong with %s is a notification', (about) => {
  expect(hasNoField(about)).toBe(true)
})

test('maintenance is said by the call, and not by a form as well', () => {
  expect(hasNoField('maintenance')).toBe(true)
})

test.each(['email', 'amount', 'transaction_id', 'hash'])('%s is left to the form', (about) => {
  expect(hasNoField(about)).toBe(false)
})
