import {
  type AgentConfirmation,
  type AgentLocation,
  type KnownAgent,
  listAgentConfirmations,
  listAgentLocations,
} from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ListPart } from '../../platform/list/list-page.tsx'
import { useList } from '../../platform/list/use-list.ts'
import { PositionMap } from '../../platform/map/position-map.tsx'
import { IconBadge, TransactionTypeLabel } from '../../platform/values/badges.tsx'
import { formatWhole, percentOf } from '../../platform/values/formats.ts'
import { Amount, Code, Coordinates, When } from '../../platform/values/values.tsx'

export function ConfirmationsTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const query = useList(listAgentConfirmations, { agent_id: agent.id })
  return (
    <ListPart
      list="agent_confirmations"
      exported={{ table: 'confirmations', filters: { agent_id: agent.id } }}
      label={t('tabs.transactions')}
      columns={useColumns(agent.channel.currency_code)}
      query={query}
      rows={query.rows}
      keyOf={({ number }) => String(number)}
      hrefOf={({ transaction_id }) => `/transactions/${transaction_id}`}
      emptyTitle={t('no_confirmations')}
    />
  )
}

function useColumns(currency: string): readonly TableColumn<AgentConfirmation>[] {
  const t = useTranslations('agents.confirmation')
  return [
    {
      id: 'id',
      header: t('id'),
      cell: ({ transaction_id }) => <Code text={transaction_id} />,
    },
    { id: 'type', header: t('type'), cell: (one) => <Kind confirmation={one} /> },
    { id: 'player', header: t('player'), cell: ({ player_id }) => player_id },
    {
      id: 'amount',
      header: t('amount'),
      cell: ({ amount }) => <Amount amount={amount} currency={currency} />,
      isFigure: true,
    },
    {
      id: 'fee',
      header: t('fee'),
      cell: ({ fee, fee_bp }) => (
        <>
          <Amount amount={fee} /> <span className="text-sm text-ink-soft">{percentOf(fee_bp)} %</span>
        </>
      ),
      isFigure: true,
    },
    { id: 'at', header: t('at'), cell: ({ finished_at }) => <When seconds={finished_at} />, isFigure: true },
  ]
}

function Kind({ confirmation: { type, reversed_at } }: { confirmation: AgentConfirmation }) {
  const t = useTranslations('agents.confirmation')
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-bottom">
      <TransactionTypeLabel type={type} />
      {reversed_at !== null && <IconBadge style={['rejected', Undo2]}>{t('reversed')}</IconBadge>}
    </span>
  )
}

/** As their browser reported them. */
export function LocationsTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const query = useList(listAgentLocations, { agent_id: agent.id })
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('location.text', { metres: formatWhole(agent.geo_area) })}</p>
      <PositionMap label={t('tabs.locations')} positions={query.rows ?? []} area={agent} />
      <ListPart
        list="agent_locations"
        exported={{ table: 'locations', filters: { agent_id: agent.id } }}
        label={t('tabs.locations')}
        columns={useLocationColumns(agent.geo_area)}
        query={query}
        rows={query.rows}
        keyOf={({ number }) => String(number)}
        emptyTitle={t('no_locations')}
      />
    </>
  )
}

function useLocationColumns(radiusM: number): readonly TableColumn<AgentLocation>[] {
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
