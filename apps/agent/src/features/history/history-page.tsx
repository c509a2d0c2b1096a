import { EmptyState, NativeSelect } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { ReceiptText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../platform/failed.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { HistoryList } from './history-list.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'
import { ListEnd } from './list-end.tsx'
import { MonthTotals } from './month-totals.tsx'
import { useHistory } from './use-history.ts'
import { type HistoryFilter, useHistoryFilter } from './use-history-filter.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

/** What to show and its totals above the list; from the width of a tablet on beside it. */
export function HistoryPage() {
  const t = useTranslations()
  const { months, month, type, chooseMonth, chooseType } = useHistoryFilter()
  useScreenTitle(t('history.title'))
  useUsableMark()
  return (
    // The list places its rows itself, and the browser must not correct that.
    <div className="grid gap-4 [overflow-anchor:none] lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-8">
      <div className="grid gap-4 lg:sticky lg:top-6">
        <div className="flex items-center justify-between gap-4">
          <h1 className="text-xl font-semibold">{t('history.title')}</h1>
          <NativeSelect
            label={t('common.month')}
            isLabelHidden
            value={month.value}
            onValueChange={chooseMonth}
            options={months}
          />
        </div>
        <Tabs
          label={t('history.tabs_label')}
          value={type}
          onValueChange={chooseType}
          items={[
            { value: 'all', label: t('history.all') },
            { value: 'deposit', label: t('history.deposits') },
            { value: 'withdraw', label: t('history.withdrawals') },
          ]}
        />
        <MonthTotals month={month} />
      </div>
      <Transactions key={`${type} ${month.value}`} filter={{ type, month }} />
    </div>
  )
}

function Transactions({ filter }: { filter: HistoryFilter }) {
  const t = useTranslations()
  const history = useHistory(filter)
  const { items, data, hasNextPage, isPending, isFetching, isFetchingNextPage, isFetchNextPageError } = history
  useScrollMemory(`${filter.type} ${filter.month.value}`)
  if (isPending) return <HistorySkeleton />
  if (!data) return <Failed error={history.error} isRetrying={isFetching} onRetry={() => void history.refetch()} />
  if (items.length === 0) return <EmptyState icon={<ReceiptText aria-hidden />} title={t('history.empty')} />
  const canHaveMore = isFetchNextPageError ? 'failed' : 'more'
  return (
    <div>
      <HistoryList items={items} hasMore={hasNextPage} />
      <ListEnd
        key={data.pages.length}
        state={isFetchingNextPage ? 'loading' : hasNextPage ? canHaveMore : 'end'}
        onMore={() => void history.fetchNextPage()}
      />
    </div>
  )
}
