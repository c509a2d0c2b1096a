import { type AgentLocation, type KnownAgent, listAgentLocations } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Coordinates } from '../../platform/coordinates.tsx'
import { formatWhole } from '../../platform/formats.ts'
import { useList } from '../../platform/list.ts'
import { ListPart } from '../../platform/list-part.tsx'
import { PositionMap } from '../../platform/map/position-map.tsx'
import { When } from '../../platform/values.tsx'
import { agentKeys } from './agents.ts'

/** Where they confirmed from, as their browser claimed. */
export function LocationsTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const query = useList(agentKeys.tab(agent.id, 'locations'), listAgentLocations, { agent_id: agent.id })
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('location.text', { metres: formatWhole(agent.geo_area) })}</p>
      <PositionMap label={t('tabs.locations')} positions={query.rows ?? []} area={agent} />
      <ListPart
        list="agent_locations"
        exported={{ table: 'locations', filters: { agent_id: agent.id } }}
        label={t('tabs.locations')}
        columns={useColumns(agent.geo_area)}
        query={query}
        rows={query.rows}
        keyOf={({ number }) => String(number)}
        emptyTitle={t('no_locations')}
      />
    </>
  )
}

function useColumns(radiusM: number): readonly TableColumn<AgentLocation>[] {
  const t = useTranslations('agents')
  return [
    { id: 'at', header: t('location.at'), cell: ({ at }) => <When seconds={at} /> },
    {
      id: 'transaction',
      header: t('confirmation.id'),
      cell: ({ transaction_id }) => (
        <Link href={`/transactions/${transaction_id}`} className="font-mono text-sm text-brand-text underline">
          {transaction_id}
        </Link>
      ),
    },
    {
      id: 'place',
      header: t('coordinates'),
      cell: ({ geo_lat, geo_lon }) =>
        geo_lat !== null && geo_lon !== null && <Coordinates lat={geo_lat} lon={geo_lon} />,
    },
    {
      id: 'distance',
      header: t('location.distance'),
      cell: ({ distance_m }) =>
        distance_m !== null && (
          <span className={distance_m > radiusM ? 'font-semibold text-danger' : undefined}>
            {t('metres', { metres: formatWhole(distance_m) })}
          </span>
        ),
      isFigure: true,
    },
    {
      id: 'accuracy',
      header: t('location.accuracy'),
      cell: ({ accuracy_m }) => accuracy_m !== null && `± ${t('metres', { metres: formatWhole(accuracy_m) })}`,
      isFigure: true,
    },
    {
      id: 'age',
      header: t('location.age'),
      cell: ({ age_s }) => age_s !== null && t('seconds', { seconds: formatWhole(age_s) }),
      isFigure: true,
    },
    { id: 'ip', header: t('session.ip'), cell: ({ ip }) => ip, isFigure: true },
  ]
}
