import { type RefObject, useLayoutEffect } from 'react'

/** First dates and headers break their lines, and only then names. */
const steps = ['some', 'more'] as const

/**
 * Marks a box as tight while what is in it is wider than itself, as far as it has to be. Words of some languages are
 * longer than those of others, and a column outside the box is one that is not read.
 */
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
