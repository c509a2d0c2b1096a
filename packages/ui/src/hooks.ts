import { type ComponentType, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const BUSY_WITH = 'input, textarea, select, [contenteditable], [role=dialog]'

/** Whether the user has begun to type or opened something, away from where they were: the focus must stay there. */
function hasMovedOn(from: Element | null): boolean {
  const now = document.activeElement
  return now !== from && now?.closest(BUSY_WITH) != null
}

/** The value after it has not changed for `ms`. */
export const useDebounced = <Value>(value: Value, ms: number) => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** First dates are shorter and headers break their lines, then names are cut. */
const steps = ['some', 'more'] as const

/** Marks a box as tight while its content is wider than the box: words of some languages are longer. */
export const useTight = (box: RefObject<HTMLElement | null>): void => {
  // After each drawing: other rows have other widths.
  useLayoutEffect(() => {
    if (box.current) tighten(box.current)
  })
  useLayoutEffect(() => {
    const element = box.current
    const watch = new ResizeObserver(() => element && tighten(element))
    // What is in it grows by itself when a font arrives.
    for (const part of [element, element?.firstElementChild]) if (part) watch.observe(part)
    return () => watch.disconnect()
  }, [box])
}

function tighten(box: HTMLElement) {
  delete box.dataset['tight']
  for (const step of steps) {
    if (box.scrollWidth <= box.clientWidth) return
    box.dataset['tight'] = step
  }
}

const ignore = () => undefined

/** A part that is fetched when it opens, or ahead of it. `load` and `onFailure` keep their identity between renders. */
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
