import { cn } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { useAlerts } from './watch.ts'

/** How many alerts there are, beside the name of the page that lists them. */
export function AlertCount() {
  const t = useTranslations('watch.alerts')
  const { data, error } = useAlerts()
  if (data ? data.length === 0 : !error) return null
  const isCritical = data?.some(({ severity }) => severity === 'critical')
  const said = data ? t('badge', { count: data.length }) : t('unknown')
  return (
    <span
      title={said}
      className={cn(
        'ms-auto min-w-6 rounded-full px-1.5 text-center text-sm font-semibold tabular-nums',
        isCritical ? 'bg-danger text-danger-ink' : 'bg-pending-soft text-pending',
      )}
    >
      <span aria-hidden>{data?.length ?? '?'}</span>
      <span className="sr-only">{said}</span>
    </span>
  )
}
