import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { refusal } from '../platform/refusal.ts'

const OF_CONSOLE = /^\/(console|operator)(\/|$)/

/** Monitoring asks each process by any of its names. */
const OF_ANY_HOST = /^\/(healthz|readyz|metrics)$/

/** Serves the console on a separate host, so that a flaw in one app can't use what the browser keeps for the other. */
export function separateHosts(consoleHost: string): onRequestAsyncHookHandler {
  return async (request: FastifyRequest) => {
    // The pattern of the route, because its path may be written in many ways, such as /%6fperator.
    const path = request.routeOptions.url ?? '/'
    if (OF_ANY_HOST.test(path)) return
    if (OF_CONSOLE.test(path) !== (request.host === consoleHost)) throw refusal('not_found')
  }
}
