import { useSyncExternalStore } from 'react'

/** A value outside React that components can watch. */
export interface Observable<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

export function observable<T>(initial: T): Observable<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
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
