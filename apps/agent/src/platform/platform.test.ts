import { expect, test } from 'vitest'
import { hasNoField } from './toasts.ts'
import { lateOpener } from './when-idle.ts'

test('of several presses only the last one opens something, or says that it failed', async () => {
  const openLate = lateOpener()
  const opened: string[] = []
  const press = (name: string, arrived: Promise<void>) =>
    openLate(
      async () => {
        await arrived
        return () => void opened.push(name)
      },
      () => void opened.push(`no ${name}`),
    )
  const first = Promise.withResolvers<void>()
  const presses = [press('first', first.promise), press('second', Promise.resolve())]
  first.resolve()
  await Promise.all(presses)
  expect(opened).toEqual(['second'])
  await press('third', Promise.reject(new Error('offline')))
  expect(opened).toEqual(['second', 'no third'])
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
