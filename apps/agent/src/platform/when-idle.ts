const IDLE_AFTER_MS = 3000

/** Runs background work some seconds after the first screen, when the browser is idle. */
export function whenIdle(act: () => void): void {
  const schedule = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 0))
  setTimeout(() => schedule(act), IDLE_AFTER_MS)
}

/** Opens what has to be loaded first. Of several presses the last one counts. */
export function lateOpener() {
  let last = 0
  return async (load: () => Promise<() => void>, onFailure: () => void): Promise<void> => {
    last += 1
    const mine = last
    const open = await load().catch(() => onFailure)
    if (mine === last) open()
  }
}
