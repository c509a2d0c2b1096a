import { topupReasons } from '@cashbox/contract'
import type { HeldTopup } from '@cashbox/contract/operator'
import { Badge } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { SelectFilter, TextFilter } from '@cashbox/ui/dense/filter-bar'
import { Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { DetailDrawer } from '../../platform/detail-drawer.tsx'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { ListFilters } from '../../platform/list-filters.tsx'
import { ListTable } from '../../platform/list-table.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/url-filters.ts'
import { Amount, When } from '../../platform/values.tsx'
import { HeldTopupDetail } from './held-topup-detail.tsx'
import { useHeldTopups } from './held-topups.ts'
import { CoinAmount } from './request-badges.tsx'

type FilterName = 'cash_id' | 'reason'

export function HeldTopupsPage() {
  const t = useTranslations()
  const filters = useFilters<FilterName>(['cash_id', 'reason'])
  const asked = filters.values as Parameters<typeof useHeldTopups>[0]
  const query = useHeldTopups(asked)
  const columns = useColumns()
  const { opened, open, close } = useOpened()
  return (
    <>
      <PageHead
        title={t('pages.held_topups')}
        text={t('money.held.text')}
        actions={<ExportMenu table="held-topups" filters={asked} />}
      />
      <HeldFilters filters={filters} />
      <ListTable
        label={t('pages.held_topups')}
        columns={columns}
        query={query}
        rows={query.rows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/held-topups?open=${id}`}
        onOpen={({ id }) => open(id)}
        openKey={opened}
        emptyTitle={t('money.held.none')}
        emptyText={filters.isAny ? t('common.no_match_text') : t('money.held.none_text')}
      />
      {opened && (
        <DetailDrawer title={t('money.held.title')} onClose={close}>
          <HeldTopupDetail id={opened} />
        </DetailDrawer>
      )}
    </>
  )
}

function useColumns(): readonly TableColumn<HeldTopup>[] {
  const t = useTranslations('money')
  return [
    { id: 'reason', header: t('held.reason'), cell: ({ reason }) => t(`held.reasons.${reason}`) },
    { id: 'cash_id', header: t('cash_id'), cell: ({ cash_id }) => cash_id ?? t('nobody') },
    {
      id: 'sent',
      header: t('held.sent'),
      cell: ({ sent, coin }) => <CoinAmount amount={sent} asset={coin} />,
      isFigure: true,
    },
    {
      id: 'received',
      header: t('held.received'),
      cell: ({ received, currency_code }) =>
        received !== null && <Amount amount={received} {...(currency_code ? { currency: currency_code } : {})} />,
      isFigure: true,
    },
    {
      id: 'request',
      header: t('held.request'),
      cell: ({ request_id }) =>
        request_id !== null && (
          <Badge tone="pending" icon={<Hourglass aria-hidden />}>
            {t('held.request_waits')}
          </Badge>
        ),
    },
    { id: 'type', header: t('held.type'), cell: ({ type }) => t(`held.types.${type}`) },
    { id: 'seen', header: t('held.seen'), cell: ({ seen_at }) => <When seconds={seen_at} />, isFigure: true },
  ]
}

function HeldFilters({ filters: { values, isAny, change, clear } }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  return (
    <ListFilters isAny={isAny} onClear={clear}>
      <TextFilter
        label={t('money.cash_id')}
        inputMode="numeric"
        value={values.cash_id ?? ''}
        onValueChange={(cash_id) => change({ cash_id: cash_id.trim() })}
      />
      <SelectFilter
        label={t('money.held.reason')}
        value={values.reason ?? ''}
        options={[
          { value: '', label: t('common.all') },
          ...topupReasons.map((value) => ({ value, label: t(`money.held.reasons.${value}`) })),
        ]}
        onValueChange={(reason) => change({ reason })}
      />
    </ListFilters>
  )
}
