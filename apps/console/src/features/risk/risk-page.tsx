import { type RankedAgent, riskKinds } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { SelectFilter } from '@cashbox/ui/dense/filter-bar'
import { useTranslations } from 'use-intl'
import { DetailDrawer } from '../../platform/detail-drawer.tsx'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { formatWhole } from '../../platform/formats.ts'
import { ListFilters } from '../../platform/list-filters.tsx'
import { ListTable } from '../../platform/list-table.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { StatusBadge } from '../../platform/status-badge.tsx'
import { useFilters, useOpened } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { fullName, type RiskFilters, useRanking } from './risk.ts'
import { RiskDetail, RiskName } from './risk-detail.tsx'
import { ScoreHelp } from './score-help.tsx'

export function RiskPage() {
  const t = useTranslations()
  const filters = useFilters(['kind'])
  const asked = filters.values as RiskFilters
  const query = useRanking(asked)
  const { opened, open, close } = useOpened()
  return (
    <>
      <PageHead
        title={t('pages.risk')}
        text={t('risk.text')}
        actions={
          <>
            <ScoreHelp />
            <ExportMenu table="risk" filters={asked} />
          </>
        }
      />
      <ListFilters isAny={filters.isAny} onClear={filters.clear}>
        <SelectFilter
          label={t('risk.kind')}
          value={filters.values.kind ?? ''}
          options={[
            { value: '', label: t('common.all') },
            ...riskKinds.map((kind) => ({ value: kind, label: t(`risk.kinds.${kind}.title`) })),
          ]}
          onValueChange={(kind) => filters.change({ kind })}
        />
      </ListFilters>
      <ListTable
        label={t('pages.risk')}
        columns={useColumns()}
        query={query}
        rows={query.rows}
        keyOf={({ cash_id }) => cash_id}
        hrefOf={({ cash_id }) => `/risk/${cash_id}`}
        onOpen={({ cash_id }) => open(cash_id)}
        openKey={opened}
        emptyTitle={t('risk.none')}
        emptyText={filters.isAny ? t('common.no_match_text') : t('risk.none_text')}
      />
      {opened && (
        <DetailDrawer title={<RiskName cashId={opened} />} href={`/risk/${opened}`} onClose={close}>
          <RiskDetail key={opened} cashId={opened} />
        </DetailDrawer>
      )}
    </>
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
