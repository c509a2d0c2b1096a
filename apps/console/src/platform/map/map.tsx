import { Skeleton } from '@cashbox/ui'
import { lazy, Suspense } from 'react'
import type { MapViewProps } from './map-view.tsx'

const MapView = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }))

/** Leaflet is fetched when a map is first shown. */
export const LazyMap = (props: MapViewProps) => (
  <Suspense fallback={<Skeleton className={props.className ?? 'h-80'} />}>
    <MapView {...props} />
  </Suspense>
)
