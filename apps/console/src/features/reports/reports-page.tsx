import { Card, EmptyState } from '@cashbox/ui'
import { ChartNoAxesColumn } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useChannels } from '../../platform/channels.ts'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { ListFilters, SelectFilter, TextFilter } from '../../platform/list-filters.tsx'
import { Loaded } from '../../platform/loaded.tsx'
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
  const query = useReport(filters.values)
  return (
    <Loaded query={query}>
      {({ list, totals, as_of }) => (
        <>
          {totals.map((total) => (
            <MonthTable
              key={total.currency_code}
              total={total}
              months={list.filter(({ currency_code }) => currency_code === total.currency_code)}
              isStale={query.isPlaceholderData}
            />
          ))}
          {list.length === 0 && (
            <Card>
              <EmptyState icon={<ChartNoAxesColumn aria-hidden />} title={t('reports.none')}>
                {filters.isAny ? t('common.no_match_text') : t('reports.none_text')}
              </EmptyState>
            </Card>
          )}
          <p className="text-sm text-ink-soft">
            {t('reports.counted')} <When seconds={as_of} />
          </p>
        </>
      )}
    </Loaded>
  )
}

/** Where the browser has no field for months, a month is typed: until it is one, the list stays as it is. */
const monthOrNothing = (text: string) => (/^(\d{4}-(0[1-9]|1[0-2]))?$/.test(text) ? text : null)

function ReportFilters({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  const channels = useChannels().data ?? []
  const currencies = [...new Set(channels.filter(({ is_demo }) => !is_demo).map(({ currency_code }) => currency_code))]
  return (
    <ListFilters filters={filters}>
      <SelectFilter
        filters={filters}
        name="currency"
        label={t('reports.currency')}
        options={currencies.toSorted().map((code) => ({ value: code, label: code }))}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextFilter
          key={name}
          filters={filters}
          name={name}
          label={t(`common.${name}`)}
          type="month"
          placeholder={t('reports.month_placeholder')}
          read={monthOrNothing}
        />
      ))}
    </ListFilters>
  )
}
