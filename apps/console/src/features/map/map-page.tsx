import { type AgentStatus, agentStatuses } from '@cashbox/contract'
import { type MapGroup, mapAgents } from '@cashbox/contract/operator'
import { SelectFilter as SelectControl } from '@cashbox/ui/dense/filter-bar'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useCurrencies } from '../../platform/channels.ts'
import { Failed } from '../../platform/failed.tsx'
import { ListFilters, SelectFilter } from '../../platform/list-filters.tsx'
import type { Box } from '../../platform/map/items.ts'
import { LazyMap } from '../../platform/map/map.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { type Filters, useFilters } from '../../platform/url-filters.ts'
import { AgentsInView } from './agents-in-view.tsx'
import { useMarks } from './marks.ts'

type FilterName = 'status' | 'currency' | 'measure'

const none: readonly MapGroup[] = []

/** Where agents are, by status, float and volume. */
export function MapPage() {
  const t = useTranslations()
  const filters = useFilters<FilterName>(['status', 'currency', 'measure'])
  const [box, setBox] = useState<Box | null>(null)
  const [wanted, setWanted] = useState<Box | null>(null)
  const query = useAgentsIn(box, filters.values)
  const marks = useMarks(query.data?.list ?? none, filters.values.measure, setWanted)
  return (
    <>
      <PageHead title={t('pages.map')} text={t('map.text')} />
      <MapFilters filters={filters} />
      {query.error && <Failed error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />}
      <LazyMap
        isOverview
        label={t('map.label')}
        items={marks}
        shown={wanted}
        onMove={setBox}
        className="h-[max(20rem,60dvh)]"
      />
      {query.data && <AgentsInView found={query.data} />}
    </>
  )
}

function useAgentsIn(box: Box | null, { status, currency }: Partial<Record<FilterName, string>>) {
  const asked = { ...(status && { status: status as AgentStatus }), ...(currency && { currency }) }
  return useQuery({
    queryKey: ['map', 'agents', box, asked],
    queryFn: ({ signal }) => {
      const { south = 0, west = 0, north = 0, east = 0 } = box ?? {}
      const corners = { south: `${south}`, west: `${west}`, north: `${north}`, east: `${east}` }
      return call(mapAgents, { ...corners, ...asked }, { signal })
    },
    enabled: box !== null,
    placeholderData: (before) => before,
  })
}

function MapFilters({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  const currencies = useCurrencies()
  return (
    <ListFilters filters={filters}>
      <SelectFilter
        filters={filters}
        name="status"
        label={t('map.status')}
        options={agentStatuses.map((status) => ({ value: status, label: t(`agents.status.${status}`) }))}
      />
      <SelectFilter
        filters={filters}
        name="currency"
        label={t('charts.currency')}
        options={currencies.map((code) => ({ value: code, label: code }))}
      />
      {/* Sums are of one currency. */}
      {filters.values.currency && (
        <SelectControl
          label={t('map.measure')}
          value={filters.values.measure ?? ''}
          onValueChange={(measure) => filters.change({ measure })}
          options={(['', 'float', 'volume'] as const).map((value) => ({ value, label: t(`map.${value || 'number'}`) }))}
        />
      )}
    </ListFilters>
  )
}
