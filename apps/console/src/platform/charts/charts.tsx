import { lazy, Suspense } from 'react'
import { Skeletons } from '../page/page.tsx'
import type { ChartSubject } from './chart-set.tsx'

const ChartSet = lazy(async () => ({ default: (await import('./chart-set.tsx')).ChartSet }))

/** Charts, fetched when they are first shown, so that no page waits for them. */
export const Charts = ({ of }: { of: ChartSubject }) => (
  <Suspense fallback={<Skeletons of={['h-96']} />}>
    <ChartSet of={of} />
  </Suspense>
)
