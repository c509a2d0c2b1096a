import { agentStatuses } from '@cashbox/contract'
import { type Alert, listRiskAgents, type Today } from '@cashbox/contract/operator'
import { Button, Callout, Skeleton } from '@cashbox/ui'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { Failed } from '../../platform/page/failed.tsx'
import { PageHead } from '../../platform/page/page.tsx'
import { useMay } from '../../platform/session/session.ts'
import { formatAge, formatWhole } from '../../platform/values/formats.ts'
import { StatusBadge } from '../../platform/values/values.tsx'
import { AlertList } from './alert-list.tsx'
import { Checklist } from './checklist.tsx'
import { Floats, RatesSection, RiskSection, TopupsSection, Volumes } from './money-sections.tsx'
import { JobsSection, TronSection, VerificationSection, WebhooksSection } from './technical-sections.tsx'
import { TodoList } from './todo-list.tsx'
import { useAlerts, useToday } from './watch.tsx'
import { WatchSection } from './watch-section.tsx'

const JUST_NOW_S = 10

export function TodayPage() {
  const t = useTranslations()
  const { today, alerts, error, isFetching, updatedAt, refetch } = useNetwork()
  return (
    <>
      <PageHead title={t('pages.today')} text={today && <Freshness asOf={today.as_of} updatedAt={updatedAt} />} />
      <Checklist />
      {today && alerts ? (
        <>
          {error && <NotRefreshed isFetching={isFetching} onRetry={refetch} />}
          <Network today={today} alerts={alerts} />
        </>
      ) : error ? (
        <Failed error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Waiting />
      )}
    </>
  )
}

/** How old the totals are, by the time of the last answer. */
function Freshness({ asOf, updatedAt }: { asOf: number | null; updatedAt: number }) {
  const t = useTranslations('watch')
  if (asOf === null) return t('live_never')
  const age = Math.floor(updatedAt / 1000) - asOf
  return age < JUST_NOW_S ? t('live_now') : t('live', { age: formatAge(age) })
}

/** Both halves of the page load and fail as one. */
function useNetwork() {
  const [today, alerts] = [useToday(), useAlerts()]
  return {
    today: today.data,
    alerts: alerts.data,
    error: today.error ?? alerts.error,
    isFetching: today.isFetching || alerts.isFetching,
    updatedAt: Math.min(today.dataUpdatedAt, alerts.dataUpdatedAt),
    refetch: () => void Promise.all([today.refetch(), alerts.refetch()]),
  }
}

/** What waits for me, whether today is normal, money and risk, and technical matters last. */
function Network({ today, alerts }: { today: Today; alerts: readonly Alert[] }) {
  const t = useTranslations('watch')
  const seesRisk = useMay(listRiskAgents)
  return (
    <>
      <Pair>
        <TodoList />
        <AlertList alerts={alerts} today={today} />
      </Pair>
      <Volumes today={today} />
      <Charts of={{ kind: 'network' }} />
      <Floats today={today} />
      <Pair>
        {seesRisk && <RiskSection />}
        <TopupsSection today={today} />
      </Pair>
      <AgentCounts today={today} />
      <h2 className="border-t border-line pt-4 text-ink-soft">{t('technical')}</h2>
      <Pair>
        <RatesSection today={today} />
        <WebhooksSection today={today} />
        <TronSection today={today} />
        <div className="grid gap-5">
          <VerificationSection today={today} />
          <JobsSection today={today} />
        </div>
      </Pair>
    </>
  )
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-2">{children}</div>
)

/** Older data stays visible, with a warning. */
function NotRefreshed({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  const t = useTranslations()
  return (
    <Callout role="alert" tone="warning" icon={<CircleAlert aria-hidden />} title={t('watch.not_refreshed')}>
      <div className="grid justify-items-start gap-3">
        {t('watch.not_refreshed_text')}
        <Button variant="secondary" isBusy={isFetching} icon={<RotateCw size={16} aria-hidden />} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    </Callout>
  )
}

const Waiting = () => (
  <div aria-busy="true" className="grid gap-5">
    <Skeleton className="h-16" />
    <Skeleton className="h-28" />
    <Skeleton className="h-16" />
    <Skeleton className="h-28" />
  </div>
)

function AgentCounts({ today: { agents } }: { today: Today }) {
  const t = useTranslations('watch.agents')
  return (
    <WatchSection id="agents" title={t('title')}>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-5">
        {agentStatuses.map((status) => (
          <li key={status} className="bg-card max-sm:last:col-span-2">
            <Link
              href={`/agents?status=${status}&is_demo=false`}
              className="flex items-center justify-between gap-2 p-3 -outline-offset-2 hover:bg-sunken"
            >
              <StatusBadge status={status} />
              <span className="text-lg font-semibold tabular-nums">
                {formatWhole(agents.find((one) => one.status === status)?.count ?? 0)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </WatchSection>
  )
}
