import { EmptyState, NativeSelect } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { ReceiptText, SearchX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { GrowingList } from '../../platform/day-list/growing-list.tsx'
import { DownloadButton, dayOfBound, HistorySwitch } from '../../platform/day-list/list-head.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { HistoryRow } from './history-row.tsx'
import { MonthTotals } from './month-totals.tsx'
import { SearchDays } from './search-days.tsx'
import { isSearch, SearchField } from './search-field.tsx'
import { foundInHistory, monthOfHistory } from './use-history.ts'
import { useHistoryFilter, useSearchDays } from './use-history-filter.ts'

/** What to show and its totals above the list; from the width of a tablet on beside it. */
export function HistoryPage() {
  const t = useTranslations()
  const filter = useHistoryFilter()
  const { months, month, type, search } = filter
  const isSearching = isSearch(search)
  const days = useSearchDays(filter.from, filter.to)
  const source = isSearching ? foundInHistory({ search, type, ...days }) : monthOfHistory({ type, month })
  useScreenTitle(t('history.title'))
  useUsableMark()
  return (
    // The list places its rows itself, and the browser must not correct that.
    <div className="grid gap-4 [overflow-anchor:none] lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-8">
      <div className="grid gap-4 lg:sticky lg:top-6">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-xl font-semibold">{t('history.title')}</h1>
          {!isSearching && (
            <div className="flex items-center gap-1">
              <NativeSelect
                label={t('common.month')}
                isLabelHidden
                value={month.value}
                onValueChange={filter.chooseMonth}
                options={months}
              />
              <DownloadButton
                subject={{
                  list: 'history',
                  type: type === 'all' ? null : type,
                  fromDay: dayOfBound(month.from),
                  toDay: dayOfBound(month.to),
                }}
              />
            </div>
          )}
        </div>
        <HistorySwitch shown="payments" />
        <SearchField value={search} onSearch={(value) => filter.setParam('search', value)} />
        {isSearching && <SearchDays from={filter.from} to={filter.to} onChange={filter.setParam} />}
        <Tabs
          label={t('history.tabs_label')}
          value={type}
          onValueChange={filter.chooseType}
          items={[
            { value: 'all', label: t('history.all') },
            { value: 'deposit', label: t('history.deposits') },
            { value: 'withdraw', label: t('history.withdrawals') },
          ]}
        />
        {!isSearching && <MonthTotals month={month} />}
      </div>
      <GrowingList
        key={source.key.join(' ')}
        source={source}
        row={HistoryRow}
        empty={isSearching ? <NothingFound /> : <NoTransactions />}
        end={t(isSearching ? 'history.found_end' : 'history.end')}
      />
    </div>
  )
}

function NoTransactions() {
  const t = useTranslations('history')
  return <EmptyState icon={<ReceiptText aria-hidden />} title={t('empty')} />
}

function NothingFound() {
  const t = useTranslations('history')
  return (
    <EmptyState icon={<SearchX aria-hidden />} title={t('found_nothing')}>
      {t('found_nothing_text')}
    </EmptyState>
  )
}
