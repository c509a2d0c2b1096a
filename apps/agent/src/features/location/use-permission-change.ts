import { useEffect, useRef } from 'react'

/** Calls back when the agent changes in the browser's settings whether it may be asked. Older browsers don't tell. */
export function usePermissionChange(onChange: () => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const end = new AbortController()
    void findPermission().then((permission) =>
      permission?.addEventListener('change', () => latest.current(), { signal: end.signal }),
    )
    return () => end.abort()
  }, [])
}

const findPermission = async () => navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
