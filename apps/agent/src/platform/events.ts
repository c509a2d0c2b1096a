import { useEffect, useRef } from 'react'

interface AppEvents {
  /** The server no longer knows this session. */
  logout: undefined
  'payments-confirmed': undefined
}

const target = new EventTarget()

export const emit = (name: keyof AppEvents): void => void target.dispatchEvent(new Event(name))

export function listen(name: keyof AppEvents, listener: () => void): () => void {
  target.addEventListener(name, listener)
  return () => target.removeEventListener(name, listener)
}

export function useAppEvent(name: keyof AppEvents, listener: () => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => listen(name, () => latest.current()), [name])
}
