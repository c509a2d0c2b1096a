import { reportMonths } from '@cashbox/contract/operator'
import { Card, EmptyState } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { keepPreviousData } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ListFilterBar, optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListHead } from '../../platform/list/list-page.tsx'
import { useListTools } from '../../platform/list/list-tools.tsx'
import type { Filters } from '../../platform/list/url-filters.ts'
import { Loaded } from '../../platform/page/page.tsx'
import { useAnswer } from '../../platform/session/call.ts'
import { useCurrencies } from '../../platform/values/channels.ts'
import { When } from '../../platform/values/values.tsx'
import { type DrawnMonth, MonthTable, useMonthColumns } from './months.tsx'

interface MonthsProps {
  readonly filters: Pick<Filters<'currency' | 'from' | 'to'>, 'values' | 'isAny'>
  readonly columns: readonly TableColumn<DrawnMonth>[]
}

export function ReportsPage() {
  const t = useTranslations()
  const month = { type: 'month', placeholder: t('reports.month_placeholder'), read: monthOrNothing } as const
  const filters = useListFilters({
    currency: { label: t('reports.currency'), options: optionsOf(useCurrencies(), (code) => code) },
    from: { ...month, label: t('common.from') },
    to: { ...month, label: t('common.to') },
  })
  const tools = useListTools({ list: 'months', paramNames: ['currency', 'from', 'to'], columns: useMonthColumns() })
  return (
    <>
      <ListHead
        title={t('pages.reports')}
        text={t('reports.text')}
        tools={tools}
        exported={{ table: 'months', filters: filters.values }}
      />
      <ListFilterBar filters={filters} />
      <Months filters={filters} columns={tools.columns} />
    </>
  )
}

function Months({ filters, columns }: MonthsProps) {
  const t = useTranslations()
  const query = useAnswer(reportMonths, filters.values, { placeholderData: keepPreviousData })
  return (
    <Loaded query={query}>
      {({ list, totals, as_of }) => (
        <>
          {totals.map((total) => (
            <MonthTable
              key={total.currency_code}
              columns={columns}
              total={total}
              months={list.filter(({ currency_code }) => currency_code === total.currency_code)}
              asOf={as_of}
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

/** Some browsers have no month field: while a month is being typed, the list stays as it is. */
const monthOrNothing = (text: string) => (/^(\d{4}-(0[1-9]|1[0-2]))?$/.test(text) ? text : null)
