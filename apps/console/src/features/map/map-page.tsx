import { type AgentStatus, agentStatuses, formatMinor, type InputOf } from '@cashbox/contract'
import { mapAgents } from '@cashbox/contract/operator'
import { SelectFilter } from '@cashbox/ui/dense/filter-bar'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { ListFilterBar, optionsOf, useFilters, useListFilters } from '../../platform/list/list-filters.tsx'
import type { Box, MapMark } from '../../platform/map/items.ts'
import { LazyMap } from '../../platform/map/map.tsx'
import type { View } from '../../platform/map/map-view.tsx'
import { Failed, PageHead } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/session.ts'
import { useCurrencies } from '../../platform/values/channels.ts'
import { formatMoney, formatWhole } from '../../platform/values/formats.ts'
import { StatusBadge, TextLink } from '../../platform/values/values.tsx'
import { type AgentGroup, type AgentPoint, indexAgents, pointsOf } from './cluster.ts'

const t = textsOf('agents.status')

const STALE_MS = 60_000
const MAX_NAMES = 50

export function MapPage() {
  const filters = useListFilters({
    status: { label: textAt('map.status'), options: optionsOf(agentStatuses, (status) => t(status)) },
    currency: { label: textAt('charts.currency'), options: optionsOf(useCurrencies()) },
  })
  const { values, change, isAny, clear } = useFilters(['status', 'currency', 'measure'])
  const { currency } = filters.values
  const [view, setView] = useState<View | null>(null)
  const [wanted, setWanted] = useState<Box | null>(null)
  const query = useAgents(filters.values)
  const index = query.data
  const groups = useMemo(() => (index && view ? index.groupsIn(view.box, view.zoom) : []), [index, view])
  const marks = useMarks(groups, currency && values.measure, setWanted)
  return (
    <>
      <PageHead title={textAt('pages.map')} text={textAt('map.text')} />
      <ListFilterBar filters={{ ...filters, isAny, clear }}>
        {/* Sums are of one currency. */}
        {currency && (
          <SelectFilter
            label={textAt('map.measure')}
            value={values.measure ?? ''}
            onValueChange={(measure) => change({ measure })}
            options={[
              { value: '', label: textAt('map.number') },
              { value: 'float', label: textAt('map.float') },
              { value: 'volume', label: textAt('map.volume') },
            ]}
          />
        )}
      </ListFilterBar>
      {query.error && <Failed error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />}
      <LazyMap
        overview={index?.box ?? null}
        label={textAt('map.label')}
        items={marks}
        shown={wanted}
        onMove={setView}
        className="h-[max(20rem,60dvh)]"
      />
      {index && view && <AgentsInView agents={index.agentsIn(view.box)} />}
    </>
  )
}

function useAgents({ status, currency }: Partial<Record<'status' | 'currency', string>>) {
  const agentFilters = { ...(status && { status: status as AgentStatus }), ...(currency && { currency }) }
  return useQuery({
    queryKey: ['map', 'agents', agentFilters],
    queryFn: async ({ signal }) => {
      const points: AgentPoint[] = []
      let cursor: string | null = null
      do {
        const input: InputOf<typeof mapAgents> = { ...agentFilters, ...(cursor !== null && { cursor }) }
        const page = await call(mapAgents, input, { signal })
        points.push(...pointsOf(page))
        cursor = page.next
      } while (cursor !== null)
      return indexAgents(points)
    },
    staleTime: STALE_MS,
    structuralSharing: false,
    placeholderData: (before) => before,
  })
}

/** The map as text, with names when there are few. */
const AgentsInView = ({ agents }: { agents: readonly AgentPoint[] }) => (
  <div className="grid gap-2">
    <p role="status" className="font-semibold">
      {textAt('map.in_view', { count: agents.length })}
    </p>
    {agents.length > 0 && agents.length <= MAX_NAMES && (
      <ul aria-label={textAt('map.agents')} className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
        {agents.map(({ id, name, status }) => (
          <li key={id} className="flex min-h-11 items-center justify-between gap-3 border-b border-line">
            <TextLink href={`/agents/${id}`}>{name}</TextLink>
            <StatusBadge state={status} />
          </li>
        ))}
      </ul>
    )}
  </div>
)

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

export function useMarks(
  groups: readonly AgentGroup[],
  measure: string | undefined,
  onGroup: (box: Box) => void,
): readonly MapMark[] {
  const t = useTranslations()
  const [, navigate] = useLocation()
  return useMemo(
    () =>
      groups.map((group) => {
        const { lat, lon, agent, agents, statuses } = group
        const minor = measure === 'float' ? group.float : measure === 'volume' ? group.volume : null
        const sum = minor === null ? null : formatMinor(BigInt(minor))
        const states = Object.entries(statuses).map(
          ([status, count]) => `${t(`agents.status.${status as AgentStatus}`)} ${formatWhole(count ?? 0)}`,
        )
        const name = agent ? `${agent.name}, ${t(`agents.status.${agent.status}`)}` : t('map.group', { count: agents })
        return {
          kind: 'mark',
          key: `${lat} ${lon}`,
          lat,
          lon,
          label: [name, ...(agent ? [] : states), ...(sum === null ? [] : [formatMoney(sum)])].join(', '),
          ...(sum !== null ? { text: compact.format(Number(sum)) } : agent ? {} : { text: compact.format(agents) }),
          tone:
            sum !== null && sum.startsWith('-') ? 'danger' : agent && agent.status !== 'approved' ? 'quiet' : 'main',
          onPress: () => (agent ? navigate(`/agents/${agent.id}`) : onGroup(group.box())),
        } satisfies MapMark
      }),
    [groups, measure, t, navigate, onGroup],
  )
}
