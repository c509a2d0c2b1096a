import { logFailure } from '@cashbox/client/log'
import { observable, useObservable } from '@cashbox/client/observable'
import { readStored, store } from '@cashbox/client/storage'
import { setTimezone, type User } from '@cashbox/contract'
import { useEffect } from 'react'
import { call } from '../call.ts'
import { currentSession, storageKeys } from '../session/session.ts'
import { initialTimezone } from './calendar.ts'

const chosen = observable<string | null>(null)

let initial: string | null = null

/** Lazy: the first use of Intl blocks a slow phone for 100 ms. */
const initialHere = () =>
  (initial ??= initialTimezone(readStored(storageKeys.timezone), Intl.DateTimeFormat().resolvedOptions().timeZone))

export const useTimezone = (): string => useObservable(chosen) ?? initialHere()

/** Null for the device's own zone, so that the first screen needs no Intl. */
export function useChosenTimezone(): string | null {
  const zone = useObservable(chosen)
  return zone ?? (readStored(storageKeys.timezone) === null ? null : initialHere())
}

/** Sends a zone that was chosen before the log-in, so that e-mails use it. */
export function useKeptTimezone({ timezone }: Pick<User, 'timezone'>): void {
  useEffect(() => {
    const stored = readStored(storageKeys.timezone)
    if (stored && timezone && stored !== timezone) sendTimezone(stored)
  }, [timezone])
}

/** Stored on this device, and sent to the server for e-mails. */
export function chooseTimezone(zone: string): void {
  store(storageKeys.timezone, zone)
  chosen.set(zone)
  if (currentSession().token !== null) sendTimezone(zone)
}

const sendTimezone = (timezone: string): void =>
  void call(setTimezone, { timezone }, { ignoreErrors: true }).catch((error: unknown) =>
    logFailure('the time zone was not kept on the server', error),
  )
