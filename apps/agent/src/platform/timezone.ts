import { setTimezone } from '@cashbox/contract'
import { call } from './call.ts'
import { DEFAULT_TIMEZONE, initialTimezone } from './initial-timezone.ts'
import { logFailure } from './log.ts'
import { observable, useObservable } from './observable.ts'
import { currentSession } from './session.ts'
import { readStored, storageKeys, store } from './storage.ts'

const timezone = observable(DEFAULT_TIMEZONE)

export const useTimezone = (): string => useObservable(timezone)

export const restoreTimezone = (): void =>
  timezone.set(initialTimezone(readStored(storageKeys.timezone), Intl.DateTimeFormat().resolvedOptions().timeZone))

/** Kept on this device at once; the server is told so that mails speak the same time. */
export function chooseTimezone(zone: string): void {
  store(storageKeys.timezone, zone)
  timezone.set(zone)
  if (currentSession().token === null) return
  call(setTimezone, { timezone: zone }, { ignoreErrors: true }).catch((error: unknown) =>
    logFailure('the time zone was not kept on the server', error),
  )
}
