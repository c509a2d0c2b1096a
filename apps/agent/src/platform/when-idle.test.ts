import { expect, test } from 'vitest'
import { latestOnly } from './when-idle.ts'

test('of several wishes the last one counts', () => {
  const wish = latestOnly()
  const first = wish()
  expect(first()).toBe(true)
  const second = wish()
  expect([first(), second()]).toEqual([false, true])
})
