import { agentStatuses } from '@cashbox/contract'
import type { ListedAgent } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { ListFilters, SelectFilter, TextFilter } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { type Filters, type Sort, useFilters, useOpened } from '../../platform/list/url-filters.ts'
import { StatusBadge } from '../../platform/values/badges.tsx'
import { useChannels } from '../../platform/values/channels.ts'
import { fullName } from '../../platform/values/formats.ts'
import { When } from '../../platform/values/values.tsx'
import { AgentSummary } from './agent-summary.tsx'
import { useAgent, useAgents, useChoices } from './agents.ts'
import { DemoBadge, UnverifiedBadge } from './overview.tsx'

type FilterName = (typeof filterNames)[number]

type PageProps = Omit<ComponentProps<typeof ListPage<ListedAgent>>, 'path' | 'rows' | 'keyOf' | 'drawer' | 'query'>

interface AgentListPageProps extends PageProps {
  readonly query: ReturnType<typeof useAgents>
}

const filterNames = ['search', 'status', 'channel', 'country', 'is_demo'] as const
const paramNames = [...filterNames, 'order']
const bulkActions = ['agent.approve', 'agent.request_info', 'agent.suspend', 'agent.restore'] as const

const waitingFilters = { order: 'review', status: 'pending' } as const

export function AgentsPage() {
  const t = useTranslations()
  const filters = useFilters<FilterName>(filterNames)
  const { order, sort, sortBy } = useOrder()
  const listFilters = { ...filters.values, order }
  return (
    <AgentListPage
      list="agents"
      paramNames={paramNames}
      title={t('pages.agents')}
      text={t('agents.text')}
      bulk={{ actions: bulkActions, nameOf: nameOfAgent }}
      exported={{ table: 'agents', filters: listFilters }}
      columns={useColumns()}
      query={useAgents(listFilters)}
      sort={sort}
      onSort={sortBy}
      emptyTitle={t('agents.none')}
      emptyText={filters.isAny ? t('common.no_match_text') : t('agents.none_text')}
    >
      <AgentFilterBar filters={filters} />
    </AgentListPage>
  )
}

/** The server sorts only by time of registration. */
function useOrder() {
  const { values, change } = useFilters(['order'])
  const order = values.order === 'oldest' ? 'oldest' : 'newest'
  const sort: Sort = { column: 'created', direction: order === 'oldest' ? 'ascending' : 'descending' }
  const sortBy = ({ direction }: Sort) => change({ order: direction === 'ascending' ? 'oldest' : '' })
  return { order, sort, sortBy } as const
}

function useColumns(): readonly TableColumn<ListedAgent>[] {
  const t = useTranslations('agents')
  return [
    { id: 'cash_id', header: t('cash_id'), cell: ({ cash_id }) => cash_id },
    { id: 'name', header: t('name'), cell: fullName },
    { id: 'email', header: t('email'), cell: ({ email }) => email },
    {
      id: 'status',
      header: t('status_label'),
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    { id: 'channel', header: t('channel'), cell: ({ channel }) => channel.name },
    {
      id: 'city',
      header: t('city'),
      cell: ({ city, country_code }) => [city, country_code].filter(Boolean).join(', '),
    },
    {
      id: 'created',
      header: t('created'),
      cell: ({ created_at }) => <When seconds={created_at} />,
      isFigure: true,
      isSortable: true,
    },
  ]
}

function AgentFilterBar({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  const channels = useChannels().data ?? []
  const countries = useChoices('country').data ?? []
  return (
    <ListFilters filters={filters}>
      <TextFilter filters={filters} name="search" label={t('agents.search')} type="search" />
      <SelectFilter
        filters={filters}
        name="status"
        label={t('agents.status_label')}
        options={agentStatuses.map((value) => ({ value, label: t(`agents.status.${value}`) }))}
      />
      <SelectFilter filters={filters} name="channel" label={t('agents.channel')} options={channels.map(optionOf)} />
      <SelectFilter filters={filters} name="country" label={t('agents.country')} options={countries.map(optionOf)} />
      <SelectFilter
        filters={filters}
        name="is_demo"
        label={t('agents.demo')}
        options={[
          { value: 'false', label: t('agents.demo_without') },
          { value: 'true', label: t('agents.demo_only') },
        ]}
      />
    </ListFilters>
  )
}

const optionOf = ({ code, name }: { code: string; name: string }) => ({ value: code, label: name })

const nameOfAgent = (agent: ListedAgent) => `${fullName(agent)} (${agent.cash_id})`

function AgentListPage({ query, ...page }: AgentListPageProps) {
  const { opened } = useOpened()
  const listed = query.rows?.find(({ id }) => id === opened)
  return (
    <ListPage
      {...page}
      path="/agents"
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      drawer={
        opened !== null && {
          title: <AgentName id={opened} otherwise={listed ? fullName(listed) : page.title} />,
          content: <AgentSummary id={opened} />,
        }
      }
    />
  )
}

/** Also of an agent whom the decision has removed from the list. */
function AgentName({ id, otherwise }: { id: string; otherwise: string }) {
  const { data } = useAgent(id)
  return data ? fullName(data) : otherwise
}

export function WaitingPage() {
  const t = useTranslations()
  const query = useAgents(waitingFilters)
  const count = query.rows?.length ?? 0
  return (
    <AgentListPage
      list="applications"
      paramNames={[]}
      title={t('pages.waiting')}
      text={
        count === 0
          ? t('agents.waiting_text')
          : t('agents.waiting_count', { count, hasMore: String(query.hasNextPage) })
      }
      bulk={{ actions: ['agent.approve', 'agent.request_info'], nameOf: nameOfAgent }}
      exported={{ table: 'agents', filters: waitingFilters }}
      columns={useWaitingColumns()}
      query={query}
      emptyTitle={t('agents.waiting_none')}
      emptyText={t('agents.waiting_none_text')}
    />
  )
}

function useWaitingColumns(): readonly TableColumn<ListedAgent>[] {
  const t = useTranslations('agents')
  return [
    { id: 'name', header: t('name'), cell: fullName },
    { id: 'cash_id', header: t('cash_id'), cell: ({ cash_id }) => cash_id },
    {
      id: 'email',
      header: t('email'),
      cell: ({ email, is_email_verified, is_demo }) => (
        <span className="inline-flex flex-wrap items-center gap-1.5 max-sm:justify-end">
          {email}
          {!is_email_verified && <UnverifiedBadge />}
          {is_demo && <DemoBadge />}
        </span>
      ),
    },
    { id: 'phone', header: t('phone'), cell: ({ phone }) => phone },
    {
      id: 'city',
      header: t('city'),
      cell: ({ city, country_code }) => [city, country_code].filter(Boolean).join(', '),
    },
    {
      id: 'asked',
      header: t('asked'),
      cell: ({ info_requested_at }) => info_requested_at !== null && <When seconds={info_requested_at} />,
      isFigure: true,
    },
    { id: 'created', header: t('since'), cell: ({ created_at }) => <When seconds={created_at} />, isFigure: true },
  ]
}
