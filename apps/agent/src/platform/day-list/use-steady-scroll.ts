import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type DayLayout, type LineSizes, topOfItem } from './day-layout.ts'

/** Scrolls along when rows come in on top, so that an agent who has scrolled down keeps the same rows in sight. */
export function useSteadyScroll(layout: DayLayout, sizes: LineSizes, list: RefObject<HTMLElement | null>): void {
  const last = useRef<{ id: string; top: number } | null>(null)
  useLayoutEffect(() => {
    const first = layout.days[0]?.items[0]
    if (!first) return
    const before = last.current
    last.current = { id: first.id, top: sizes.heading }
    if (!before || before.id === first.id) return
    const top = topOfItem(layout, sizes, before.id)
    const isScrolled = (list.current?.getBoundingClientRect().top ?? 0) < 0
    if (top !== null && isScrolled) window.scrollBy({ top: top - before.top, behavior: 'instant' })
  }, [layout, sizes, list])
}
