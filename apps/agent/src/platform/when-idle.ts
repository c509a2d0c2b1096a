const IDLE_AFTER_MS = 3000

/** Runs background work some seconds after the first screen, when the browser is idle. */
export function whenIdle(act: () => void): void {
  const schedule = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 0))
  setTimeout(() => schedule(act), IDLE_AFTER_MS)
}

/** Each call returns a function that tells whether it is still the latest call. */
export function latestOnly(): () => () => boolean {
  let last = 0
  return () => {
    last += 1
    const mine = last
    return () => mine === last
  }
}
