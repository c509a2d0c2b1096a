import { Skeleton } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useIsSlow } from '../../platform/screen.tsx'

const HEIGHTS = ['h-28', 'h-32', 'h-24', 'h-36', 'h-40', 'h-20']

/** As high as the bars that will take its place. */
export function BarsSkeleton() {
  const t = useTranslations()
  const isSlow = useIsSlow()
  return (
    <div className="flex h-73 flex-col justify-between pb-9">
      <div role="status" className="flex h-11 items-center text-sm text-ink-soft">
        {isSlow ? t('offline.slow') : <Skeleton className="h-8 w-56" />}
        {!isSlow && <span className="sr-only">{t('common.loading')}</span>}
      </div>
      <div className="flex h-48 items-end justify-around border-b border-line">
        {HEIGHTS.map((height) => (
          <Skeleton key={height} className={`w-9 rounded-b-none! ${height}`} />
        ))}
      </div>
    </div>
  )
}
