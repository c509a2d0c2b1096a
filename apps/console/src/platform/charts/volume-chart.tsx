import type { ChartStep, VolumePoint } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { TimeChart, type TimeSeries } from '@cashbox/ui/time-chart'
import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatMoney, formatWhole } from '../values/formats.ts'
import { Section } from '../values/values.tsx'
import { compactTick, stepLabels, wholeTick } from './chart-labels.ts'

const measures = ['volume', 'count', 'fees', 'topups'] as const
type Measure = (typeof measures)[number]

interface VolumeChartProps {
  readonly points: readonly VolumePoint[]
  readonly currency: string | null
  readonly step: ChartStep
  /** The last point is the current, unfinished hour, day or month. */
  readonly isLastOpen: boolean
  /** Other choices, beside the measure. */
  readonly choices?: ReactNode
  readonly note?: ReactNode
}

export function VolumeChart({ points, currency, step, isLastOpen, choices, note }: VolumeChartProps) {
  const t = useTranslations('charts')
  const locale = useLocale()
  const [wanted, setMeasure] = useState<Measure>('volume')
  const offered = measures.filter((measure) => measure !== 'topups' || points.some(({ topups }) => topups !== null))
  const measure = offered.find((one) => one === wanted) ?? 'volume'
  const question = t(`question.${measure}`)
  const series = useSeries(points, measure)
  return (
    <Section title={measure === 'count' || currency === null ? question : `${question} ${currency}`}>
      <Card className="grid min-w-0 gap-5">
        <div className="flex flex-wrap gap-3">
          <Tabs
            label={t('measure.label')}
            value={measure}
            onValueChange={(value) => setMeasure(value as Measure)}
            items={offered.map((value) => ({ value, label: t(`measure.${value}`) }))}
          />
          {choices}
        </div>
        <TimeChart
          label={question}
          pointLabel={t(`point.${step}`)}
          points={points.map(({ at }) => ({ key: String(at), ...stepLabels(step, at, locale) }))}
          series={series}
          formatTick={measure === 'count' ? wholeTick : compactTick}
          tableLabel={t('table')}
          unfinishedLabel={isLastOpen ? t('so_far') : undefined}
        />
        {note && <p className="text-sm text-ink-soft">{note}</p>}
      </Card>
    </Section>
  )
}

function useSeries(points: readonly VolumePoint[], measure: Measure): readonly TimeSeries[] {
  const t = useTranslations('charts')
  const money = (amounts: readonly string[]) => ({ values: amounts.map(Number), texts: amounts.map(formatMoney) })
  if (measure === 'topups') {
    const sums = money(points.map(({ topups }) => topups?.sum ?? '0.00'))
    return [{ tone: 'main', label: t('topups'), kind: 'bar', ...sums }]
  }
  const figuresOf = (of: 'deposits' | 'withdrawals') => {
    if (measure !== 'count') return money(points.map((point) => (measure === 'fees' ? point[of].fee : point[of].sum)))
    const counts = points.map((point) => point[of].count)
    return { values: counts, texts: counts.map(formatWhole) }
  }
  return [
    { tone: 'deposit', label: t('deposits'), kind: 'bar', ...figuresOf('deposits') },
    { tone: 'withdraw', label: t('withdrawals'), kind: 'bar', ...figuresOf('withdrawals') },
  ]
}
