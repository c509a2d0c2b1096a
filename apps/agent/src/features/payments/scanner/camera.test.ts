import { expect, test } from 'vitest'
import { problemOf } from './camera.ts'

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['NotSupportedError', 'failed'],
])('a camera that fails with %s is %s', (name, problem) => {
  expect(problemOf(new DOMException('', name))).toBe(problem)
})

test('anything else has failed', () => {
  expect(problemOf(undefined)).toBe('failed')
  expect(problemOf(new Error('no'))).toBe('failed')
})
