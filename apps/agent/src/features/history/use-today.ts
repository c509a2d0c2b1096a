import { useSyncExternalStore } from 'react'

/** The present date, also after a night with the page open. */
export const useToday = (dateOf: (seconds: number) => string): string =>
  useSyncExternalStore(onWake, () => dateOf(Date.now() / 1000))

function onWake(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
