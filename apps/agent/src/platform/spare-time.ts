const SPARE_AFTER_MS = 3000

/** Runs work that no one waits for, long after the first screen is drawn and when the browser is idle. */
export function inSpareTime(act: () => void): void {
  const whenIdle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 0))
  setTimeout(() => whenIdle(act), SPARE_AFTER_MS)
}
