const USUAL_WAIT_MS = 2_000

interface TallyOptions<Item> {
  /** Items with the same key are written as one. */
  readonly keyOf: (item: Item) => string
  readonly merge: (one: Item, other: Item) => Item
  readonly write: (items: readonly Item[]) => Promise<unknown>
  /** Counts that could not be written are lost, so that they don't pile up. */
  readonly onError: (error: unknown) => void
  /** From the first item until all that came since are written. */
  readonly waitMs?: number
}

export interface Tally<Item> {
  add(item: Item): void
  close(): Promise<void>
}

/** Gathers in memory and writes every two seconds, so that callers never wait for the database. */
export function createTally<Item>({
  keyOf,
  merge,
  write,
  onError,
  waitMs = USUAL_WAIT_MS,
}: TallyOptions<Item>): Tally<Item> {
  let items = new Map<string, Item>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<unknown> = Promise.resolve()
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    const counted = [...items.values()]
    items = new Map()
    if (counted.length > 0) writing = writing.then(() => write(counted)).catch(onError)
  }
  return {
    add(item) {
      const key = keyOf(item)
      const known = items.get(key)
      items.set(key, known === undefined ? item : merge(known, item))
      timer ??= setTimeout(flush, waitMs)
    },
    async close() {
      flush()
      await writing
    },
  }
}
