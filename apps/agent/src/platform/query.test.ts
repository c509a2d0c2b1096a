import { expect, test } from 'vitest'
import { queryOf } from './query.ts'

test('an array is sent as repeated keys', () => {
  expect(queryOf({ type: ['deposit', 'withdraw'], limit: 10 })).toBe('?type=deposit&type=withdraw&limit=10')
})

test('what is not set is not sent', () => {
  expect(queryOf({ from: undefined, to: null })).toBe('')
})

test('what a person typed cannot break out of its place in the query', () => {
  expect(queryOf({ type: 'a&b=c d' })).toBe('?type=a%26b%3Dc+d')
})
