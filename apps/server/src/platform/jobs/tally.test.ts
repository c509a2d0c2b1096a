import { expect, test, vi } from 'vitest'
import { createTally } from './tally.ts'

const open = (write: (items: readonly { name: string; count: number }[]) => Promise<unknown>) => {
  const onError = vi.fn()
  const tally = createTally({
    keyOf: ({ name }: { name: string; count: number }) => name,
    merge: (one, other) => ({ ...one, count: one.count + other.count }),
    write,
    onError,
  })
  return { tally, onError }
}

test('what has the same key is written once, and closing writes what is left', async () => {
  const written: unknown[] = []
  const { tally } = open(async (items) => written.push(items))
  for (const name of ['a', 'b', 'a']) tally.add({ name, count: 1 })
  expect(written).toEqual([])
  await tally.close()
  expect(written).toEqual([
    [
      { name: 'a', count: 2 },
      { name: 'b', count: 1 },
    ],
  ])
})

test('what could not be written is given up, and what comes after it is written', async () => {
  let isDown = true
  const written: unknown[] = []
  const { tally, onError } = open(async (items) => {
    if (isDown) throw new Error('the database is away')
    written.push(items)
  })
  tally.add({ name: 'lost', count: 1 })
  await tally.close()
  expect(onError).toHaveBeenCalledOnce()
  isDown = false
  tally.add({ name: 'kept', count: 1 })
  await tally.close()
  expect(written).toEqual([[{ name: 'kept', count: 1 }]])
})
