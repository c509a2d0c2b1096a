import { agentStatuses } from '@cashbox/contract'
import type { ListedAgent } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { SelectFilter, TextFilter } from '@cashbox/ui/dense/filter-bar'
import { useTranslations } from 'use-intl'
import { useChannels } from '../../platform/channels.ts'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { ListFilters } from '../../platform/list-filters.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { StatusBadge } from '../../platform/status-badge.tsx'
import { type Filters, type Sort, useFilters } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { AgentTable } from './agent-table.tsx'
import { type AgentFilters, fullName, useAgents, useChoices } from './agents.ts'

const filterNames = ['search', 'status', 'channel', 'country', 'is_demo'] as const
type FilterName = (typeof filterNames)[number]

export function AgentsPage() {
  const t = useTranslations()
  const filters = useFilters<FilterName>(filterNames)
  const { order, sort, sortBy } = useOrder()
  const asked = { ...(filters.values as AgentFilters), order }
  const query = useAgents(asked)
  return (
    <>
      <PageHead
        title={t('pages.agents')}
        text={t('agents.text')}
        actions={<ExportMenu table="agents" filters={asked} />}
      />
      <AgentsFilters filters={filters} />
      <AgentTable
        label={t('pages.agents')}
        columns={useColumns()}
        query={query}
        sort={sort}
        onSort={sortBy}
        emptyTitle={t('agents.none')}
        emptyText={filters.isAny ? t('common.no_match_text') : t('agents.none_text')}
      />
    </>
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

function AgentsFilters({ filters: { values, isAny, change, clear } }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  const channels = useChannels().data ?? []
  const countries = useChoices('country').data ?? []
  const select = (name: FilterName, label: string, options: readonly { value: string; label: string }[]) => (
    <SelectFilter
      label={label}
      value={values[name] ?? ''}
      options={[{ value: '', label: t('common.all') }, ...options]}
      onValueChange={(value) => change({ [name]: value })}
    />
  )
  return (
    <ListFilters isAny={isAny} onClear={clear}>
      <TextFilter
        label={t('agents.search')}
        type="search"
        value={values.search ?? ''}
        onValueChange={(search) => change({ search: search.trim() })}
      />
      {select(
        'status',
        t('agents.status_label'),
        agentStatuses.map((value) => ({ value, label: t(`agents.status.${value}`) })),
      )}
      {select(
        'channel',
        t('agents.channel'),
        channels.map(({ code, name }) => ({ value: code, label: name })),
      )}
      {select(
        'country',
        t('agents.country'),
        countries.map(({ code, name }) => ({ value: code, label: name })),
      )}
      {select('is_demo', t('agents.demo'), [
        { value: 'false', label: t('agents.demo_without') },
        { value: 'true', label: t('agents.demo_only') },
      ])}
    </ListFilters>
  )
}
