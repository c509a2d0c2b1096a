import { Card, EmptyState, Skeleton } from '@cashbox/ui'
import { SelectFilter, TextFilter } from '@cashbox/ui/dense/filter-bar'
import { ChartNoAxesColumn } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useChannels } from '../../platform/channels.ts'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { Failed } from '../../platform/failed.tsx'
import { ListFilters } from '../../platform/list-filters.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { type Filters, useFilters } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { MonthTable } from './month-table.tsx'
import { useReport } from './reports.ts'

type FilterName = 'currency' | 'from' | 'to'

export function ReportsPage() {
  const t = useTranslations()
  const filters = useFilters<FilterName>(['currency', 'from', 'to'])
  return (
    <>
      <PageHead
        title={t('pages.reports')}
        text={t('reports.text')}
        actions={<ExportMenu table="months" filters={filters.values} />}
      />
      <ReportFilters filters={filters} />
      <Months filters={filters} />
    </>
  )
}

function Months({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  const { data, error, isFetching, isPlaceholderData, refetch } = useReport(filters.values)
  if (!data) {
    if (error) return <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    return <Skeleton className="h-64" />
  }
  const byCurrency = Map.groupBy(data.list, ({ currency_code }) => currency_code)
  return (
    <>
      {[...byCurrency].map(([currency, months]) => (
        <MonthTable key={currency} currency={currency} months={months} isStale={isPlaceholderData} />
      ))}
      {data.list.length === 0 && (
        <Card>
          <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title={t('reports.none')}>
            {filters.isAny ? t('common.no_match_text') : t('reports.none_text')}
          </EmptyState>
        </Card>
      )}
      <p className="text-sm text-ink-soft">
        {t('reports.counted')} <When seconds={data.as_of} />
      </p>
    </>
  )
}

/** Where the browser has no field for months, one is typed: until it is one, nothing is asked. */
const isMonthOrNothing = (text: string) => /^(\d{4}-(0[1-9]|1[0-2]))?$/.test(text)

function ReportFilters({ filters: { values, isAny, change, clear } }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  const channels = useChannels().data ?? []
  const currencies = [...new Set(channels.filter(({ is_demo }) => !is_demo).map(({ currency_code }) => currency_code))]
  const month = (name: 'from' | 'to') => (
    <TextFilter
      label={t(`common.${name}`)}
      type="month"
      placeholder={t('reports.month_placeholder')}
      value={values[name] ?? ''}
      onValueChange={(value) => isMonthOrNothing(value) && change({ [name]: value })}
    />
  )
  return (
    <ListFilters isAny={isAny} onClear={clear}>
      <SelectFilter
        label={t('reports.currency')}
        value={values.currency ?? ''}
        options={[
          { value: '', label: t('common.all') },
          ...currencies.toSorted().map((code) => ({ value: code, label: code })),
        ]}
        onValueChange={(currency) => change({ currency })}
      />
      {month('from')}
      {month('to')}
    </ListFilters>
  )
}
