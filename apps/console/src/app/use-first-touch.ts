import { useEffect } from 'react'

const TOUCHES = ['pointermove', 'pointerdown', 'keydown'] as const

/** Acts once, when the operator first moves, presses or types: sooner than they can want what is fetched then. */
export function useFirstTouch(act: () => void): void {
  useEffect(() => {
    const heard = new AbortController()
    const listen = () => {
      heard.abort()
      act()
    }
    for (const touch of TOUCHES) window.addEventListener(touch, listen, { signal: heard.signal })
    return () => heard.abort()
  }, [act])
}
