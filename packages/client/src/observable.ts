import { useSyncExternalStore } from 'react'

export type Observable<T> = ReturnType<typeof observable<T>>

/** A value outside React that components can watch. */
export function observable<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: (): T => value,
    set(next: T): void {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useObservable = <T>(source: Observable<T>): T => useSyncExternalStore(source.subscribe, source.get)

const subscribe = (listener: () => void) => {
  const end = new AbortController()
  for (const event of ['online', 'offline']) window.addEventListener(event, listener, { signal: end.signal })
  return () => end.abort()
}

const isOnline = (): boolean => navigator.onLine
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
