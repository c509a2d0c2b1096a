import { listRiskAgents, type RankedAgent, riskKinds } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ListFilters, SelectFilter } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useFilters, useOpened } from '../../platform/list/url-filters.ts'
import { useList } from '../../platform/list/use-list.ts'
import { PageHead } from '../../platform/page/page.tsx'
import { StatusBadge } from '../../platform/values/badges.tsx'
import { formatWhole, fullName } from '../../platform/values/formats.ts'
import { When } from '../../platform/values/values.tsx'
import { useRiskAgent } from './risk.ts'
import { RiskDetail, RiskName, ScoreHelp } from './risk-detail.tsx'

const filterNames = ['kind'] as const

export function RiskPage() {
  const t = useTranslations()
  const filters = useFilters(filterNames)
  const query = useList(listRiskAgents, filters.values)
  const { opened } = useOpened()
  return (
    <ListPage
      list="risk"
      paramNames={filterNames}
      title={t('pages.risk')}
      text={t('risk.text')}
      exported={{ table: 'risk', filters: filters.values }}
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

export function RiskAgentPage() {
  const t = useTranslations('pages')
  const { cash_id = '' } = useParams()
  const { data } = useRiskAgent(cash_id)
  return (
    <>
      <PageHead title={data ? fullName(data) : t('risk')} actions={<ScoreHelp />} />
      <RiskDetail cashId={cash_id} />
    </>
  )
}
