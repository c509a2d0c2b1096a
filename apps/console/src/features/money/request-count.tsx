import { useTranslations } from 'use-intl'
import { useWaiting } from '../../platform/change-requests.ts'
import { CountBadge } from '../../platform/count-badge.tsx'

/** How many money requests wait for this operator. */
export function MoneyRequestCount() {
  const t = useTranslations('money')
  const count = useWaiting().data?.money_requests ?? 0
  return count === 0 ? null : <CountBadge count={count} text={t('badge', { count })} />
}
