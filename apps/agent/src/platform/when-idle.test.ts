import { expect, test } from 'vitest'
import { latestOnly } from './when-idle.ts'

test('of several calls only the last one is the latest', () => {
  const start = latestOnly()
  const first = start()
  expect(first()).toBe(true)
  const second = start()
  expect([first(), second()]).toEqual([false, true])
})
