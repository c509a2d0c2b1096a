import { useTranslations } from 'use-intl'
import { useWaiting } from '../platform/forms/approval-requests.ts'
import { CountBadge } from '../platform/values/values.tsx'

const countOf = (what: 'applications' | 'held_topups' | 'requests', texts: 'agents' | 'money.held' | 'approvals') =>
  function WaitingCount() {
    const t = useTranslations(texts)
    const count = useWaiting().data?.[what] ?? 0
    return count === 0 ? null : <CountBadge count={count} text={t('badge', { count })} />
  }

export const ApplicationCount = countOf('applications', 'agents')
export const HeldTopupCount = countOf('held_topups', 'money.held')
export const ApprovalCount = countOf('requests', 'approvals')
