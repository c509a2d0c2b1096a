import { formatMinor, parseMinor } from '@cashbox/contract'
import type { ChartStep, VolumePoint, Volumes } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { TimeChart, type TimeSeries } from '@cashbox/ui/time-chart'
import { type ReactNode, useState } from 'react'
import { useLocale } from 'use-intl'
import { textsOf } from '../language/language.ts'
import { formatChange, formatMoney, formatWhole } from '../values/formats.ts'
import { Section } from '../values/values.tsx'
import { compactTick, stepLabels, wholeTick } from './chart-labels.ts'

const t = textsOf('charts')

const measures = ['volume', 'count', 'fees', 'topups'] as const
type Measure = (typeof measures)[number]

interface VolumeChartProps {
  readonly points: readonly VolumePoint[]
  readonly currency: string | null
  readonly step: ChartStep
  /** The last point is the current, unfinished hour, day or month. */
  readonly isLastOpen: boolean
  readonly choices?: ReactNode
  readonly note?: ReactNode
  readonly previous?: Volumes['previous'] | undefined
}

export function VolumeChart({ points, currency, step, isLastOpen, choices, note, previous }: VolumeChartProps) {
  const locale = useLocale()
  const [wanted, setMeasure] = useState<Measure>('volume')
  const offered = measures.filter((measure) => measure !== 'topups' || points.some(({ topups }) => topups !== null))
  const measure = offered.find((one) => one === wanted) ?? 'volume'
  const question = t(`question.${measure}`)
  const series = seriesOf(points, measure)
  return (
    <Section title={measure === 'count' || currency === null ? question : `${question}, ${currency}`}>
      <Card className="grid min-w-0 gap-5">
        <div className="flex flex-wrap gap-3">
          <Tabs
            label={t('measure.label')}
            value={measure}
            onValueChange={setMeasure}
            items={offered.map((value) => ({ value, label: t(`measure.${value}`) }))}
          />
          {choices}
        </div>
        <Totals points={points} measure={measure} step={step} previous={previous} />
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

interface TotalsProps extends Pick<VolumeChartProps, 'points' | 'step' | 'previous'> {
  readonly measure: Measure
}

function Totals({ points, measure, step, previous }: TotalsProps) {
  const sums = measure === 'topups' ? (['topups'] as const) : (['deposits', 'withdrawals'] as const)
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {sums.map((of) => {
        const total = points.reduce((sum, point) => sum + figureOf(point, of, measure), 0n)
        const before = previous && figureOf(previous, of, measure)
        const change = before === undefined ? null : formatChange(Number(total), Number(before))
        return (
          <div key={of}>
            <dt className="text-sm text-ink-soft">
              {t(of)}, {t('total')}
            </dt>
            <dd>
              <bdi dir="ltr" className="text-lg font-semibold tabular-nums">
                {measure === 'count' ? formatWhole(Number(total)) : formatMoney(formatMinor(total))}
              </bdi>{' '}
              {change !== null && (
                <span className="text-sm whitespace-nowrap text-ink-soft">{t(`previous.${step}`, { change })}</span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** In minor units, or a count. */
function figureOf(point: Volumes['previous'], of: 'deposits' | 'withdrawals' | 'topups', measure: Measure): bigint {
  if (of === 'topups') return parseMinor(point.topups?.sum ?? '0') ?? 0n
  if (measure === 'count') return BigInt(point[of].count)
  return parseMinor(measure === 'fees' ? point[of].fee : point[of].sum) ?? 0n
}

function seriesOf(points: readonly VolumePoint[], measure: Measure): readonly TimeSeries[] {
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
