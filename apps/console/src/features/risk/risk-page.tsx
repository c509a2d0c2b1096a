import { type RankedAgent, riskKinds } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { formatWhole } from '../../platform/formats.ts'
import { fullName } from '../../platform/full-name.ts'
import { ListFilters, SelectFilter } from '../../platform/list-filters.tsx'
import { ListPage } from '../../platform/list-page.tsx'
import { StatusBadge } from '../../platform/status-badge.tsx'
import { useFilters, useOpened } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { type RiskFilters, useRanking } from './risk.ts'
import { RiskDetail, RiskName } from './risk-detail.tsx'
import { ScoreHelp } from './score-help.tsx'

const filterNames = ['kind'] as const

export function RiskPage() {
  const t = useTranslations()
  const filters = useFilters(filterNames)
  const asked = filters.values as RiskFilters
  const query = useRanking(asked)
  const { opened } = useOpened()
  return (
    <ListPage
      list="risk"
      paramNames={filterNames}
      title={t('pages.risk')}
      text={t('risk.text')}
      exported={{ table: 'risk', filters: asked }}
      actions={<ScoreHelp />}
      path="/risk"
      columns={useColumns()}
      query={query}
      rows={query.rows}
      keyOf={({ cash_id }) => cash_id}
      emptyTitle={t('risk.none')}
      emptyText={filters.isAny ? t('common.no_match_text') : t('risk.none_text')}
      drawer={opened !== null && { title: <RiskName cashId={opened} />, content: <RiskDetail cashId={opened} /> }}
    >
      <ListFilters filters={filters}>
        <SelectFilter
          filters={filters}
          name="kind"
          label={t('risk.kind')}
          options={riskKinds.map((value) => ({ value, label: t(`risk.kinds.${value}.title`) }))}
        />
      </ListFilters>
    </ListPage>
  )
}

function useColumns(): readonly TableColumn<RankedAgent>[] {
  const t = useTranslations('risk')
  return [
    { id: 'cash_id', header: t('cash_id'), cell: ({ cash_id }) => cash_id },
    { id: 'name', header: t('name'), cell: fullName },
    {
      id: 'score',
      header: t('score'),
      cell: ({ score }) => <span className="font-semibold">{formatWhole(score)}</span>,
      isFigure: true,
    },
    {
      id: 'kinds',
      header: t('signals'),
      cell: ({ kinds }) => (
        <span className="inline-flex flex-wrap gap-1.5 max-sm:justify-end">
          {kinds.map((kind) => (
            <Badge key={kind} tone="neutral">
              {t(`kinds.${kind}.title`)}
            </Badge>
          ))}
        </span>
      ),
      isWide: true,
    },
    { id: 'status', header: t('status'), cell: ({ status }) => <StatusBadge status={status} /> },
    { id: 'channel', header: t('channel'), cell: ({ channel }) => channel },
    { id: 'last_at', header: t('last_at'), cell: ({ last_at }) => <When seconds={last_at} />, isFigure: true },
  ]
}
