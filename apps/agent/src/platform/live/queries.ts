import { observable, useObservable } from '@cashbox/client/observable'
import { createQueryClient } from '@cashbox/client/query-client'

/** While every change is reported, an answer is old only because fees and limits may begin on a date. */
const REPORTED_FRESH_MS = 10 * 60_000
const FRESH_MS = 15_000

/** What the server has told the signed-in agent. */
export const queryClient = createQueryClient(() => (hearsChanges() ? REPORTED_FRESH_MS : FRESH_MS))

export const forgetAgentData = (): void => queryClient.removeQueries()

/** The server is heard every 15 seconds, so after this long the connection is dead, whatever the browser says. */
const SILENCE_MS = 40_000

const connected = observable(true)
let heardAt = Number.NEGATIVE_INFINITY

export const setConnected = connected.set

export const noteHeard = (): void => {
  heardAt = Date.now()
}

/** False while changes may be missed. */
export const useIsLive = (): boolean => useObservable(connected)

/** Whether a change on the server would have been heard of here. */
const hearsChanges = (): boolean => connected.get() && Date.now() - heardAt < SILENCE_MS
