import { useTranslations } from 'use-intl'
import { useWaiting } from '../platform/forms/approval-requests.ts'
import { CountBadge } from '../platform/values/values.tsx'

export function ApplicationCount() {
  const t = useTranslations('agents')
  const count = useWaiting().data?.applications ?? 0
  return count === 0 ? null : <CountBadge count={count} text={t('badge', { count })} />
}

export function HeldTopupCount() {
  const t = useTranslations('money.held')
  const count = useWaiting().data?.held_topups ?? 0
  return count === 0 ? null : <CountBadge count={count} text={t('badge', { count })} />
}

export function ApprovalCount() {
  const t = useTranslations('approvals')
  const count = useWaiting().data?.requests ?? 0
  return count === 0 ? null : <CountBadge count={count} text={t('badge', { count })} />
}
