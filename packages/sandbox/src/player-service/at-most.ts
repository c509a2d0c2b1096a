/** Runs at most so many at a time; the others wait their turn. */
export function atMost(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limit) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The turn is handed on as it is, so that no one slips in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
