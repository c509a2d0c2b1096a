import { expect, test } from 'vitest'
import { isAside } from './notify-aside.ts'

test.each(['geo', 'geo_lat', 'geo_lon', 'captcha_text'])('what is wrong with %s is a notification', (about) => {
  expect(isAside(about)).toBe(true)
})

test('maintenance is said by the call, and not by a form as well', () => {
  expect(isAside('maintenance')).toBe(true)
})

test.each(['email', 'amount', 'transaction_id', 'hash'])('%s is left to the form', (about) => {
  expect(isAside(about)).toBe(false)
})
