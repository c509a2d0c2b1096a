import type { AgentStatus } from '@cashbox/contract'
import { Notice } from '@cashbox/ui'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { StatusBadge } from '../../platform/agent-parts.tsx'
import { useScreenTitle } from '../../platform/screen.tsx'
import { useUser } from '../../platform/session/user.ts'
import { BalanceCard } from './balance-card.tsx'
import { ManagerNote } from './manager-note.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { isHalted, StatusCard } from './status-card.tsx'

/** While an agent is pending, rejected or suspended there is nothing to pay from, so nothing of it is shown. */
const hasBalance = (status: AgentStatus) => status === 'approved' || status === 'blocked'

interface SummaryProps {
  readonly bell: ReactNode
  /** Below the balance of an agent who may confirm. */
  readonly forecast: ReactNode
  readonly actions: ReactNode
}

/** The agent's status and what it means for them; then the balance, and what can be done with it. */
export function AgentSummary({ bell, forecast, actions }: SummaryProps) {
  const t = useTranslations('dashboard')
  const user = useUser()
  useScreenTitle(t('title'))
  return (
    <section className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <div className="flex items-center gap-1">
          <StatusBadge user={user} />
          {!hasBalance(user.status) && !user.is_demo && <RefreshButton variant="plain" />}
          {bell}
        </div>
      </div>
      {isHalted(user.status) ? <StatusCard user={user} status={user.status} /> : <ManagerNote user={user} />}
      {user.is_demo && (
        <Notice tone="info" icon={<FlaskConical aria-hidden />}>
          {t('demo_note')}
        </Notice>
      )}
      {hasBalance(user.status) && (
        <>
          <BalanceCard user={user} forecast={user.status === 'approved' && forecast} />
          {actions}
        </>
      )}
    </section>
  )
}
