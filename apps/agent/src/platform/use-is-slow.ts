import { useEffect, useState } from 'react'

const SLOW_AFTER_MS = 8000

/** True when waiting takes longer than expected, so that the screen can say so. */
export function useIsSlow(isWaiting = true): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isSlow
}
