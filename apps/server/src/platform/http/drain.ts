import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

/** For a request that is on its way over a connection that was accepted before. */
const LAST_REQUESTS_MS = 1_000

const leaving = new WeakSet<Server>()

/** Whether the server is not ready for more, and ends each connection with its next answer. */
export const isLeaving = (server: Server): boolean => leaving.has(server)

export const leave = (server: Server): void => void leaving.add(server)

const QUIET_MS = 0.03
const QUIET_WITHIN_MS = 1_000

/**
 * Until the system was asked for new connections just now: those that wait when a listener closes are cut off. A turn that took
 * longer had requests to answer after it asked, and connections may have come since.
 */
async function quietTurn(): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS
  for (let begun = performance.now(); begun < deadline; begun = performance.now()) {
    await turn()
    if (performance.now() - begun < QUIET_MS) return
  }
}

/**
 * Says "not ready" and goes on answering until balancers have noticed; then takes no new connections, and answers what is
 * still sent over those it has. After that the server can be closed without cutting off a request.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  leave(server)
  if (seconds === 0) return
  await wait(seconds * 1000)
  await quietTurn()
  // That of HTTP would also close connections whose first request is on its way.
  Listener.prototype.close.call(server)
  await wait(LAST_REQUESTS_MS)
}
