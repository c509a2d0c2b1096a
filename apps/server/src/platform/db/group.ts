interface Waiting<In, Out> {
  readonly item: In
  readonly resolve: (out: Out) => void
  readonly reject: (error: unknown) => void
}

interface GroupOptions {
  readonly largest?: number
  /**
   * Whether an error is about an item, and so leaves nothing done. After a lost connection nobody knows what was done,
   * and trying again would make a success look like a refusal.
   */
  readonly isTheirFault?: (error: unknown) => boolean
}

/**
 * Takes calls that arrive while one is under way together into the next, and calls that arrive in the same turn of the
 * event loop together from the start: no timer, nothing to wait for when idle.
 * When a group fails for what is in it, its items are run alone, so that one bad item can't spoil the others.
 */
export function grouped<In, Out>(
  run: (items: In[]) => Promise<Out[]>,
  { largest = 64, isTheirFault = () => false }: GroupOptions = {},
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = []
  let running = false

  async function runGroup(group: Waiting<In, Out>[]) {
    try {
      const outs = await run(group.map(({ item }) => item))
      group.forEach(({ resolve, reject }, index) =>
        index < outs.length ? resolve(outs[index] as Out) : reject(new Error('the group left an item unanswered')),
      )
    } catch (error) {
      if (group.length > 1 && isTheirFault(error)) for (const one of group) await runGroup([one])
      else for (const { reject } of group) reject(error)
    }
  }

  async function drain() {
    while (waiting.length > 0) {
      const group = waiting.slice(0, largest)
      waiting = waiting.slice(largest)
      await runGroup(group)
    }
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running) return
      running = true
      setImmediate(() => void drain())
    })
}
