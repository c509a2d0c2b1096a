import { expect, test } from 'vitest'
import { sign } from './standard-webhooks.ts'

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

test.each([
  ['an ID with a dot', { ...published, id: 'msg.1614265330' }],
  ['an empty ID', { ...published, id: '' }],
  ['a broken second', { ...published, timestamp: 1.5 }],
  ['a time before the epoch', { ...published, timestamp: -1 }],
])('%s is not signed, because another message could have the same text', (_what, message) => {
  expect(() => sign(secret, message)).toThrow("can't be signed")
})
