import { Skeleton } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useIsSlow } from '../use-is-slow.ts'

const ROWS = ['w-20', 'w-24', 'w-16', 'w-24', 'w-20', 'w-16', 'w-24', 'w-20']

/** The list before its rows are there: headings and rows of the same size. */
export function ListSkeleton() {
  const t = useTranslations()
  const isSlow = useIsSlow()
  return (
    <div>
      <div role="status" className="flex h-11 items-center text-sm text-ink-soft">
        {isSlow ? t('offline.slow') : <Skeleton className="h-4 w-24" />}
        {!isSlow && <span className="sr-only">{t('common.loading')}</span>}
      </div>
      <div className="rounded-2xl border border-line bg-card">
        {ROWS.map((width, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never move
          <div key={index} className="flex h-22 items-center gap-3 px-4 not-first:border-t not-first:border-line">
            <Skeleton className="size-10 shrink-0 rounded-full!" />
            <div className="grid flex-1 gap-2">
              <Skeleton className={`h-4 ${width}`} />
              <Skeleton className="h-3 w-24" />
              <Skeleton className="h-3 w-28" />
            </div>
            <div className="grid justify-items-end gap-2">
              <Skeleton className={`h-4 ${width}`} />
              <Skeleton className="h-3 w-14" />
              <Skeleton className="h-3 w-32" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
