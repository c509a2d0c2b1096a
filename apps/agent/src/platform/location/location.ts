import { observable, useObservable } from '@cashbox/client/observable'
import { distanceM, type Point, type User } from '@cashbox/contract'
import { useEffect } from 'react'

/** 0: blocked or unavailable. 1: allowed. 2: outside the area. */
type LocationStatus = 0 | 1 | 2

export interface AgentLocation extends Point {
  readonly accuracyM: number
  readonly takenAtMs: number
}

interface LocationState {
  readonly status: LocationStatus
  /** False until the first location or error. */
  readonly isDetermined: boolean
  readonly isDenied: boolean
  readonly coordinates: AgentLocation | null
  readonly distanceM: number | null
}

type Fenced = Pick<User, 'is_demo' | 'geo_lat' | 'geo_lon' | 'geo_area'>

const initial: LocationState = {
  status: 1,
  isDetermined: false,
  isDenied: false,
  coordinates: null,
  distanceM: null,
}
const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 15_000 }
const PERMISSION_DENIED = 1
const TIMEOUT = 3

const location = observable<LocationState>(initial)

export const useLocationState = (): LocationState => useObservable(location)

/** The point an agent was approved for; null while there is none. */
export const pointOf = ({ geo_lat, geo_lon }: Pick<User, 'geo_lat' | 'geo_lon'>): Point | null =>
  geo_lat === null || geo_lon === null ? null : { latitude: Number(geo_lat), longitude: Number(geo_lon) }

export function judgeLocation(user: Fenced, location: AgentLocation): LocationState {
  const point = pointOf(user)
  const distance = point && distanceM(location, point)
  const isOutside = !user.is_demo && distance !== null && distance > user.geo_area
  return {
    status: isOutside ? 2 : 1,
    isDetermined: true,
    isDenied: false,
    coordinates: location,
    distanceM: distance,
  }
}

/** Watches the location while the agent is signed in. Demo agents are not asked. */
export function useLocationWatch(user: Fenced): void {
  const { is_demo, geo_lat, geo_lon, geo_area } = user
  useEffect(() => {
    const fenced = { is_demo, geo_lat, geo_lon, geo_area }
    if (is_demo) {
      location.set({ ...initial, isDetermined: true })
      return undefined
    }
    const known = location.get().coordinates
    if (known) location.set(judgeLocation(fenced, known))
    follow = (options) => watch(fenced, options)
    void follow(OPTIONS)
    return () => stopFollowing()
  }, [is_demo, geo_lat, geo_lon, geo_area])
}

let follow: (options: PositionOptions) => Promise<void> = async () => {}
let stopFollowing = () => {}

/** Replaces the current watch. Resolves with the first location or error. */
function watch(user: Fenced, options: PositionOptions): Promise<void> {
  stopFollowing()
  if (!('geolocation' in navigator)) {
    fail(false)
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    const giveUp = () => {
      fail(false)
      resolve()
    }
    // The browser's question may stay unanswered for ever.
    if (!location.get().coordinates) failure = setTimeout(giveUp, PATIENCE_MS)
    const id = navigator.geolocation.watchPosition(
      (found) => {
        clearTimeout(failure)
        location.set(judgeLocation(user, locationOf(found)))
        resolve()
      },
      (error) => {
        noteError(error)
        resolve()
      },
      options,
    )
    stopFollowing = () => {
      clearTimeout(failure)
      navigator.geolocation.clearWatch(id)
      resolve()
    }
  })
}

const FRESH_MS = 30_000
const PATIENCE_MS = 30_000
let failure: ReturnType<typeof setTimeout> | undefined

/** The last location still counts after a timeout, and after other errors while it is fresh. */
function noteError({ code }: GeolocationPositionError) {
  clearTimeout(failure)
  const known = location.get().coordinates
  if (code === PERMISSION_DENIED || !known) return fail(code === PERMISSION_DENIED)
  if (code === TIMEOUT) return
  failure = setTimeout(() => fail(false), FRESH_MS - ageMs(known))
}

const fail = (isDenied: boolean) => location.set({ ...initial, status: 0, isDetermined: true, isDenied })

const ageMs = ({ takenAtMs }: AgentLocation) => Math.max(0, Date.now() - takenAtMs)

/** Starts a new watch: browsers don't resume a refused one, and a request beside a watch waits until the phone moves. */
export const refreshLocation = (): Promise<void> => follow({ ...OPTIONS, maximumAge: 0 })

export const forgetLocation = (): void => location.set(initial)

let refreshing: Promise<void> | null = null

/** A fresh location; else the last known one; null when there is none. */
async function currentLocation(): Promise<AgentLocation | null> {
  const known = location.get().coordinates
  if (known && ageMs(known) < FRESH_MS) return known
  refreshing ??= refreshLocation().finally(() => {
    refreshing = null
  })
  await refreshing
  return location.get().coordinates ?? known
}

const SOON_MS = 3000

/** Like `currentLocation`, but falls back to the last location after so long. */
export const locationWithin = (ms: number): Promise<AgentLocation | null> =>
  Promise.race([
    currentLocation(),
    new Promise<AgentLocation | null>((resolve) => setTimeout(() => resolve(location.get().coordinates), ms)),
  ])

export const locationSoon = () => locationWithin(SOON_MS)

/** Before the log-in, where no watch runs. Null when there is none. */
export const askLocation = () =>
  new Promise<AgentLocation | null>((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      (found) => resolve(locationOf(found)),
      () => resolve(null),
      OPTIONS,
    )
  })

const locationOf = ({ coords, timestamp }: GeolocationPosition): AgentLocation => ({
  latitude: coords.latitude,
  longitude: coords.longitude,
  accuracyM: coords.accuracy,
  takenAtMs: timestamp,
})

const DECIMALS = 7

/** Degrees as the API takes them: a string of plain decimals. */
export const coordinateText = (degrees: number): string => degrees.toFixed(DECIMALS)
