interface Waiting<In, Out> {
  readonly item: In
  readonly resolve: (out: Out) => void
  readonly reject: (error: unknown) => void
}

interface GroupOptions<In> {
  readonly largest?: number
  /** Whether an item caused the error and nothing was done. Not after a lost connection: the outcome is unknown then. */
  readonly isItemFault?: (error: unknown) => boolean
  /** Items of one lane may wait for the same lock; items of two lanes never do. */
  readonly laneOf?: (item: In) => string
  /** Whether an error says that a lane waited too long for a lock, with nothing done. */
  readonly isHeldUp?: (error: unknown) => boolean
  /** How many waiting lanes run at once; more would use up the connections. */
  readonly asideAtOnce?: number
}

/** In a separate lane an item may wait for a lock; in the common group it would delay all others. */
export interface GroupRun {
  readonly mayWait: boolean
}

const ASIDE_AT_ONCE = 3

interface LaneOptions<In> extends GroupOptions<In> {
  readonly laneOf: (item: In) => string
  /** How many groups may be under way at the same moment. */
  readonly groupsAtOnce: number
}

/** Several groups at once. All items of a lane go into the same group, so that groups never wait for each other. */
export function groupedInLanes<In, Out>(
  run: (items: In[], how: GroupRun) => Promise<Out[]>,
  { groupsAtOnce, ...options }: LaneOptions<In>,
): (item: In) => Promise<Out> {
  const asideAtOnce = Math.max(1, Math.floor(ASIDE_AT_ONCE / groupsAtOnce))
  const all = Array.from({ length: groupsAtOnce }, () => grouped(run, { ...options, asideAtOnce }))
  return (item) => {
    const ask = all[hashOf(options.laneOf(item)) % groupsAtOnce]
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
 * a lock too long, its lanes run separately until they are empty.
 */
export function grouped<In, Out>(
  run: (items: In[], how: GroupRun) => Promise<Out[]>,
  {
    largest = 64,
    isItemFault = () => false,
    laneOf,
    isHeldUp = () => false,
    asideAtOnce = ASIDE_AT_ONCE,
  }: GroupOptions<In> = {},
): (item: In) => Promise<Out> {
  type Call = Waiting<In, Out>
  let waiting: Call[] = []
  let running = false
  const aside = new Map<string, Call[]>()
  let lanesRunning = 0

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
      if (laneOf && !how.mayWait && isHeldUp(error)) setAside(group, laneOf)
      else if (group.length > 1 && isItemFault(error) && !isHeldUp(error))
        for (const one of group) await runGroup([one], how)
      else for (const { reject } of group) reject(error)
    }
  }

  function setAside(group: Call[], lane: (item: In) => string) {
    for (const call of group) {
      const name = lane(call.item)
      const queue = aside.get(name)
      if (queue) queue.push(call)
      else aside.set(name, [call])
    }
    while (lanesRunning < Math.min(asideAtOnce, aside.size)) {
      lanesRunning += 1
      void drainAside()
    }
  }

  /** A running lane stays in `aside`, so that later items join it. */
  const taken = new Set<string>()
  async function drainAside() {
    for (let name = nextLane(); name !== undefined; name = nextLane()) {
      taken.add(name)
      for (let group = take(name); group.length > 0; group = take(name)) await runGroup(group, { mayWait: true })
      aside.delete(name)
      taken.delete(name)
    }
    lanesRunning -= 1
  }
  const nextLane = () => aside.keys().find((name) => !taken.has(name))
  const take = (name: string) => aside.get(name)?.splice(0, largest) ?? []

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
      const queue = laneOf && aside.get(laneOf(item))
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
