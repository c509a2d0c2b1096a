import { listRiskAgents, type RankedAgent, riskKinds } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { bare, column, figure, offCard, useList, wide } from '../../platform/list/use-list.ts'
import { PageHead } from '../../platform/page/page.tsx'
import { formatWhole, fullName } from '../../platform/values/formats.ts'
import { StatusBadge, When } from '../../platform/values/values.tsx'
import { useRiskAgent } from './risk.ts'
import { RiskDetail, RiskName, ScoreHelp } from './risk-detail.tsx'

export function RiskPage() {
  const t = useTranslations()
  const filters = useListFilters({
    kind: { label: t('risk.kind'), options: optionsOf(riskKinds, (kind) => t(`risk.kinds.${kind}.title`)) },
  })
  return (
    <ListPage
      list="risk"
      filters={filters}
      title={t('pages.risk')}
      text={t('risk.text')}
      exported={{ table: 'risk', filters: filters.values }}
      actions={<ScoreHelp />}
      path="/risk"
      columns={useColumns()}
      query={useList(listRiskAgents, filters.values)}
      keyOf={({ cash_id }) => cash_id}
      emptyTitle={t('risk.none')}
      emptyText={t('risk.none_text')}
      renderDrawer={(cashId) => ({ title: <RiskName cashId={cashId} />, content: <RiskDetail cashId={cashId} /> })}
    />
  )
}

function useColumns(): readonly TableColumn<RankedAgent>[] {
  const t = useTranslations('risk')
  return [
    column('cash_id', t('cash_id'), ({ cash_id }) => cash_id),
    bare(column('name', t('name'), fullName)),
    figure('score', t('score'), ({ score }) => <span className="font-semibold">{formatWhole(score)}</span>),
    bare(
      wide('kinds', t('signals'), ({ kinds }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          {kinds.map((kind) => (
            <Badge key={kind} tone="neutral">
              {t(`kinds.${kind}.title`)}
            </Badge>
          ))}
        </span>
      )),
    ),
    offCard(column('status', t('status'), ({ status }) => <StatusBadge status={status} />)),
    offCard(column('channel', t('channel'), ({ channel }) => channel)),
    offCard(figure('last_at', t('last_at'), ({ last_at }) => <When seconds={last_at} />)),
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
