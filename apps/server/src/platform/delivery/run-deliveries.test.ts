import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from '../log/log.ts'
import { type Attempt, type Busy, type Delivery, deliverOne, retryDelayS, runDeliveries } from './run-deliveries.ts'

const delivery = (own: Partial<Delivery<string, void>>): Delivery<string, void> => ({
  log: createLog('silent'),
  what: 'tests',
  atOnce: 10,
  timeoutMs: 60_000,
  claim: async () => [],
  receiverOf: (receiver) => receiver,
  send: async () => {},
  record: async () => {},
  ...own,
})

test('a receiver counts only while an attempt is under way', async () => {
  const seen: [string, number][][] = []
  let finish = () => {}
  const taken = Promise.withResolvers<void>()
  const running = runDeliveries(
    delivery({
      claim: async ({ receivers }) => {
        seen.push([...receivers])
        if (seen.length === 1) return ['receiver']
        if (seen.length === 2) finish()
        if (seen.length === 3) taken.resolve()
        return []
      },
      send: () => new Promise((resolve) => (finish = resolve)),
    }),
  )
  await taken.promise
  await running.stop()
  expect(seen.slice(0, 3)).toEqual([[], [['receiver', 1]], []])
})

test('no more is claimed than may be under way at once', async () => {
  const rooms: Busy['room'][] = []
  const waiting = ['a', 'b', 'c']
  const ended = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const running = runDeliveries(
    delivery({
      atOnce: 2,
      claim: async ({ room }) => {
        rooms.push(room)
        return waiting.splice(0, room)
      },
      send: async (item) => (item === 'c' ? ended.resolve() : release.promise),
    }),
  )
  await setTimeout(300)
  expect([rooms, waiting]).toEqual([[2], ['c']])
  release.resolve()
  await ended.promise
  await running.stop()
})

test('an attempt that never ends is recorded as failed', async () => {
  const recorded: Attempt<void>[] = []
  const record = async (_item: string, attempt: Attempt<void>) => void recorded.push(attempt)
  await deliverOne({ timeoutMs: 10, send: () => new Promise<void>(() => {}), record }, 'receiver')
  expect(recorded).toEqual([{ error: new Error('it took too long') }])
})

test('the last delay is repeated, and a receiver that asks for longer gets it', () => {
  const delaysS = [5, 30]
  expect([1, 2, 3, 9].map((attempts) => retryDelayS({ delaysS }, attempts))).toEqual([5, 30, 30, 30])
  expect([retryDelayS({ delaysS }, 1, 60), retryDelayS({ delaysS }, 2, 10)]).toEqual([60, 30])
})
