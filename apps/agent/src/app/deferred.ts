import { ScreenBoundary } from '@cashbox/client/screen-boundary'
import { type ComponentType, createElement, lazy, Suspense, useState } from 'react'
import { Failed } from '../platform/failed.tsx'
import { whenIdle } from '../platform/when-idle.ts'
import { Loader } from './loader.tsx'

export interface Page {
  readonly Screen: ComponentType
  readonly load: () => Promise<unknown>
}

/** A screen in a file of its own that is fetched when first needed. */
export function page<Name extends string>(fetch: () => Promise<Record<Name, ComponentType>>, name: Name): Page {
  let loaded: ComponentType | null = null
  const load = async () => {
    loaded = (await fetch())[name]
    return { default: loaded }
  }
  const Waiting = lazy(load)
  // What is there is drawn at once; a lazy component would first show that something is loading.
  const Screen = () => createElement(useState(() => loaded ?? Waiting)[0])
  return { Screen, load }
}

export const Deferred = ({ page: { Screen } }: { page: Page }) =>
  createElement(
    ScreenBoundary,
    { failed: Failed },
    createElement(Suspense, { fallback: createElement(Loader) }, createElement(Screen)),
  )

/** Fetches other screens, so that they open at once and without a network. */
export function prefetchWhenIdle(pages: readonly Pick<Page, 'load'>[]): void {
  for (const { load } of pages) whenIdle(() => void load().catch(() => {}))
}
