interface Waiting<In, Out> {
  readonly item: In
  readonly resolve: (out: Out) => void
  readonly reject: (error: unknown) => void
}

interface GroupOptions<In> {
  readonly largest?: number
  /** Whether an item caused the error and nothing was done. Not after a lost connection: the outcome is unknown then. */
  readonly isItemFault?: (error: unknown) => boolean
  /** Items of one queue may wait for the same lock; items of two queues never do. */
  readonly queueOf?: (item: In) => string
  /** Whether an error says that a group waited too long for a lock, with nothing done. */
  readonly isHeldUp?: (error: unknown) => boolean
  /** How many queues that wait for locks run at once; more would use up the connections. */
  readonly slowAtOnce?: number
}

/** In its own queue an item may wait for a lock; in the common group it would delay all others. */
export interface GroupRun {
  readonly mayWait: boolean
}

const SLOW_AT_ONCE = 3

interface QueueOptions<In> extends GroupOptions<In> {
  readonly queueOf: (item: In) => string
  /** How many groups may be under way at the same moment. */
  readonly groupsAtOnce: number
}

/** Several groups at once. All items of a queue go into the same group, so that groups never wait for each other. */
export function groupedByQueue<In, Out>(
  run: (items: In[], how: GroupRun) => Promise<Out[]>,
  { groupsAtOnce, ...options }: QueueOptions<In>,
): (item: In) => Promise<Out> {
  const slowAtOnce = Math.max(1, Math.floor(SLOW_AT_ONCE / groupsAtOnce))
  const all = Array.from({ length: groupsAtOnce }, () => grouped(run, { ...options, slowAtOnce }))
  return (item) => {
    const ask = all[hashOf(options.queueOf(item)) % groupsAtOnce]
    if (!ask) throw new Error('there is no group to go into')
    return ask(item)
  }
}

const hashOf = (name: string) => {
  let number = 0
  for (let index = 0; index < name.length; index++) number = (number * 31 + name.charCodeAt(index)) >>> 0
  return number
}

/**
 * Batches calls: those that arrive while a group is running form the next one, without a timer or a delay when idle.
 * When an item makes its group fail, the items are run one by one, so that it can't fail the others. When a group waits for
 * a lock too long, its queues run separately until they are empty.
 */
export function grouped<In, Out>(
  run: (items: In[], how: GroupRun) => Promise<Out[]>,
  {
    largest = 64,
    isItemFault = () => false,
    queueOf,
    isHeldUp = () => false,
    slowAtOnce = SLOW_AT_ONCE,
  }: GroupOptions<In> = {},
): (item: In) => Promise<Out> {
  type Call = Waiting<In, Out>
  let waiting: Call[] = []
  let running = false
  const slow = new Map<string, Call[]>()
  let queuesRunning = 0

  async function runGroup(group: Call[], how: GroupRun) {
    try {
      const outs = await run(
        group.map(({ item }) => item),
        how,
      )
      // Starts the next group before the answers to this one are written.
      setImmediate(() =>
        group.forEach(({ resolve, reject }, index) =>
          index < outs.length
            ? resolve(outs[index] as Out)
            : reject(new Error('the group returned fewer results than it was given items')),
        ),
      )
    } catch (error) {
      if (queueOf && !how.mayWait && isHeldUp(error)) queueUp(group, queueOf)
      else if (group.length > 1 && isItemFault(error) && !isHeldUp(error))
        for (const one of group) await runGroup([one], how)
      else for (const { reject } of group) reject(error)
    }
  }

  function queueUp(group: Call[], nameOf: (item: In) => string) {
    for (const call of group) {
      const name = nameOf(call.item)
      const queue = slow.get(name)
      if (queue) queue.push(call)
      else slow.set(name, [call])
    }
    while (queuesRunning < Math.min(slowAtOnce, slow.size)) {
      queuesRunning += 1
      void drainSlow()
    }
  }

  /** A running queue stays in `slow`, so that later items join it. */
  const draining = new Set<string>()
  async function drainSlow() {
    for (let name = nextQueue(); name !== undefined; name = nextQueue()) {
      draining.add(name)
      for (let group = take(name); group.length > 0; group = take(name)) await runGroup(group, { mayWait: true })
      slow.delete(name)
      draining.delete(name)
    }
    queuesRunning -= 1
  }
  const nextQueue = () => slow.keys().find((name) => !draining.has(name))
  const take = (name: string) => slow.get(name)?.splice(0, largest) ?? []

  async function drain() {
    while (waiting.length > 0) {
      const group = waiting.slice(0, largest)
      waiting = waiting.slice(largest)
      await runGroup(group, { mayWait: false })
    }
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const call = { item, resolve, reject }
      const queue = queueOf && slow.get(queueOf(item))
      if (queue) {
        queue.push(call)
        return
      }
      waiting.push(call)
      if (running) return
      running = true
      setImmediate(() => void drain())
    })
}
