import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atMost } from './partner-account.ts'

test('no more than the limit run at a time, and everyone has their turn, also when one fails', async () => {
  const limited = atMost(3)
  let running = 0
  let most = 0
  const done = await Promise.allSettled(
    Array.from({ length: 20 }, (_, number) =>
      limited(async () => {
        running += 1
        most = Math.max(most, running)
        await wait(number % 4)
        running -= 1
        if (number % 5 === 0) throw new Error('refused')
        return number
      }),
    ),
  )
  expect(most).toBe(3)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(16)
})
