import { expect, test } from 'vitest'
import { rangeOf } from './send-range.ts'

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { first: 0, end: 10 }],
  ['bytes=4-', { first: 4, end: 10 }],
  ['bytes=4-6', { first: 4, end: 7 }],
  ['bytes=4-99', { first: 4, end: 10 }],
  ['bytes=-3', { first: 7, end: 10 }],
  ['bytes=-99', { first: 0, end: 10 }],
  ['bytes=10-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=6-4', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['lines=0-1', 'whole'],
  ['bytes=1e1-', 'whole'],
])('%s of ten bytes is %j', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range)
})
