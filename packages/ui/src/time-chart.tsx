import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import {
  type ChartScale,
  chartScale,
  GridLines,
  heightOf,
  labelledPoints,
  linePath,
  NumbersTable,
  Reading,
  type SeriesTone,
  seriesFills,
  Ticks,
} from './chart.tsx'
import { cn } from './cn.ts'

type TimePoint = {
  readonly key: string
  /** Beside the numbers and in the table: "16 Nov 2026". */
  readonly label: string
  /** Below the chart: "16". */
  readonly tick: string
}

export type TimeSeries = {
  readonly tone: SeriesTone
  readonly label: string
  readonly kind: 'bar' | 'line' | 'steps' | 'dashes'
  /** One for each point; null where there is none. */
  readonly values: readonly (number | null)[]
  readonly texts: readonly string[]
}

export type TimeChartProps = {
  readonly label: string
  /** What a point is, as the head of its column in the table: "Day". */
  readonly pointLabel: string
  readonly points: readonly TimePoint[]
  readonly series: readonly TimeSeries[]
  /** The label of a grid line, best short: "1.5M". Empty for none. */
  readonly formatTick: (value: number) => string
  /** The button that opens the table. */
  readonly tableLabel: string
  /** The last point is still going on: it is drawn paler, and this is said of it. */
  readonly unfinishedLabel?: string | undefined
  /** Which point is shown first, if not the last. */
  readonly firstShown?: number | undefined
}

const MOST_LABELS = 6

/** Bars or lines over time. The plot is one control that chooses a point; all numbers are in a table below. */
export const TimeChart = (props: TimeChartProps) => {
  const { label, pointLabel, points, series, formatTick, tableLabel, unfinishedLabel, firstShown } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const known = points.findIndex(({ key }) => key === chosen)
  const shown = known >= 0 ? known : (firstShown ?? points.length - 1)
  const scale = chartScale(series.flatMap(({ values }) => values.filter((value) => value !== null)))
  const labelAt = (index: number) => {
    const name = points[index]?.label ?? ''
    return unfinishedLabel && index === points.length - 1 ? `${name} (${unfinishedLabel})` : name
  }
  const choose = (index: number) => setChosen(points[Math.min(points.length - 1, Math.max(0, index))]?.key ?? null)
  return (
    <figure aria-label={label} className="flex min-w-0 flex-col gap-4">
      <Reading
        label={labelAt(shown)}
        reads={series.map(({ tone, label: name, texts }) => ({ tone, label: name, text: texts[shown] || '–' }))}
      />
      <div className="flex gap-2 pt-2.5">
        <Ticks scale={scale} format={formatTick} className="h-56" />
        <div className="min-w-0 flex-1">
          <Plot
            {...props}
            scale={scale}
            shown={shown}
            onChoose={choose}
            text={`${labelAt(shown)}: ${series.map(({ label: name, texts }) => `${name} ${texts[shown] || '–'}`).join(', ')}`}
          />
          <Labels points={points} />
        </div>
      </div>
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-lg text-sm font-semibold text-brand-text [&::-webkit-details-marker]:hidden">
          {tableLabel}
          <ChevronDown size={16} aria-hidden className="transition-transform duration-150 group-open:rotate-180" />
        </summary>
        <div className="overflow-x-auto">
          <NumbersTable
            label={label}
            rowLabel={pointLabel}
            columns={series.map(({ label: name }) => name)}
            rows={points.map(({ key }, index) => ({
              key,
              label: labelAt(index),
              texts: series.map(({ texts }) => texts[index] || '–'),
            }))}
            className="min-w-full text-sm [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:whitespace-nowrap"
          />
        </div>
      </details>
    </figure>
  )
}

type PlotProps = TimeChartProps & {
  readonly scale: ChartScale
  readonly shown: number
  readonly onChoose: (index: number) => void
  /** What is read aloud of the chosen point. */
  readonly text: string
}

const Plot = ({ label, points, series, unfinishedLabel, scale, shown, onChoose, text }: PlotProps) => {
  const bars = series.filter(({ kind }) => kind === 'bar')
  const isRtl = (element: Element) => getComputedStyle(element).direction === 'rtl'
  const onKeyDown = (event: KeyboardEvent) => {
    const onward = isRtl(event.currentTarget) ? -1 : 1
    const to = { ArrowRight: shown + onward, ArrowLeft: shown - onward, Home: 0, End: points.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onChoose(to)
  }
  const onPointer = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left) / width
    onChoose(Math.floor((isRtl(event.currentTarget) ? 1 - share : share) * points.length))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={shown + 1}
      aria-valuetext={text}
      className="relative flex h-56 cursor-crosshair touch-pan-y"
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      <GridLines scale={scale} />
      {points.map(({ key }, index) => (
        <span
          key={key}
          className={cn(
            'relative flex min-w-0 flex-1 items-end justify-center gap-px px-px',
            index === shown && 'bg-ink/8',
          )}
        >
          {bars.map(({ tone, label: name, values }) => (
            <span
              key={name}
              className={cn(
                'w-full max-w-4 rounded-t-[2px]',
                seriesFills[tone],
                unfinishedLabel && index === points.length - 1 && 'opacity-60',
              )}
              style={{ height: heightOf(values[index] ?? 0, scale) }}
            />
          ))}
        </span>
      ))}
      <Lines series={series} scale={scale} />
    </div>
  )
}

const strokes: Record<SeriesTone, string> = {
  deposit: 'stroke-deposit',
  withdraw: 'stroke-withdraw',
  main: 'stroke-brand-text',
  second: 'stroke-pending',
}

const Lines = ({ series, scale }: { readonly series: readonly TimeSeries[]; readonly scale: ChartScale }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 1000 1000"
    preserveAspectRatio="none"
    className="pointer-events-none absolute inset-0 size-full overflow-visible rtl:-scale-x-100"
  >
    {series
      .filter(({ kind }) => kind !== 'bar')
      .map(({ label, tone, kind, values }) => (
        <path
          key={label}
          d={linePath(values, scale, kind === 'steps')}
          fill="none"
          strokeWidth={2}
          strokeLinejoin="round"
          strokeDasharray={kind === 'dashes' ? '5 4' : undefined}
          vectorEffect="non-scaling-stroke"
          className={strokes[tone]}
        />
      ))}
  </svg>
)

/** Some of the points have their name below them. */
const Labels = ({ points }: { readonly points: readonly TimePoint[] }) => {
  const labelled = labelledPoints(
    points.map(({ tick }) => tick),
    MOST_LABELS,
  )
  return (
    <span aria-hidden="true" className="flex text-sm text-ink-soft">
      {points.map(({ key, tick }, index) => (
        <span key={key} className="flex min-w-0 flex-1 justify-center pt-1.5">
          {labelled.includes(index) && (
            // A phone has room for every second one; the last stays.
            <span
              className={cn(
                'whitespace-nowrap',
                (labelled.length - 1 - labelled.indexOf(index)) % 2 === 1 && 'max-sm:invisible',
              )}
            >
              {tick}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}
