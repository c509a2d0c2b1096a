import { expect, test } from 'vitest'
import { lastWish } from './last-wish.ts'

test('of several wishes the last one counts', () => {
  const wish = lastWish()
  const first = wish()
  expect(first()).toBe(true)
  const second = wish()
  expect([first(), second()]).toEqual([false, true])
})
