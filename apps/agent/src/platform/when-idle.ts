const SPARE_AFTER_MS = 3000

/** Runs work that no one waits for, long after the first screen is drawn and when the browser is idle. */
export function whenIdle(act: () => void): void {
  const schedule = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 0))
  setTimeout(() => schedule(act), SPARE_AFTER_MS)
}

/** For presses whose part is fetched first: of several, the last one counts. Each returns whether it still does. */
export function latestOnly(): () => () => boolean {
  let last = 0
  return () => {
    last += 1
    const mine = last
    return () => mine === last
  }
}
