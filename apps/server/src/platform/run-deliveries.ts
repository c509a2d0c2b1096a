import type { Log } from './log.ts'
import { pause, runUntilStopped } from './pause.ts'

const POLL_MS = 500
/** While tries are under way, one may end and make room for the next. */
const BUSY_POLL_MS = 100

interface Deliveries<Item> {
  readonly log: Log
  /** Such as "webhooks", for the log. */
  readonly what: string
  /** Takes what is due, knowing how many tries are under way here for each receiver. */
  readonly take: (underWay: ReadonlyMap<string, number>) => Promise<readonly Item[]>
  readonly receiverOf: (item: Item) => string
  readonly deliver: (item: Item) => Promise<void>
}

/** Delivers until stopped, to each receiver by itself. Any number of processes may. */
export const runDeliveries = <Item>(deliveries: Deliveries<Item>) =>
  runUntilStopped((stop) => deliverDue(deliveries, stop))

async function deliverDue<Item>({ log, what, take, receiverOf, deliver }: Deliveries<Item>, stop: AbortSignal) {
  const underWay = new Map<string, number>()
  const tries = new Set<Promise<void>>()
  const change = (receiver: string, by: number) => {
    const count = (underWay.get(receiver) ?? 0) + by
    if (count > 0) underWay.set(receiver, count)
    else underWay.delete(receiver)
  }
  const begin = (item: Item) => {
    change(receiverOf(item), 1)
    const one = deliver(item)
      .catch((error: unknown) => log.error({ err: error, what }, 'could not save the outcome of a delivery'))
      .finally(() => {
        change(receiverOf(item), -1)
        tries.delete(one)
      })
    tries.add(one)
  }
  while (!stop.aborted) {
    const items = await take(underWay).catch((error: unknown) => {
      log.error({ err: error, what }, 'could not look for due deliveries')
      return []
    })
    items.forEach(begin)
    if (items.length === 0) await pause(tries.size > 0 ? BUSY_POLL_MS : POLL_MS, stop)
  }
  await Promise.all(tries)
}
