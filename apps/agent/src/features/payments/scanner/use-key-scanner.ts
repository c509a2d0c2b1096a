import { useEffect, useEffectEvent, useRef } from 'react'
import { burstAtEnter, nextBurst, noBurst } from './key-burst.ts'
import { readCode } from './read-code.ts'

/**
 * Listens for a cash register's scanner wherever the focus is: its Enter presses no button and sends no form, and the ID
 * that it typed goes where it belongs. Null switches it off.
 */
export function useKeyScanner(onScan: ((transactionId: string) => void) | null): void {
  const burst = useRef(noBurst)
  const isOn = onScan !== null
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key !== 'Enter') {
      burst.current = nextBurst(burst.current, event.key, event.timeStamp)
      return
    }
    const typed = burstAtEnter(burst.current, event.timeStamp)
    burst.current = noBurst
    if (typed === null) return
    event.preventDefault()
    const id = readCode(typed)
    if (id === null) return
    event.stopPropagation()
    onScan?.(id)
  })
  useEffect(() => {
    if (!isOn) return undefined
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [isOn])
}
