import { logFailure } from '@cashbox/client/log'
import { observable, useObservable } from '@cashbox/client/observable'
import { readStored, store } from '@cashbox/client/storage'
import { setTimezone, type User } from '@cashbox/contract'
import { useEffect } from 'react'
import { call } from '../call.ts'
import { currentSession } from '../session/session.ts'
import { storageKeys } from '../session/storage.ts'
import { initialTimezone } from './calendar.ts'

const chosen = observable<string | null>(null)

let initial: string | null = null

/** Found out when first asked for: it takes a slow phone a tenth of a second, which the first screen has not. */
const initialHere = () =>
  (initial ??= initialTimezone(readStored(storageKeys.timezone), Intl.DateTimeFormat().resolvedOptions().timeZone))

export const useTimezone = (): string => useObservable(chosen) ?? initialHere()

/** Null where the device's own applies, which the first screen has no time to find out. */
export function useChosenTimezone(): string | null {
  const zone = useObservable(chosen)
  return zone ?? (readStored(storageKeys.timezone) === null ? null : initialHere())
}

/** A zone that was chosen on this device before the log-in: letters use it as well. */
export function useKeptTimezone({ timezone }: Pick<User, 'timezone'>): void {
  useEffect(() => {
    const stored = readStored(storageKeys.timezone)
    if (stored && timezone && stored !== timezone) sendTimezone(stored)
  }, [timezone])
}

/** Kept on this device at once; sent to the server so that mails use the same time zone. */
export function chooseTimezone(zone: string): void {
  store(storageKeys.timezone, zone)
  chosen.set(zone)
  if (currentSession().token !== null) sendTimezone(zone)
}

const sendTimezone = (timezone: string): void =>
  void call(setTimezone, { timezone }, { ignoreErrors: true }).catch((error: unknown) =>
    logFailure('the time zone was not kept on the server', error),
  )
