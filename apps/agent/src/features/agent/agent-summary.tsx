import { Notice } from '@cashbox/ui'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useScreenTitle } from '../../platform/screen.tsx'
import { StatusBadge } from '../../platform/status-badge.tsx'
import { useUser } from '../../platform/user.ts'
import { BalanceCard } from './balance-card.tsx'
import { ManagerNote } from './manager-note.tsx'
import { NextCard } from './next-card.tsx'
import { hasBalance, hasNextStep } from './standing.ts'

/** Who the agent is to us, what they have, and what they can do with it. */
export function AgentSummary({ actions }: { actions: ReactNode }) {
  const t = useTranslations('dashboard')
  const user = useUser()
  useScreenTitle(t('title'))
  return (
    <section className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <StatusBadge user={user} />
      </div>
      {hasNextStep(user.status) ? <NextCard user={user} status={user.status} /> : <ManagerNote user={user} />}
      {user.is_demo && (
        <Notice tone="info" icon={<FlaskConical aria-hidden />}>
          {t('demo_note')}
        </Notice>
      )}
      {hasBalance(user.status) && (
        <>
          <BalanceCard user={user} />
          {actions}
        </>
      )}
    </section>
  )
}
