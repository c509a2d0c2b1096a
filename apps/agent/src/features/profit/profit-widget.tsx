import { NativeSelect } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TitledCard } from '../../platform/agent-parts.tsx'
import { useUser } from '../../platform/session/user.ts'
import { useLogged } from '../../platform/settings.ts'
import { monthStats, useMonths } from '../../platform/stats.ts'
import { profitOf } from './profit.ts'
import { ProfitChart, ProfitFigures } from './profit-views.tsx'

/** What the agent earned in a month. Agents with a blocked status have no figures to show. */
export function ProfitWidget({ hasChart }: { hasChart: boolean }) {
  const { has_block, channel } = useUser()
  return has_block ? null : <MonthProfit hasChart={hasChart} currency={channel.currency_code} />
}

function MonthProfit({ hasChart, currency }: { hasChart: boolean; currency: string }) {
  const t = useTranslations()
  const months = useMonths()
  const [chosen, setChosen] = useState<string | null>(null)
  const month = months.find(({ value }) => value === chosen) ?? months[0]
  const { data, error, isPending } = useQuery(monthStats(month))
  useLogged('the profit could not be loaded', error)
  const View = hasChart ? ProfitChart : ProfitFigures
  return (
    <TitledCard
      title={t('profit.title')}
      isLoading={isPending}
      aside={
        <NativeSelect
          label={t('common.month')}
          isLabelHidden
          value={month.value}
          onValueChange={setChosen}
          options={months}
        />
      }
    >
      <View profit={data && profitOf(data)} isLoading={isPending} currency={currency} />
    </TitledCard>
  )
}
