const SPARE_AFTER_MS = 3000

/** Does what nobody waits for when the first screen has long been drawn and there is nothing else to do. */
export function inSpareTime(act: () => void): void {
  const whenIdle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 0))
  setTimeout(() => whenIdle(act), SPARE_AFTER_MS)
}
