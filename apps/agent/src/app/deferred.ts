import { type ComponentType, createElement, lazy, Suspense } from 'react'
import { Loader } from './loader.tsx'
import { PartBoundary } from './part-boundary.tsx'

export interface Page {
  readonly Screen: ComponentType
  readonly load: () => Promise<unknown>
}

/** A screen in a file of its own that is fetched when first needed. */
export function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Page {
  const Screen = lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }))
  return { Screen, load }
}

export const Deferred = ({ page: { Screen } }: { page: Page }) =>
  createElement(PartBoundary, null, createElement(Suspense, { fallback: createElement(Loader) }, createElement(Screen)))

const SPARE_AFTER_MS = 3000

/** Fetches other screens when the first one has long been drawn, so that they open at once and without a network. */
export function fetchInSpareTime(pages: readonly Page[]): void {
  const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 0))
  const fetchAll = () => {
    for (const { load } of pages) void load().catch(() => {})
  }
  setTimeout(() => idle(fetchAll), SPARE_AFTER_MS)
}
