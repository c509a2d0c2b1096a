import { formatMinor, type InputOf, parseMinor } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { Card, NativeSelect, Skeleton } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { TimeChart, type TimeSeries } from '@cashbox/ui/time-chart'
import { type ReactNode, useState } from 'react'
import { useLocale } from 'use-intl'
import { textAt } from '../language/language.ts'
import { optionsOf } from '../list/list-filters.tsx'
import { Loaded, Pair } from '../page/page.tsx'
import { useMay } from '../session/session.ts'
import { formatChange, formatMoney, formatWhole } from '../values/formats.ts'
import { LabelledTime, Section } from '../values/values.tsx'
import { compactTick, stepLabels, wholeTick } from './chart-labels.ts'
import { FloatChart, RefusalChart, useChart, WebhookDelays } from './line-charts.tsx'

export type ChartSubject =
  | { readonly kind: 'network' }
  | { readonly kind: 'channel' | 'partner'; readonly code: string }
  | { readonly kind: 'agent'; readonly id: string }

type VolumeCall =
  | typeof api.chartNetworkVolumes
  | typeof api.chartChannelVolumes
  | typeof api.chartPartnerVolumes
  | typeof api.chartAgentVolumes

interface VolumesProps<Call extends VolumeCall> {
  readonly endpoint: Call
  readonly input: Omit<InputOf<Call>, 'step' | 'currency'>
  readonly firstStep?: api.ChartStep
}

const steps = ['hour', 'day', 'month'] as const satisfies readonly api.ChartStep[]

const DAY_S = 24 * 60 * 60

export function ChartSet({ of }: { of: ChartSubject }) {
  if (of.kind === 'network') {
    return (
      <>
        <VolumesOf endpoint={api.chartNetworkVolumes} input={{}} firstStep="hour" />
        <Pair>
          <RefusalChart endpoint={api.chartRefusals} input={{}} text={textAt('charts.refusals.day')} />
          <WebhookDelays />
        </Pair>
      </>
    )
  }
  if (of.kind === 'agent') {
    const input = { agent_id: of.id }
    return (
      <>
        <VolumesOf endpoint={api.chartAgentVolumes} input={input} />
        <Pair>
          <FloatChart agentId={of.id} />
          <RefusalChart endpoint={api.chartAgentRefusals} input={input} text={textAt('charts.refusals.month')} />
        </Pair>
      </>
    )
  }
  const { code } = of
  if (of.kind === 'channel') {
    return (
      <>
        <VolumesOf endpoint={api.chartChannelVolumes} input={{ code }} />
        <RefusalChart endpoint={api.chartRefusals} input={{ channel: code }} text={textAt('charts.refusals.day')} />
      </>
    )
  }
  return (
    <>
      <VolumesOf endpoint={api.chartPartnerVolumes} input={{ code }} />
      <Pair>
        <RefusalChart endpoint={api.chartPartnerRefusals} input={{ code }} text={textAt('charts.refusals.partner')} />
        <WebhookDelays partner={code} />
      </Pair>
    </>
  )
}

function VolumesOf<Call extends VolumeCall>(props: VolumesProps<Call>) {
  return useMay(props.endpoint) && <DrawnVolumes {...props} />
}

function DrawnVolumes<Call extends VolumeCall>({ endpoint, input, firstStep = 'day' }: VolumesProps<Call>) {
  const [currency, setCurrency] = useState<string | null>(null)
  const [step, setStep] = useState<api.ChartStep>(firstStep)
  const query = useChart(endpoint, { ...input, step, ...(currency && { currency }) } as InputOf<Call>)
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-96" />}>
      {({ points, previous, as_of, currency_code, currency_codes }) => (
        <VolumeChart
          points={points}
          previous={previous}
          currency={currency_code}
          step={stepOf(points) ?? step}
          isLastOpen
          choices={
            <>
              <Tabs
                label={textAt('charts.step.label')}
                value={step}
                onValueChange={(value) => setStep(value as api.ChartStep)}
                items={optionsOf(steps, (value) => textAt(`charts.step.${value}`))}
              />
              {currency_codes.length > 1 && (
                <NativeSelect
                  label={textAt('charts.currency')}
                  isLabelHidden
                  value={currency_code ?? ''}
                  onValueChange={setCurrency}
                  options={optionsOf(currency_codes)}
                />
              )}
            </>
          }
          note={<LabelledTime label={textAt('charts.as_of')} seconds={as_of} />}
        />
      )}
    </Loaded>
  )
}

/** The previous points stay until the next answer arrives, so the step is read from the points. */
function stepOf([first, second]: api.Volumes['points']): api.ChartStep | null {
  if (!first || !second) return null
  const apart = second.at - first.at
  return apart < DAY_S ? 'hour' : apart === DAY_S ? 'day' : 'month'
}

const measures = ['volume', 'count', 'fees', 'topups'] as const
type Measure = (typeof measures)[number]

interface VolumeChartProps {
  readonly points: readonly api.VolumePoint[]
  readonly currency: string | null
  readonly step: api.ChartStep
  /** The last point is the current, unfinished hour, day or month. */
  readonly isLastOpen: boolean
  readonly choices?: ReactNode
  readonly note?: ReactNode
  readonly previous?: api.Volumes['previous'] | undefined
}

export function VolumeChart({ points, currency, step, isLastOpen, choices, note, previous }: VolumeChartProps) {
  const locale = useLocale()
  const [wanted, setMeasure] = useState<Measure>('volume')
  const offered = measures.filter((measure) => measure !== 'topups' || points.some(({ topups }) => topups !== null))
  const measure = offered.find((one) => one === wanted) ?? 'volume'
  const question = textAt(`charts.question.${measure}`)
  const series = seriesOf(points, measure)
  return (
    <Section title={measure === 'count' || currency === null ? question : `${question}, ${currency}`}>
      <Card className="grid min-w-0 gap-5">
        <div className="flex flex-wrap gap-3">
          <Tabs
            label={textAt('charts.measure.label')}
            value={measure}
            onValueChange={setMeasure}
            items={offered.map((value) => ({ value, label: textAt(`charts.measure.${value}`) }))}
          />
          {choices}
        </div>
        <Totals points={points} measure={measure} step={step} previous={previous} />
        <TimeChart
          label={question}
          pointLabel={textAt(`charts.point.${step}`)}
          points={points.map(({ at }) => ({ key: String(at), ...stepLabels(step, at, locale) }))}
          series={series}
          formatTick={measure === 'count' ? wholeTick : compactTick}
          tableLabel={textAt('charts.table')}
          unfinishedLabel={isLastOpen ? textAt('charts.so_far') : undefined}
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
        const change = before === undefined ? null : formatChange(Number(total), Number(before), previous?.[of]?.count)
        return (
          <div key={of}>
            <dt className="text-sm text-ink-soft">
              {textAt(`charts.${of}`)}, {textAt('charts.total')}
            </dt>
            <dd>
              <bdi dir="ltr" className="text-lg font-semibold tabular-nums">
                {measure === 'count' ? formatWhole(Number(total)) : formatMoney(formatMinor(total))}
              </bdi>{' '}
              {change !== null && (
                <span className="text-sm whitespace-nowrap text-ink-soft">
                  {textAt(`charts.previous.${step}`, { change })}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** In minor units, or a count. */
function figureOf(point: api.Volumes['previous'], of: 'deposits' | 'withdrawals' | 'topups', measure: Measure): bigint {
  if (of === 'topups') return parseMinor(point.topups?.sum ?? '0') ?? 0n
  if (measure === 'count') return BigInt(point[of].count)
  return parseMinor(measure === 'fees' ? point[of].fee : point[of].sum) ?? 0n
}

function seriesOf(points: readonly api.VolumePoint[], measure: Measure): readonly TimeSeries[] {
  const money = (amounts: readonly string[]) => ({ values: amounts.map(Number), texts: amounts.map(formatMoney) })
  if (measure === 'topups') {
    const sums = money(points.map(({ topups }) => topups?.sum ?? '0.00'))
    return [{ tone: 'main', label: textAt('charts.topups'), kind: 'bar', ...sums }]
  }
  const figuresOf = (of: 'deposits' | 'withdrawals') => {
    if (measure !== 'count') return money(points.map((point) => (measure === 'fees' ? point[of].fee : point[of].sum)))
    const counts = points.map((point) => point[of].count)
    return { values: counts, texts: counts.map(formatWhole) }
  }
  return [
    { tone: 'deposit', label: textAt('charts.deposits'), kind: 'bar', ...figuresOf('deposits') },
    { tone: 'withdraw', label: textAt('charts.withdrawals'), kind: 'bar', ...figuresOf('withdrawals') },
  ]
}
