import type { AgentStatus } from '@cashbox/contract'
import type { MapGroup } from '@cashbox/contract/operator'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { formatMoney, formatWhole } from '../../platform/formats.ts'
import { fullName } from '../../platform/full-name.ts'
import type { Box, MapMark } from '../../platform/map/items.ts'

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** A mark for each group, with its number of agents or the sum that was chosen. */
export function useMarks(
  groups: readonly MapGroup[],
  measure: string | undefined,
  onGroup: (box: Box) => void,
): readonly MapMark[] {
  const t = useTranslations()
  const [, navigate] = useLocation()
  return useMemo(
    () =>
      groups.map((group) => {
        const { geo_lat: lat, geo_lon: lon, agent, agents, statuses } = group
        const sum = measure === 'float' ? group.float : measure === 'volume' ? group.volume_today : null
        const states = Object.entries(statuses).map(
          ([status, count]) => `${t(`agents.status.${status as AgentStatus}`)} ${formatWhole(count ?? 0)}`,
        )
        const name = agent
          ? `${fullName(agent)}, ${t(`agents.status.${agent.status}`)}`
          : t('map.group', { count: agents })
        return {
          kind: 'mark',
          key: `${lat} ${lon}`,
          lat,
          lon,
          label: [name, ...(agent ? [] : states), ...(sum === null ? [] : [formatMoney(sum)])].join(', '),
          ...(sum !== null ? { text: compact.format(Number(sum)) } : agent ? {} : { text: compact.format(agents) }),
          tone:
            sum !== null && sum.startsWith('-') ? 'danger' : agent && agent.status !== 'approved' ? 'quiet' : 'main',
          onPress: () => (agent ? navigate(`/agents/${agent.id}`) : onGroup(around(lat, lon, groups))),
        } satisfies MapMark
      }),
    [groups, measure, t, navigate, onGroup],
  )
}

/** A quarter of what is seen, around a place. */
function around(lat: number, lon: number, groups: readonly MapGroup[]): Box {
  const spread = (values: readonly number[]) => Math.max(0.002, (Math.max(...values) - Math.min(...values)) / 8)
  const [height, width] = [spread(groups.map((one) => one.geo_lat)), spread(groups.map((one) => one.geo_lon))]
  return { south: lat - height, north: lat + height, west: lon - width, east: lon + width }
}
