import { expect, test } from 'vitest'
import { readChanges } from './read-changes.ts'

async function read(...chunks: string[]) {
  const bytes = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk))
      controller.close()
    },
  })
  return Array.fromAsync(readChanges(stream))
}

test('the topics of each event are read', async () => {
  expect(await read('data: {"topics":["balance","status"]}\n\ndata: {"topics":["payments"]}\n\n')).toEqual([
    ['balance', 'status'],
    ['payments'],
  ])
})

test('an event may arrive in pieces', async () => {
  expect(await read('data: {"topi', 'cs":["bal', 'ance"]}\n', '\n')).toEqual([['balance']])
})

test('beats, unknown topics and nonsense are passed over', async () => {
  expect(await read('retry: 2000\n:\n\n', ':\n\n', 'data: {"topics":["weather"]}\n\n', 'data: {\n\n')).toEqual([])
})

test('what was not finished is not read', async () => {
  expect(await read('data: {"topics":["balance"]}\n')).toEqual([])
})
