import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

/** For requests that are still under way on accepted connections. */
const LAST_REQUESTS_MS = 1_000

const draining = new WeakSet<Server>()

/** A draining server says that it is not ready, and closes each connection after its next answer. */
export const isDraining = (server: Server): boolean => draining.has(server)

export const markDraining = (server: Server): void => void draining.add(server)

const QUIET_MS = 0.03
const QUIET_WITHIN_MS = 1_000

/**
 * Waits for a turn of the event loop so short that every waiting connection has been accepted: the ones still waiting when a
 * listener closes are cut off. A longer turn answered requests after accepting, and connections may have arrived since.
 */
async function quietTurn(): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS
  for (let begun = performance.now(); begun < deadline; begun = performance.now()) {
    await turn()
    if (performance.now() - begun < QUIET_MS) return
  }
}

/**
 * Says "not ready" and goes on answering until load balancers have noticed. Then takes no new connections, and answers what
 * still arrives on the open ones. After that the server can be closed without cutting off a request.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  markDraining(server)
  if (seconds === 0) return
  await wait(seconds * 1000)
  await quietTurn()
  // Not HTTP's own `close`, which also closes connections whose first request is on its way.
  Listener.prototype.close.call(server)
  await wait(LAST_REQUESTS_MS)
}
