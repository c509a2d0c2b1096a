import { useTranslations } from 'use-intl'
import { CountBadge } from '../../platform/values/values.tsx'
import { useAlerts } from './watch.ts'

export function AlertCount() {
  const t = useTranslations('watch.alerts')
  const { data, error } = useAlerts()
  if (data ? data.length === 0 : !error) return null
  const isCritical = data?.some(({ severity }) => severity === 'critical')
  const text = data ? t('badge', { count: data.length }) : t('unknown')
  return <CountBadge count={data?.length ?? null} text={text} isCritical={isCritical} />
}
