import { useDeferredValue, useMemo } from 'react'
import type { ChoiceOption } from './choice-types.ts'

/** The options of a list, and which of them are drawn. */
export type DrawnOptions = { readonly options: readonly ChoiceOption[]; readonly from: number; readonly to: number }

// More than a tall sheet shows.
const firstDrawn = 24

/** The rows that are seen first, with the chosen one in their middle. */
export const aroundChosen = (options: readonly ChoiceOption[], value: string | null): DrawnOptions => {
  const chosen = options.findIndex((option) => option.value === value)
  const from = Math.max(0, Math.min(chosen - firstDrawn / 2, options.length - firstDrawn))
  return { options, from, to: Math.min(from + firstDrawn, options.length) }
}

/** All that was found. A sheet opens with its first rows, and the others are drawn a moment later. */
export const useDrawnOptions = (found: readonly ChoiceOption[], value: string | null): DrawnOptions => {
  const all = useMemo(() => ({ options: found, from: 0, to: found.length }), [found])
  return useDeferredValue(all, aroundChosen(found, value))
}
