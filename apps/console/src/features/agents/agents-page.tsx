import { agentStatuses } from '@cashbox/contract'
import type { ListedAgent } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { useChannels } from '../../platform/channels.ts'
import { fullName } from '../../platform/full-name.ts'
import { ListFilters, SelectFilter, TextFilter } from '../../platform/list-filters.tsx'
import { StatusBadge } from '../../platform/status-badge.tsx'
import { type Filters, type Sort, useFilters } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { AgentListPage, nameOfAgent } from './agent-list-page.tsx'
import { type AgentFilters, useAgents, useChoices } from './agents.ts'

const filterNames = ['search', 'status', 'channel', 'country', 'is_demo'] as const
const paramNames = [...filterNames, 'order']
const bulkActions = ['agent.approve', 'agent.request_info', 'agent.suspend', 'agent.restore'] as const
type FilterName = (typeof filterNames)[number]

export function AgentsPage() {
  const t = useTranslations()
  const filters = useFilters<FilterName>(filterNames)
  const { order, sort, sortBy } = useOrder()
  const asked = { ...(filters.values as AgentFilters), order }
  return (
    <AgentListPage
      list="agents"
      paramNames={paramNames}
      title={t('pages.agents')}
      text={t('agents.text')}
      bulk={{ actions: bulkActions, nameOf: nameOfAgent }}
      exported={{ table: 'agents', filters: asked }}
      columns={useColumns()}
      query={useAgents(asked)}
      sort={sort}
      onSort={sortBy}
      emptyTitle={t('agents.none')}
      emptyText={filters.isAny ? t('common.no_match_text') : t('agents.none_text')}
    >
      <AgentFilterBar filters={filters} />
    </AgentListPage>
  )
}

/** The time of registration is the one column the server orders by. */
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
