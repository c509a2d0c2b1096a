import { NativeSelect } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { MomentField } from '../../platform/time/moment.tsx'
import { ALL_TIME, CHOSEN, type useStatementFilter } from './use-statement-filter.ts'

type Chosen = ReturnType<typeof useStatementFilter>

/** A month, all time, or any two moments. */
export function PeriodChoice({ months, period, choose }: Chosen) {
  const t = useTranslations('period')
  const [current] = months
  return (
    <NativeSelect
      label={t('label')}
      isLabelHidden
      value={period}
      onValueChange={(value) => choose({ period: value === current.value ? '' : value })}
      options={[...months, { value: ALL_TIME, label: t('all') }, { value: CHOSEN, label: t('chosen') }]}
    />
  )
}

/** From one minute to another; an empty field is no limit. */
export function ChosenPeriod({ picked, choose }: Chosen) {
  const t = useTranslations('period')
  return (
    <div className="grid gap-3">
      <MomentField type="datetime-local" label={t('from')} value={picked.from} onChange={(from) => choose({ from })} />
      <MomentField type="datetime-local" label={t('to')} value={picked.to} onChange={(to) => choose({ to })} />
    </div>
  )
}
