import { type AgentStatus, formatMinor } from '@cashbox/contract'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import type { Box, MapMark } from '../../platform/map/items.ts'
import { formatMoney, formatWhole } from '../../platform/values/formats.ts'
import type { AgentGroup } from './cluster.ts'

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
