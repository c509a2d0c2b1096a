/** Runs until stopped; stopping waits for what has begun. */
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

/** Waits, unless it is time to stop. */
export const pause = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (stop.aborted) return resolve()
    const timer = setTimeout(finish, ms)
    function finish() {
      clearTimeout(timer)
      stop.removeEventListener('abort', finish)
      resolve()
    }
    stop.addEventListener('abort', finish)
  })
