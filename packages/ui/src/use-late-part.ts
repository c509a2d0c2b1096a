import { type ComponentType, useCallback, useRef, useState } from 'react'
import { hasMovedOn } from './moved-on.ts'

const ignore = () => undefined

/**
 * A part that opens, fetched at the first press or ahead of it. It stays closed where it can't be fetched, and where the
 * user has gone on to something else before it arrived; the next press tries again. `load` and `onFailure` keep their
 * identity from one drawing to the next.
 */
export const useLatePart = <Props>(
  load: () => Promise<ComponentType<Props>>,
  onFailure: (error: unknown) => void = ignore,
) => {
  const [isOpen, setOpen] = useState(false)
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const hasArrived = useRef(false)
  const open = useCallback(() => {
    setOpen(true)
    if (hasArrived.current) return
    const pressedAt = document.activeElement
    const show = (Loaded: ComponentType<Props>) => {
      // Of two presses the first has opened it.
      if (hasArrived.current) return
      hasArrived.current = true
      setPart(() => Loaded)
      if (hasMovedOn(pressedAt)) setOpen(false)
    }
    const giveUp = (error: unknown) => {
      setOpen(false)
      onFailure(error)
    }
    load().then(show, giveUp)
  }, [load, onFailure])
  const close = useCallback(() => setOpen(false), [])
  // A failed look ahead says nothing; the press itself tries again.
  const fetchAhead = useCallback(() => void load().catch(ignore), [load])
  return { Part, isOpen, open, close, fetchAhead }
}
