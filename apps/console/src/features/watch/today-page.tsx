import { agentStatuses } from '@cashbox/contract'
import {
  type Alert,
  type ChecklistStep,
  confirmBackup,
  hideChecklist,
  listRiskAgents,
  readChecklist,
  type Today,
  type WaitingItem,
} from '@cashbox/contract/operator'
import { Button, Callout, Card, cn, Skeleton } from '@cashbox/ui'
import { Circle, CircleAlert, CircleCheck, HandCoins, Hourglass, type LucideIcon, RotateCw, Users } from 'lucide-react'
import { type ReactNode } from 'react'
import { Link } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { kindName, useWaiting } from '../../platform/forms/second-operator.tsx'
import { textAt } from '../../platform/language/language.ts'
import { Failed, PageHead, Pair, Skeletons } from '../../platform/page/page.tsx'
import { call, refresh, useAnswer, useMay } from '../../platform/session/session.ts'
import { useWork } from '../../platform/toasts.ts'
import { formatAge, formatWhole } from '../../platform/values/formats.ts'
import { StatusBadge } from '../../platform/values/values.tsx'
import { AlertList } from './alert-list.tsx'
import { Floats, RatesSection, RiskSection, TopupsSection, Volumes } from './money-sections.tsx'
import { JobsSection, TronSection, VerificationSection, WatchSection, WebhooksSection } from './technical-sections.tsx'
import { useAlerts, useToday } from './watch.tsx'

const JUST_NOW_S = 10

export function TodayPage() {
  const { today, alerts, error, isFetching, updatedAt, refetch } = useNetwork()
  return (
    <>
      <PageHead title={textAt('pages.today')} text={today && <Freshness asOf={today.as_of} updatedAt={updatedAt} />} />
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

/** What waits for me, whether today is normal, money and risk, and technical matters last. */
function Network({ today, alerts }: { today: Today; alerts: readonly Alert[] }) {
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
      <h2 className="border-t border-line pt-4 text-ink-soft">{textAt('watch.technical')}</h2>
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
  <WatchSection id="agents" title={textAt('watch.agents.title')}>
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-5">
      {agentStatuses.map((status) => (
        <li key={status} className="bg-card max-sm:last:col-span-2">
          <Link
            href={`/agents?status=${status}&is_demo=false`}
            className="flex items-center justify-between gap-2 p-3 -outline-offset-2 hover:bg-sunken"
          >
            <StatusBadge state={status} />
            <span className="text-lg font-semibold tabular-nums">
              {formatWhole(agents.find((one) => one.status === status)?.count ?? 0)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </WatchSection>
)

const kinds: Record<WaitingItem['kind'], readonly [icon: LucideIcon, hrefOf: (item: WaitingItem) => string]> = {
  application: [Hourglass, ({ id }) => `/agents/${id}`],
  request: [Users, ({ id }) => `/approvals/${id}`],
  held_topup: [HandCoins, ({ reason }) => `/held-topups?reason=${reason}`],
}

/** What waits for this operator, of all kinds and the oldest first. It is there whether something waits or not. */
export function TodoList() {
  const { data, dataUpdatedAt } = useWaiting()
  return (
    <section aria-labelledby="todo" className="grid min-w-0 content-start gap-2">
      <h2 id="todo" className="font-semibold">
        {textAt('watch.todo.title')}
      </h2>
      {!data ? (
        <Skeleton className="h-16" />
      ) : data.oldest.length === 0 ? (
        <Card className="flex items-center gap-2.5 py-3">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-approved" />
          {textAt('watch.todo.none')}
        </Card>
      ) : (
        <div className="overflow-hidden rounded-2xl border border-line bg-card">
          <ul className="divide-y divide-line">
            {data.oldest.map((item) => (
              <Item key={item.id} item={item} nowS={Math.floor(dataUpdatedAt / 1000)} />
            ))}
          </ul>
          <Totals {...data} />
        </div>
      )}
    </section>
  )
}

function Item({ item, nowS }: { item: WaitingItem; nowS: number }) {
  const title = titleOf(item)
  const [Icon, hrefOf] = kinds[item.kind]
  const age = formatAge(Math.max(0, nowS - item.since))
  return (
    <li>
      <Link
        href={hrefOf(item)}
        className="flex min-h-11 items-center gap-2.5 px-4 py-1.5 -outline-offset-2 hover:bg-sunken"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-pending" />
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
          <span className="font-semibold">{title}</span>
          <bdi className="min-w-0 wrap-anywhere">
            {item.name || (item.kind === 'held_topup' ? textAt('watch.todo.unknown_agent') : '')}
          </bdi>
        </span>
        <span className="text-sm whitespace-nowrap text-ink-soft">{textAt('watch.todo.age', { age })}</span>
      </Link>
    </li>
  )
}

function titleOf({ kind, request, reason }: WaitingItem): string {
  if (kind === 'held_topup')
    return reason
      ? `${textAt('watch.todo.held_topup')}: ${textAt(`money.held.reasons.${reason}`)}`
      : textAt('watch.todo.held_topup')
  return kind === 'application' || request === null ? textAt('watch.todo.application') : kindName(request)
}

/** All of each kind, for what the list has no room for. */
function Totals({ applications, requests, held_topups }: Record<'applications' | 'requests' | 'held_topups', number>) {
  const kinds = (
    [
      ['/waiting', textAt('pages.waiting'), applications],
      ['/approvals?show=for_me', textAt('pages.approvals'), requests],
      ['/held-topups', textAt('pages.held_topups'), held_topups],
    ] as const
  ).filter(([, , count]) => count > 0)
  return (
    <p className="flex flex-wrap gap-x-5 border-t border-line bg-sunken px-4 text-sm">
      {kinds.map(([href, label, count]) => (
        <Link
          key={href}
          href={href}
          className="inline-flex min-h-9 items-center gap-1.5 font-semibold text-brand-text hover:underline"
        >
          {label} <span className="tabular-nums">{count}</span>
        </Link>
      ))}
    </p>
  )
}

const POLL_MS = 30_000

/** The page of each step. Back-ups are confirmed here; the books are checked on the server. */
const places: Partial<Record<ChecklistStep, string>> = {
  second_factor: '/account',
  channel: '/channels',
  rates: '/rates',
  partner: '/partners',
  partner_limit: '/partners',
  mail: '/settings',
}

export function Checklist() {
  const { data } = useAnswer(readChecklist, {}, { enabled: useMay(readChecklist), refetchInterval: POLL_MS })
  const { isBusy, run } = useWork()
  const send = (endpoint: typeof confirmBackup) => run(() => call(endpoint, {}).then(() => refresh(readChecklist.path)))
  if (!data || data.is_hidden || data.steps.every(({ is_done }) => is_done)) return null
  const done = data.steps.filter(({ is_done }) => is_done).length
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{textAt('watch.checklist.title')}</h2>
        <span className="text-ink-soft">{textAt('watch.checklist.count', { done, all: data.steps.length })}</span>
      </div>
      <ol className="grid gap-3">
        {data.steps.map(({ name, is_done }) => (
          <Step key={name} name={name} isDone={is_done}>
            {name === 'backup' && !is_done && (
              <Button variant="secondary" isBusy={isBusy} onClick={() => send(confirmBackup)}>
                {textAt('watch.checklist.confirm_backup')}
              </Button>
            )}
          </Step>
        ))}
      </ol>
      <Button variant="ghost" className="justify-self-start" isBusy={isBusy} onClick={() => send(hideChecklist)}>
        {textAt('watch.checklist.hide')}
      </Button>
    </Card>
  )
}

function Step({ name, isDone, children }: { name: ChecklistStep; isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : Circle
  const place = places[name]
  const title = textAt(`watch.checklist.steps.${name}.title`)
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        role="img"
        aria-label={textAt(isDone ? 'watch.checklist.done' : 'watch.checklist.open')}
        className={cn('mt-px size-5 shrink-0', isDone ? 'text-approved' : 'text-ink-soft')}
      />
      <div className="grid justify-items-start gap-1">
        {place && !isDone ? (
          <Link href={place} className="font-semibold text-brand-text hover:underline">
            {title}
          </Link>
        ) : (
          <span className={isDone ? 'text-ink-soft' : 'font-semibold'}>{title}</span>
        )}
        {!isDone && <span className="text-ink-soft">{textAt(`watch.checklist.steps.${name}.text`)}</span>}
        {children}
      </div>
    </li>
  )
}
