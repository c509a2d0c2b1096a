import { CallFailure } from '@cashbox/client/call-failure'
import { expect, test } from 'vitest'
import { placeFailure } from './place-failure.ts'

const refused = (errors: Record<string, string[]>) =>
  new CallFailure('refused', { status: 422, body: { message: 'Please check the fields.', errors } })

const names = ['email', 'password'] as const

test('a field gets the first of its messages', () => {
  const placed = placeFailure(refused({ email: ['No address.', 'Too long.'] }), names)
  expect(placed).toEqual({ fields: { email: 'No address.' }, notifications: [], rest: null, isUnplaced: false })
})

test.each(['geo', 'geo_lat', 'geo_lon', 'captcha_text'])(
  '%s becomes a notification with its first message',
  (field) => {
    const placed = placeFailure(refused({ [field]: ['First.', 'Second.'], email: ['Taken.'] }), names)
    expect(placed).toEqual({
      fields: { email: 'Taken.' },
      notifications: ['First.'],
      rest: null,
      isUnplaced: false,
    })
  },
)

test('a field that the form does not have is not lost', () => {
  expect(placeFailure(refused({ hash: ['The link was used.'] }), names)).toMatchObject({
    fields: {},
    rest: 'The link was used.',
    isUnplaced: false,
  })
})

test('maintenance is told by the call itself, and not again', () => {
  expect(placeFailure(refused({ maintenance: ['Closed.'] }), names)).toEqual({
    fields: {},
    notifications: [],
    rest: null,
    isUnplaced: false,
  })
})

test.each([
  ['a lost network', new CallFailure('unreachable')],
  ['too many requests', refused({})],
  ['an error of our own', new TypeError('x is undefined')],
])('%s has no field and has to be explained', (_what, error) => {
  expect(placeFailure(error, names)).toMatchObject({ fields: {}, notifications: [], isUnplaced: true })
})
