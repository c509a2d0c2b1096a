import { topupReasons } from '@cashbox/contract'
import type { HeldTopup } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ListFilters, SelectFilter, TextFilter } from '../../platform/list-filters.tsx'
import { ListPage } from '../../platform/list-page.tsx'
import { LookBadge } from '../../platform/look-badge.tsx'
import { useFilters, useOpened } from '../../platform/url-filters.ts'
import { Amount, When } from '../../platform/values.tsx'
import { HeldTopupDetail } from './held-topup-detail.tsx'
import { useHeldTopups } from './held-topups.ts'
import { CoinAmount } from './request-badges.tsx'

const filterNames = ['cash_id', 'reason'] as const
type FilterName = (typeof filterNames)[number]

export function HeldTopupsPage() {
  const t = useTranslations()
  const filters = useFilters<FilterName>(filterNames)
  const asked = filters.values as Parameters<typeof useHeldTopups>[0]
  const query = useHeldTopups(asked)
  const { opened } = useOpened()
  return (
    <ListPage
      list="held_topups"
      paramNames={filterNames}
      title={t('pages.held_topups')}
      text={t('money.held.text')}
      exported={{ table: 'held-topups', filters: asked }}
      columns={useColumns()}
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      emptyTitle={t('money.held.none')}
      emptyText={filters.isAny ? t('common.no_match_text') : t('money.held.none_text')}
      drawer={opened !== null && { title: t('money.held.title'), content: <HeldTopupDetail id={opened} /> }}
    >
      <ListFilters filters={filters}>
        <TextFilter filters={filters} name="cash_id" label={t('money.cash_id')} inputMode="numeric" />
        <SelectFilter
          filters={filters}
          name="reason"
          label={t('money.held.reason')}
          options={topupReasons.map((value) => ({ value, label: t(`money.held.reasons.${value}`) }))}
        />
      </ListFilters>
    </ListPage>
  )
}

function useColumns(): readonly TableColumn<HeldTopup>[] {
  const t = useTranslations('money')
  return [
    { id: 'reason', header: t('held.reason'), cell: ({ reason }) => t(`held.reasons.${reason}`) },
    { id: 'cash_id', header: t('cash_id'), cell: ({ cash_id }) => cash_id ?? t('no_agent') },
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
        request_id !== null && <LookBadge look={['pending', Hourglass]}>{t('held.request_waits')}</LookBadge>,
    },
    { id: 'type', header: t('held.type'), cell: ({ type }) => t(`held.types.${type}`) },
    { id: 'seen', header: t('held.seen'), cell: ({ seen_at }) => <When seconds={seen_at} />, isFigure: true },
  ]
}
