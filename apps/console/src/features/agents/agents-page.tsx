import { agentStatuses } from '@cashbox/contract'
import { type BulkAction, type ListedAgent, listRiskAgents } from '@cashbox/contract/operator'
import type { ComponentProps } from 'react'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { bare, column, extra, offCard, spare, type TableColumn, time, timeIfAny } from '../../platform/list/columns.tsx'
import { type List, useListOf } from '../../platform/list/list.ts'
import { namedOptions, optionsOf, useFilters, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useMay } from '../../platform/session/session.ts'
import { useChannels } from '../../platform/values/channels.ts'
import { formatWhole, fullName } from '../../platform/values/formats.ts'
import { StatusBadge } from '../../platform/values/values.tsx'
import { AgentSummary } from './agent-summary.tsx'
import { useAgent, useChoices } from './agents.ts'
import { AgentMark } from './overview.tsx'

const t = textsOf('agents')

type ListedProps = Omit<ComponentProps<typeof ListPage<ListedAgent>>, 'path' | 'renderDrawer' | 'bulk'> & {
  readonly actions: readonly BulkAction[]
}

export function AgentsPage() {
  const channels = useChannels().data ?? []
  const countries = useChoices('country').data ?? []
  const filters = useListFilters({
    search: { label: t('search'), type: 'search' },
    status: { label: t('status_label'), options: optionsOf(agentStatuses, (one) => t(`status.${one}`)) },
    channel: { label: t('channel'), options: namedOptions(channels) },
    country: { label: t('country'), options: namedOptions(countries) },
    inactive_days: {
      label: t('inactive'),
      options: [7, 30, 90].map((days) => ({ value: String(days), label: t('inactive_for', { days }) })),
    },
    is_demo: {
      label: t('demo'),
      options: [
        { value: 'false', label: t('demo_without') },
        { value: 'true', label: t('demo_only') },
      ],
    },
  })
  const { order, sort } = useOrder()
  return (
    <AgentListPage
      {...useListOf('agents', { ...filters.values, order })}
      filters={filters}
      otherParams={['order']}
      actions={['agent.approve', 'agent.request_info', 'agent.suspend', 'agent.restore']}
      columns={useColumns()}
      sort={sort}
    />
  )
}

/** The server sorts only by time of registration. */
function useOrder() {
  const { values, change } = useFilters(['order'])
  const order = values.order === 'oldest' ? 'oldest' : 'newest'
  const sort: List<ListedAgent>['sort'] = {
    sorting: [{ id: 'created', desc: order === 'newest' }],
    onSort: ([next]) => change({ order: next?.desc === false ? 'oldest' : '' }),
  }
  return { order, sort } as const
}

const cityOf = ({ city, country_code }: ListedAgent) => [city, country_code].filter(Boolean).join(', ')

function useColumns(): readonly TableColumn<ListedAgent>[] {
  const maySeeRisk = useMay(listRiskAgents)
  return [
    column('cash_id', t('cash_id'), ({ cash_id }) => cash_id),
    bare.column('name', t('name'), fullName),
    bare.column('status', t('status_label'), ({ status }) => <StatusBadge state={status} />),
    bare.sum('balance', t('balance'), ({ balance, channel }) => [balance, channel.currency_code]),
    offCard.sum('volume', t('volume'), ({ volume, channel }) => [volume, channel.currency_code]),
    time('active', t('last_active'), ({ last_active_at }) => last_active_at),
    ...(maySeeRisk
      ? [offCard.figure<ListedAgent>('risk', t('risk'), ({ risk_score }) => formatWhole(risk_score ?? 0))]
      : []),
    spare.column('channel', t('channel'), ({ channel }) => channel.name),
    extra.sum('commission', t('commission'), ({ commission, channel }) => [commission, channel.currency_code]),
    extra.column('email', t('email'), ({ email, is_email_verified }) => (
      <span className="inline-flex flex-wrap items-center gap-1.5">
        {email}
        {!is_email_verified && <AgentMark state="email_unverified" />}
      </span>
    )),
    extra.column('phone', t('phone'), ({ phone }) => phone),
    extra.column('city', t('city'), cityOf),
    extra.timeIfAny('asked', t('asked'), ({ info_requested_at }) => info_requested_at),
    offCard.sortedTime('created', t('created'), ({ created_at }) => created_at),
  ]
}

const AgentListPage = ({ actions, ...page }: ListedProps) => (
  <ListPage
    {...page}
    bulk={{ actions, nameOf: (agent) => `${fullName(agent)} (${agent.cash_id})` }}
    path="/agents"
    renderDrawer={(id) => {
      const listed = page.rows?.find((agent) => agent.id === id)
      return {
        title: <AgentName id={id} otherwise={listed ? fullName(listed) : textAt('pages.agents')} />,
        content: <AgentSummary id={id} />,
      }
    }}
  />
)

/** Also of an agent whom the decision has removed from the list. */
function AgentName({ id, otherwise }: { id: string; otherwise: string }) {
  const { data } = useAgent(id)
  return data ? fullName(data) : otherwise
}

export function WaitingPage() {
  const list = useListOf('applications', { order: 'review', status: 'pending' })
  const count = list.rows?.length ?? 0
  return (
    <AgentListPage
      {...list}
      text={count === 0 ? undefined : t('waiting_count', { count, hasMore: String(list.query.hasNextPage) })}
      actions={['agent.approve', 'agent.request_info']}
      columns={waitingColumns()}
    />
  )
}

const waitingColumns = (): readonly TableColumn<ListedAgent>[] => [
  column('name', t('name'), fullName),
  bare.column('cash_id', t('cash_id'), ({ cash_id }) => cash_id),
  bare.column('email', t('email'), ({ email, is_email_verified, is_demo }) => (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {email}
      {!is_email_verified && <AgentMark state="email_unverified" />}
      {is_demo && <AgentMark state="demo" />}
    </span>
  )),
  offCard.column('phone', t('phone'), ({ phone }) => phone),
  offCard.column('city', t('city'), cityOf),
  timeIfAny('asked', t('asked'), ({ info_requested_at }) => info_requested_at),
  bare.time('created', t('since'), ({ created_at }) => created_at),
]
