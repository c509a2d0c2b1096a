import { useTranslations } from 'use-intl'
import { useWaiting } from '../../platform/change-requests.ts'
import { CountBadge } from '../../platform/count-badge.tsx'

/** How many changes wait for this operator. */
export function ApprovalCount() {
  const t = useTranslations('approvals')
  const count = useWaiting().data?.change_requests ?? 0
  return count === 0 ? null : <CountBadge count={count} text={t('badge', { count })} />
}
