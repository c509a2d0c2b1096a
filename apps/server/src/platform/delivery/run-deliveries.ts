import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable, type Sql, sql } from '@cashbox/postgres/database'
import type { Log } from '../log/log.ts'

export interface Busy {
  readonly room: number
  readonly receivers: ReadonlyMap<string, number>
}

/** One kind of message, such as webhooks: a table of due rows, a way to send them, and a way to record the outcome. */
export interface Delivery<Item, Result> {
  /** Such as "webhooks", for the log. */
  readonly what: string
  readonly log: Log
  readonly atOnce: number
  /** Gives up on a hanging attempt. Shorter than the lock of a claimed row. */
  readonly timeoutMs: number
  /** Claims due rows with `skip locked`, within each receiver's quota. */
  readonly claim: (busy: Busy) => Promise<readonly Item[]>
  readonly receiverOf: (item: Item) => string
  readonly send: (item: Item) => Promise<Result>
  readonly record: (item: Item, attempt: Attempt<Result>) => Promise<void>
}

export type Attempt<Result> = { readonly result: Result } | { readonly error: Error }

interface Backoff {
  /** Between attempts; the last delay repeats. */
  readonly delaysS: readonly number[]
  /** 0.1 is ±10 %, so that rows that failed together are not retried together. */
  readonly jitter?: number
}

const POLL_MS = 500

/** Shorter, because an attempt may end and make room for the next. */
const BUSY_POLL_MS = 100

/** Any number of processes may run this. A slow receiver delays only itself. */
export const runDeliveries = <Item, Result>(delivery: Delivery<Item, Result>) =>
  runUntilStopped((stop) => deliverUntil(stop, delivery))

export async function deliverUntil<Item, Result>(stop: AbortSignal, delivery: Delivery<Item, Result>): Promise<void> {
  const { log, what, atOnce, claim, receiverOf } = delivery
  const receivers = new Map<string, number>()
  const attempts = new Set<Promise<void>>()
  const begin = (item: Item) => {
    changeCount(receivers, receiverOf(item), 1)
    const one = deliverOne(delivery, item)
      .catch((error: unknown) => log.error({ err: error, what }, 'could not save the outcome of a delivery'))
      .finally(() => {
        changeCount(receivers, receiverOf(item), -1)
        attempts.delete(one)
      })
    attempts.add(one)
  }
  while (!stop.aborted) {
    const room = atOnce - attempts.size
    const items = await (room > 0 ? claim({ room, receivers }) : Promise.resolve([])).catch((error: unknown) => {
      log[isUnavailable(error) ? 'warn' : 'error']({ err: error, what }, 'could not look for due deliveries')
      return []
    })
    items.forEach(begin)
    if (items.length === 0) await pause(attempts.size > 0 ? BUSY_POLL_MS : POLL_MS, stop)
  }
  await Promise.all(attempts)
}

export async function deliverOne<Item, Result>(
  { send, record, timeoutMs }: Pick<Delivery<Item, Result>, 'send' | 'record' | 'timeoutMs'>,
  item: Item,
): Promise<void> {
  const attempt: Attempt<Result> = await within(timeoutMs, send(item), 'it took too long').then(
    (result) => ({ result }),
    (error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
  )
  await record(item, attempt)
}

/** Counts something up or down by its name, and forgets the name of nothing. */
export function changeCount(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}

/** Rejects when the work takes longer. It is not stopped. */
export function within<Value>(timeoutMs: number, work: Promise<Value>, problem: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(problem)), timeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** True of a row that no process has claimed. A lock longer than we ever take was written by a wrong clock. */
export const isUnclaimed = (lockedUntil: Sql, now: Date, lockMs: number): Sql =>
  sql`(${lockedUntil} is null or ${lockedUntil} <= ${now} or ${lockedUntil} > ${new Date(now.getTime() + 2 * lockMs)})`

/** The scheduled delay, or longer when the receiver asked for it. */
export function retryDelayS(
  { delaysS, jitter = 0 }: Backoff,
  attempts: number,
  requestedS = 0,
  random = Math.random(),
) {
  const delay = delaysS[Math.min(attempts, delaysS.length) - 1] ?? 0
  return Math.max(Math.round(delay * (1 + jitter * (2 * random - 1))), requestedS)
}

/** `stop` waits for what has begun. */
export function runUntilStopped(run: (stop: AbortSignal) => Promise<unknown>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const done = run(stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/** Ends early when it is to stop. */
export const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: stop }).catch(() => {})
