import { expect, test } from 'vitest'
import { hasNoField } from './toasts.ts'
import { latestOnly } from './when-idle.ts'

test('of several calls only the last one is the latest', () => {
  const start = latestOnly()
  const first = start()
  expect(first()).toBe(true)
  const second = start()
  expect([first(), second()]).toEqual([false, true])
})

test.each(['geo', 'geo_lat', 'geo_lon', 'captcha_text'])('what is wrong with %s is a notification', (about) => {
  expect(hasNoField(about)).toBe(true)
})

test('maintenance is said by the call, and not by a form as well', () => {
  expect(hasNoField('maintenance')).toBe(true)
})

test.each(['email', 'amount', 'transaction_id', 'hash'])('%s is left to the form', (about) => {
  expect(hasNoField(about)).toBe(false)
})
