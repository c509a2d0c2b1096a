import { listAlerts, readToday } from '@cashbox/contract/operator'
import { useWaiting } from '../../platform/forms/second-operator.tsx'
import { textAt } from '../../platform/language/language.ts'
import { useAnswer } from '../../platform/session/session.ts'
import { CountBadge } from '../../platform/values/values.tsx'

const POLL_MS = 30_000

/** Polled while the page is visible. */
const refreshing = { refetchInterval: POLL_MS, staleTime: 0 } as const

export const useToday = () => useAnswer(readToday, {}, { select: ({ today }) => today, ...refreshing })

/** The worst first. */
export const useAlerts = () => useAnswer(listAlerts, {}, { select: ({ list }) => list, ...refreshing })

export function AlertCount() {
  const { data, error } = useAlerts()
  if (data ? data.length === 0 : !error) return null
  const isCritical = data?.some(({ severity }) => severity === 'critical')
  const text = data ? textAt('watch.alerts.badge', { count: data.length }) : textAt('watch.alerts.unknown')
  return <CountBadge count={data?.length ?? null} text={text} isCritical={isCritical} />
}

const countOf = (
  what: 'applications' | 'held_topups' | 'requests',
  badge: 'agents.badge' | 'money.held.badge' | 'approvals.badge',
) =>
  function WaitingCount() {
    const count = useWaiting().data?.[what] ?? 0
    return count === 0 ? null : <CountBadge count={count} text={textAt(badge, { count })} />
  }

export const ApplicationCount = countOf('applications', 'agents.badge')
export const HeldTopupCount = countOf('held_topups', 'money.held.badge')
export const ApprovalCount = countOf('requests', 'approvals.badge')
