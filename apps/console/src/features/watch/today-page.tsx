import { agentStatuses } from '@cashbox/contract'
import { type Alert, listRiskAgents, type Today } from '@cashbox/contract/operator'
import { Button, Callout } from '@cashbox/ui'
import { CircleAlert, RotateCw } from 'lucide-react'
import { Link } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { textAt } from '../../platform/language/language.ts'
import { useFilters } from '../../platform/list/list-filters.tsx'
import { Failed, PageHead, Pair, Skeletons } from '../../platform/page/page.tsx'
import { type PageTab, PageTabs } from '../../platform/page/page-tabs.tsx'
import { useMay } from '../../platform/session/session.ts'
import { formatAge, formatWhole } from '../../platform/values/formats.ts'
import { StatusBadge } from '../../platform/values/values.tsx'
import { AlertList } from './alert-list.tsx'
import { Checklist } from './checklist.tsx'
import { Machinery } from './machinery.tsx'
import { Floats, RatesSection, RiskSection, TopupsSection, Volumes } from './money-sections.tsx'
import { JobsSection, TronSection, VerificationSection, WebhooksSection } from './technical-sections.tsx'
import { TodoList } from './todo-list.tsx'
import { useAlerts, useToday } from './watch.tsx'

const JUST_NOW_S = 10

export function TodayPage() {
  const { today, alerts, error, isFetching, updatedAt, refetch } = useNetwork()
  return (
    <>
      <PageHead
        title={textAt('pages.today')}
        text={today && <Freshness asOf={today.as_of} updatedAt={updatedAt} />}
        actions={<PageTabs label={textAt('watch.tabs.label')} path="/today" tabs={tabs()} current={useTab()} />}
      />
      <Checklist />
      {today && alerts ? (
        <>
          {error && <NotRefreshed isFetching={isFetching} onRetry={refetch} />}
          <Network today={today} alerts={alerts} />
        </>
      ) : error ? (
        <Failed error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeletons of={['h-16', 'h-28', 'h-16', 'h-28']} />
      )}
    </>
  )
}

/** How old the totals are, by the time of the last answer. */
function Freshness({ asOf, updatedAt }: { asOf: number | null; updatedAt: number }) {
  if (asOf === null) return textAt('watch.live_never')
  const age = Math.floor(updatedAt / 1000) - asOf
  return age < JUST_NOW_S ? textAt('watch.live_now') : textAt('watch.live', { age: formatAge(age) })
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

type Tab = 'overview' | 'charts' | 'technical'

const tabs = (): readonly PageTab<Tab>[] => [
  { tab: 'overview', label: textAt('watch.tabs.overview') },
  { tab: 'charts', label: textAt('watch.tabs.charts') },
  { tab: 'technical', label: textAt('watch.technical') },
]

const useTab = (): Tab => {
  const { values } = useFilters(['tab'])
  return tabs().find(({ tab }) => tab === values.tab)?.tab ?? 'overview'
}

function Network({ today, alerts }: { today: Today; alerts: readonly Alert[] }) {
  const tab = useTab()
  if (tab === 'charts') return <Charts of={{ kind: 'network' }} />
  return tab === 'technical' ? <Technical today={today} /> : <Overview today={today} alerts={alerts} />
}

/** What is wrong and what waits for me, whether today is normal, money and risk, and technical matters last. */
function Overview({ today, alerts }: { today: Today; alerts: readonly Alert[] }) {
  const seesRisk = useMay(listRiskAgents)
  const wrong = <AlertList alerts={alerts} today={today} />
  return (
    <>
      <Pair>
        {alerts.length > 0 && wrong}
        <TodoList />
        {alerts.length === 0 && wrong}
      </Pair>
      <Volumes today={today} />
      <Pair>
        <Floats today={today} />
        {seesRisk ? <RiskSection /> : <TopupsSection today={today} />}
      </Pair>
      <AgentCounts today={today} />
      <Machinery today={today} />
    </>
  )
}

const Technical = ({ today }: { today: Today }) => (
  <Pair>
    <RatesSection today={today} />
    <WebhooksSection today={today} />
    <TronSection today={today} />
    <TopupsSection today={today} />
    <VerificationSection today={today} />
    <JobsSection today={today} />
  </Pair>
)

/** Older data stays visible, with a warning. */
const NotRefreshed = ({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) => (
  <Callout role="alert" tone="warning" icon={<CircleAlert aria-hidden />} title={textAt('watch.not_refreshed')}>
    <div className="grid justify-items-start gap-3">
      {textAt('watch.not_refreshed_text')}
      <Button variant="secondary" isBusy={isFetching} icon={<RotateCw size={16} aria-hidden />} onClick={onRetry}>
        {textAt('common.retry')}
      </Button>
    </div>
  </Callout>
)

const AgentCounts = ({ today: { agents } }: { today: Today }) => (
  <nav aria-label={textAt('watch.agents.title')} className="contents">
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-5">
      {agentStatuses.map((status) => (
        <li key={status} className="bg-card max-sm:last:col-span-2">
          <Link
            href={`/agents?status=${status}&is_demo=false`}
            className="flex min-h-11 items-center justify-between gap-2 px-3 -outline-offset-2 hover:bg-sunken"
          >
            <StatusBadge state={status} />
            <span className="text-lg font-semibold tabular-nums">
              {formatWhole(agents.find((one) => one.status === status)?.count ?? 0)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
