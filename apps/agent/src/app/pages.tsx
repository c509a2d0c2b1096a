import { ScreenBoundary } from '@cashbox/client/screen-boundary'
import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from '../platform/failed.tsx'
import { useIsSlow } from '../platform/screen.tsx'
import { whenIdle } from '../platform/when-idle.ts'

export interface Page {
  readonly Screen: ComponentType
  readonly load: () => Promise<unknown>
}

export function page<Name extends string>(fetch: () => Promise<Record<Name, ComponentType>>, name: Name): Page {
  let loaded: ComponentType | null = null
  const load = async () => {
    loaded = (await fetch())[name]
    return { default: loaded }
  }
  const Waiting = lazy(load)
  // A loaded screen is drawn at once; `lazy` would first show the fallback.
  const Screen = () => createElement(useState(() => loaded ?? Waiting)[0])
  return { Screen, load }
}

export const Deferred = ({ page: { Screen } }: { page: Page }) => (
  <ScreenBoundary failed={Failed}>
    <Suspense fallback={<Loader />}>
      <Screen />
    </Suspense>
  </ScreenBoundary>
)

/** So that other screens open at once, and without a connection. */
export function prefetchWhenIdle(pages: readonly Pick<Page, 'load'>[]): void {
  for (const { load } of pages) whenIdle(() => void load().catch(() => {}))
}

interface LaterProps {
  /** Keeps its identity. */
  readonly load: () => Promise<ComponentType>
  readonly fallback?: ReactNode
}

export function Later({ load, fallback = null }: LaterProps) {
  const [Part, setPart] = useState<ComponentType | null>(null)
  useEffect(() => {
    const show = async () => {
      const Loaded = await load()
      setPart(() => Loaded)
    }
    prefetchWhenIdle([{ load: show }])
  }, [load])
  return Part ? <Part /> : fallback
}

/** Looks like the page before the app has started. */
export function Loader({ text }: { text?: string }) {
  const t = useTranslations()
  const isSlow = useIsSlow()
  const shown = text ?? (isSlow ? t('offline.slow') : null)
  return (
    <div className="splash" role="status" aria-busy="true">
      <div className="grid justify-items-center gap-4 p-6 text-center">
        <span className="splash-mark" />
        <span className={shown ? 'text-ink-soft' : 'sr-only'}>{shown ?? t('common.loading')}</span>
      </div>
    </div>
  )
}
