import { useTranslations } from 'use-intl'
import { useWaiting } from '../../platform/forms/approval-requests.ts'
import { CountBadge } from '../../platform/values/badges.tsx'

export function ApplicationCount() {
  const t = useTranslations('agents')
  const count = useWaiting().data?.applications ?? 0
  return count === 0 ? null : <CountBadge count={count} text={t('badge', { count })} />
}
