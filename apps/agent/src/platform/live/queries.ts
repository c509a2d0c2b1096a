import { observable, useObservable } from '@cashbox/client/observable'
import { createQueryClient } from '@cashbox/client/query-client'

/** With live updates, answers go stale only because fees and limits may start on a date. */
const REPORTED_FRESH_MS = 10 * 60_000
const FRESH_MS = 15_000

export const queryClient = createQueryClient(() => (hearsChanges() ? REPORTED_FRESH_MS : FRESH_MS))

export const forgetAgentData = (): void => queryClient.removeQueries()

/** The server sends a heartbeat every 15 s, so after this the connection is dead. */
const SILENCE_MS = 40_000

const connected = observable(true)
let heardAt = Number.NEGATIVE_INFINITY

export const setConnected = connected.set

export const noteHeard = (): void => {
  heardAt = Date.now()
}

/** False while live updates may be missed. */
export const useIsLive = (): boolean => useObservable(connected)

const hearsChanges = (): boolean => connected.get() && Date.now() - heardAt < SILENCE_MS
