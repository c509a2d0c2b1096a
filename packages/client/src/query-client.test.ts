import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain, createQueryClient } from './query-client.ts'

const queryKey = ['months', 'May']

/** Watches something whose answers are given by hand. */
function watch() {
  const client = createQueryClient(60_000)
  const asked: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => void asked.push(resolve))
  const observer = new QueryObserver(client, { queryKey, queryFn })
  observer.subscribe(() => {})
  return { client, asked, shown: () => observer.getCurrentResult().data }
}

test('a change while the first answer is on its way is asked for after it', async () => {
  const { client, asked, shown } = watch()
  const again = askAgain(client, { queryKey })
  asked[0]?.('before the change')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.('after the change')
  await again
  expect(shown()).toBe('after the change')
})

test('a change of all months is asked for after the first answer of one of them', async () => {
  const { client, asked, shown } = watch()
  const again = askAgain(client, { queryKey: queryKey.slice(0, 1) })
  asked[0]?.('before the change')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.('after the change')
  await again
  expect(shown()).toBe('after the change')
})

test('a change after an answer is asked for once', async () => {
  const { client, asked, shown } = watch()
  asked[0]?.('before the change')
  await expect.poll(shown).toBe('before the change')
  const again = askAgain(client, { queryKey })
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.('after the change')
  await again
  expect([asked.length, shown()]).toEqual([2, 'after the change'])
})
