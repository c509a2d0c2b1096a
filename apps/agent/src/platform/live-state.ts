import { observable, useObservable } from '@cashbox/client/observable'

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
export const hearsChanges = (): boolean => connected.get() && Date.now() - heardAt < SILENCE_MS
