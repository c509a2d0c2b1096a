import { refusal } from '../refusal.ts'

interface GateOptions {
  readonly runs: number
  /** How many may wait for a run to end; the next one is refused. */
  readonly waiting: number
  /** Retry-After of a refusal. */
  readonly retryS: number
}

/** Limits how many run and wait at the same time, so that expensive work can't use up the machine. */
export function createGate({ runs, waiting, retryS }: GateOptions) {
  const queue: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < runs) running += 1
    else if (queue.length >= waiting) throw refusal('unavailable', { seconds: retryS })
    // A run that ends hands its place to the next in the queue.
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
