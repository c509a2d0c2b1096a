import { statementAccounts, statementKinds } from '@cashbox/contract'
import { EmptyState, NativeSelect } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { ScrollText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { GrowingList } from '../../platform/day-list/growing-list.tsx'
import { DownloadButton, dayOfBound, HistorySwitch } from '../../platform/day-list/list-head.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { ExplanationCard } from './explanation-card.tsx'
import { ChosenPeriod, PeriodChoice } from './period-choice.tsx'
import { StatementRow } from './statement-row.tsx'
import { linesOf } from './use-statement.ts'
import { CHOSEN, useStatementFilter } from './use-statement-filter.ts'

const kindsOf = {
  float: statementKinds,
  // Nothing else moves it.
  commission: ['deposit', 'withdraw', 'settlement', 'reversal'],
} as const

/** All that moved the balance or the commission; the same shape as the history. */
export function StatementPage() {
  const t = useTranslations('statement')
  const chosen = useStatementFilter()
  const { filter, choose } = chosen
  const source = linesOf(filter)
  useScreenTitle(t('title'))
  useUsableMark()
  return (
    <div className="grid gap-4 [overflow-anchor:none] lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-8">
      <div className="grid gap-4 lg:sticky lg:top-6">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-xl font-semibold">{t('title')}</h1>
          <div className="flex items-center gap-1">
            <PeriodChoice {...chosen} />
            <DownloadButton subject={{ list: 'statement', account: filter.account, ...daysOf(chosen) }} />
          </div>
        </div>
        <HistorySwitch shown="statement" />
        <Tabs
          label={t('account')}
          value={filter.account}
          onValueChange={(account) => choose({ account: account === 'float' ? '' : account, kind: '' })}
          items={statementAccounts.map((value) => ({ value, label: t(`accounts.${value}`) }))}
        />
        {chosen.period === CHOSEN && <ChosenPeriod {...chosen} />}
        <NativeSelect
          label={t('kind')}
          isLabelHidden
          value={filter.kind ?? ''}
          onValueChange={(kind) => choose({ kind })}
          options={[
            { value: '', label: t('all_kinds') },
            ...kindsOf[filter.account].map((value) => ({ value, label: t(`many.${value}`) })),
          ]}
        />
        <ExplanationCard account={filter.account} bounds={filter} />
      </div>
      <GrowingList
        key={source.key.join(' ')}
        source={source}
        row={StatementRow}
        empty={<EmptyState icon={<ScrollText aria-hidden />} title={t('empty')} />}
        end={t('end')}
      />
    </div>
  )
}

/** What was picked may be a minute; a file has whole days. */
const daysOf = ({ period, picked, filter }: ReturnType<typeof useStatementFilter>) =>
  period === CHOSEN
    ? { fromDay: picked.from.slice(0, 10), toDay: picked.to.slice(0, 10) }
    : { fromDay: dayOfBound(filter.from), toDay: dayOfBound(filter.to) }
