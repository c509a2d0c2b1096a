import { expect, test } from 'vitest'
import { isSignedBy, isTimely, newSigningSecret, sign } from './standard-webhooks.ts'

const published = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
const secret = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('the published example is signed as published, with and without the prefix of its secret', () => {
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  expect(sign(secret, published)).toBe(signature)
  expect(sign(`whsec_${secret}`, published)).toBe(signature)
})

test('a payment event is signed as expected', () => {
  const body = '{"type":"payment.confirmed","timestamp":"2025-01-01T00:00:00Z","data":{"id":"pay_1"}}'
  expect(sign('whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=', { id: 'msg_1', timestamp: 1735689600, body })).toBe(
    'v1,IEKjsjbFZq6MTHCqgHjFfimuZPfZCuQvMCXN4WOqBeU=',
  )
})

test('one right signature among several is enough', () => {
  const right = sign(secret, published)
  expect(isSignedBy(secret, published, `v1,AAAA v1a,xyz ${right}`)).toBe(true)
})

test.each([
  ['another body', { ...published, body: `${published.body} ` }],
  ['another id', { ...published, id: 'msg_other' }],
  ['another time', { ...published, timestamp: published.timestamp + 1 }],
])('a signature does not fit %s', (_what, other) => {
  expect(isSignedBy(secret, other, sign(secret, published))).toBe(false)
})

test('a signature does not fit another secret, and an empty one fits nothing', () => {
  expect(isSignedBy(newSigningSecret(), published, sign(secret, published))).toBe(false)
  expect(isSignedBy(secret, published, '')).toBe(false)
})

test('five minutes either way are timely, and a second more is not', () => {
  const now = new Date(1_700_000_000_000)
  expect([-300, 300].map((offset) => isTimely(1_700_000_000 + offset, now))).toEqual([true, true])
  expect([-301, 301].map((offset) => isTimely(1_700_000_000 + offset, now))).toEqual([false, false])
  expect(isTimely(Number.NaN, now)).toBe(false)
})
