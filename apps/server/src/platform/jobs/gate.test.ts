import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('only so many run at once, so many wait, and the next is told when to come back', async () => {
  const gate = createGate({ runs: 2, waiting: 3, retryS: 5 })
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running -= 1
  }
  const let5 = Array.from({ length: 5 }, () => gate(work))
  await expect(gate(work)).rejects.toMatchObject({ reason: { code: 'unavailable', values: { seconds: 5 } } })
  for (let ended = 0; ended < 5; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  await Promise.all(let5)
  expect(most).toBe(2)
  const failing = gate(() => Promise.reject(new Error('it failed')))
  await expect(failing).rejects.toThrow('it failed')
  await gate(async () => {})
})
