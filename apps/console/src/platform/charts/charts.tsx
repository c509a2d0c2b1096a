import { Skeleton } from '@cashbox/ui'
import { lazy, Suspense } from 'react'
import type { ChartSubject } from './chart-set.tsx'

const ChartSet = lazy(async () => ({ default: (await import('./chart-set.tsx')).ChartSet }))

/** Charts, fetched when they are first shown, so that no page waits for them. */
export const Charts = ({ of }: { of: ChartSubject }) => (
  <Suspense
    fallback={
      <div aria-busy="true">
        <Skeleton className="h-96" />
      </div>
    }
  >
    <ChartSet of={of} />
  </Suspense>
)
