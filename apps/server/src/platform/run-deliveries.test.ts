import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { runDeliveries } from './run-deliveries.ts'

test('a receiver counts only while a try is under way', async () => {
  const seen: [string, number][][] = []
  let finish = () => {}
  const taken = Promise.withResolvers<void>()
  const running = runDeliveries<string>({
    log: createLog('silent'),
    what: 'tests',
    take: async (underWay) => {
      seen.push([...underWay])
      if (seen.length === 1) return ['receiver']
      if (seen.length === 2) finish()
      if (seen.length === 3) taken.resolve()
      return []
    },
    receiverOf: (receiver) => receiver,
    deliver: () => new Promise((resolve) => (finish = resolve)),
  })
  await taken.promise
  await running.stop()
  expect(seen.slice(0, 3)).toEqual([[], [['receiver', 1]], []])
})
