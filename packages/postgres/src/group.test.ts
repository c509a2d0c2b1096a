import { describe, expect, test } from 'vitest'
import { grouped, groupedByQueue } from './group.ts'

/** A `run` whose calls wait until the test lets them go. */
function gate() {
  const groups: number[][] = []
  const waiting: (() => void)[] = []
  const run = async (items: number[]) => {
    groups.push(items)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return items.map((item) => item * 10)
  }
  /** Lets the oldest call go, once there is one. */
  const letGo = async () => {
    while (waiting.length === 0) await nextTurn()
    waiting.shift()?.()
  }
  return { groups, run, letGo }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('items that arrive while one call is under way go together into the next', async () => {
  const { groups, run, letGo } = gate()
  const ask = grouped(run)
  const first = ask(1)
  await nextTurn()
  const later = [2, 3].map(ask)
  await nextTurn()
  later.push(ask(4))
  await letGo()
  expect(await first).toBe(10)
  await letGo()
  expect(await Promise.all(later)).toEqual([20, 30, 40])
  expect(groups).toEqual([[1], [2, 3, 4]])
})

test('items of the same turn of the event loop go together from the start', async () => {
  const { groups, run, letGo } = gate()
  const answers = Promise.all([1, 2, 3].map(grouped(run)))
  await letGo()
  expect(await answers).toEqual([10, 20, 30])
  expect(groups).toEqual([[1, 2, 3]])
})

test('after a pause it starts again', async () => {
  const groups: number[][] = []
  const ask = grouped(async (items: number[]) => {
    groups.push(items)
    return items
  })
  expect(await ask(1)).toBe(1)
  await nextTurn()
  expect(await ask(2)).toBe(2)
  expect(groups).toEqual([[1], [2]])
})

test('everyone gets the answer to their own item, in any order', async () => {
  const ask = grouped(async (items: number[]) => items.map((item) => `answer ${item}`))
  const items = [5, 3, 9, 3, 1]
  expect(await Promise.all(items.map(ask))).toEqual(items.map((item) => `answer ${item}`))
})

test('a group that fails for what is in it is run one by one, and only the bad item fails', async () => {
  const groups: number[][] = []
  const run = async (items: number[]) => {
    groups.push(items)
    if (items.includes(3)) throw new Error('three is bad')
    return items
  }
  const ask = grouped(run, { isItemFault: () => true })
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(ask))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[2]).toMatchObject({ reason: new Error('three is bad') })
  expect(groups).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]])
  expect(await ask(5)).toBe(5)
})

test('a group with an unknown outcome is not run again', async () => {
  let runs = 0
  const ask = grouped(async (): Promise<number[]> => {
    runs++
    throw new Error('connection lost')
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map(ask))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(runs).toBe(1)
})

test('an item that fails alone is not run again', async () => {
  let runs = 0
  const ask = grouped(async (): Promise<number[]> => {
    runs++
    throw new Error('bad')
  })
  await expect(ask(1)).rejects.toThrow('bad')
  expect(runs).toBe(1)
})

test('no group is larger than the largest allowed, and no one is left out', async () => {
  const sizes: number[] = []
  const ask = grouped(
    async (items: number[]) => {
      sizes.push(items.length)
      return items
    },
    { largest: 4 },
  )
  const items = [...Array(10).keys()]
  expect(await Promise.all(items.map(ask))).toEqual(items)
  expect(sizes).toEqual([4, 4, 2])
})

test('an item that its group leaves unanswered fails instead of waiting for ever', async () => {
  const ask = grouped(async (items: number[]) => items.slice(1))
  const [first, second] = await Promise.allSettled([ask(1), ask(2)])
  expect(first).toEqual({ status: 'fulfilled', value: 2 })
  expect(second.status).toBe('rejected')
})

test('several groups are under way at once, and never two with items of the same queue', async () => {
  const { groups, run, letGo } = gate()
  const ask = groupedByQueue(run, { groupsAtOnce: 2, queueOf: (item) => (item % 2 === 0 ? 'a' : 'b') })
  const first = [1, 2].map(ask)
  await nextTurn()
  const later = [3, 4, 6].map(ask)
  await nextTurn()
  expect(groups).toEqual([[1], [2]])
  for (let group = 0; group < 4; group++) await letGo()
  expect(await Promise.all([...first, ...later])).toEqual([10, 20, 30, 40, 60])
  expect(groups.slice(2).toSorted()).toEqual([[3], [4, 6]])
})

describe('a group that is held up by a lock', () => {
  /** A `run` in which the queue `a` is locked until the test opens it; with others it gives up at once. */
  function lockedLane() {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    let isOpen = false
    const groups: string[] = []
    const run = async (items: string[], { mayWait }: { mayWait: boolean }) => {
      groups.push(items.join(' '))
      if (items.some((item) => item.startsWith('a')) && !isOpen) {
        if (!mayWait) throw new Error('locked')
        await opened
      }
      return items
    }
    const ask = grouped(run, {
      queueOf: ([queue = '']) => queue,
      isItemFault: () => true,
      isHeldUp: (error) => (error as Error).message === 'locked',
    })
    return {
      ask,
      groups,
      open() {
        isOpen = true
        open()
      },
    }
  }

  test('lets the others go on while the locked one waits', async () => {
    const { ask, open } = lockedLane()
    const locked = ask('a1')
    expect(await Promise.all(['b1', 'c1'].map(ask))).toEqual(['b1', 'c1'])
    const later = ask('a2')
    expect(await Promise.all(['b2', 'c2', 'd2'].map(ask))).toEqual(['b2', 'c2', 'd2'])
    open()
    expect(await Promise.all([locked, later])).toEqual(['a1', 'a2'])
  })

  test('keeps the order within a queue, and returns to the common one when the queue is empty', async () => {
    const { ask, groups, open } = lockedLane()
    const first = [ask('a1'), ask('b1')]
    await first[1]
    const second = ['a2', 'a3'].map(ask)
    open()
    await Promise.all([...first, ...second])
    await ask('a4')
    expect(groups).toEqual(['a1 b1', 'a1', 'b1', 'a2 a3', 'a4'])
  })

  test('holds up only what is locked, when many queues are locked at once', async () => {
    let isOpen = false
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const ask = grouped(
      async (items: string[], { mayWait }) => {
        if (items.some((item) => item.startsWith('locked')) && !isOpen) {
          if (!mayWait) throw new Error('locked')
          await opened
        }
        return items
      },
      { queueOf: (item) => item, isHeldUp: () => true },
    )
    const locked = Array.from({ length: 20 }, (_, index) => ask(`locked ${index}`))
    await nextTurn()
    await nextTurn()
    expect(await ask('free')).toBe('free')
    isOpen = true
    open()
    expect(await Promise.all(locked)).toHaveLength(20)
  })
})
