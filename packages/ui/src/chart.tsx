import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** The least of 1, 2, 2.5, 4, 5, 10 times a power of ten that is not below the value: grid lines get round numbers. */
export const niceMax = (value: number) => {
  if (!Number.isFinite(value) || value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 2.5, 4, 5, 10].find((candidate) => candidate * power >= value * (1 - 1e-12)) ?? 10
  return Number((step * power).toPrecision(12))
}

export type ChartScale = {
  /** From the top down, the line at 0 among them. */
  readonly lines: readonly number[]
  /** How far below the top a value is drawn, from 0 to 1. */
  readonly placeOf: (value: number) => number
}

/** The scale of a chart: it always has 0, and round numbers at its ends. */
export const chartScale = (values: readonly number[]): ChartScale => {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  if (high === 0 && low === 0) return { lines: [0], placeOf: () => 1 }
  const top = high > 0 ? niceMax(high) : 0
  const bottom = low < 0 ? -niceMax(-low) : 0
  const lines =
    bottom < 0 ? [...(top > 0 ? [top] : []), 0, bottom] : [1, 0.75, 0.5, 0.25, 0].map((share) => top * share)
  return { lines, placeOf: (value) => (top - value) / (top - bottom) }
}

/** The least amount that is not nothing still shows. */
export const heightOf = (value: number, { placeOf }: ChartScale) =>
  value > 0 ? `max(2px, ${(placeOf(0) - placeOf(value)) * 100}%)` : 0

export const GridLines = ({ scale: { lines, placeOf } }: { readonly scale: ChartScale }) =>
  lines.map((value) => (
    <span
      key={value}
      aria-hidden="true"
      className={cn('pointer-events-none absolute inset-x-0 border-t', value === 0 ? 'border-edge' : 'border-line')}
      style={{ top: `${placeOf(value) * 100}%` }}
    />
  ))

type TicksProps = {
  readonly scale: ChartScale
  readonly format: (value: number) => string
  /** As high as the chart. */
  readonly className: string
}

export const Ticks = ({ scale, format, className }: TicksProps) => (
  <span aria-hidden="true" className={cn('relative shrink-0 text-sm text-ink-soft tabular-nums', className)}>
    {/* As wide as the widest of them. */}
    <span className="invisible flex flex-col">
      {scale.lines.map((value) => (
        <bdi key={value} dir="ltr" className="h-0">
          {format(value)}
        </bdi>
      ))}
    </span>
    {scale.lines.map((value) => (
      <bdi
        key={value}
        dir="ltr"
        className="absolute end-0 -translate-y-1/2"
        style={{ top: `${scale.placeOf(value) * 100}%` }}
      >
        {format(value)}
      </bdi>
    ))}
  </span>
)

/** A line through the points that have a value, on paper of 1000 by 1000. A balance goes in steps. */
export const linePath = (values: readonly (number | null)[], { placeOf }: ChartScale, isStepped = false): string => {
  const step = 1000 / Math.max(1, values.length)
  let isDrawing = false
  return values
    .flatMap((value, index) => {
      if (value === null) {
        isDrawing = false
        return []
      }
      const [x, y] = [((index + 0.5) * step).toFixed(1), (placeOf(value) * 1000).toFixed(1)]
      const part = !isDrawing ? `M${x} ${y}` : isStepped ? `H${x}V${y}` : `L${x} ${y}`
      isDrawing = true
      return [part]
    })
    .join('')
}

/** Every how many points have a label below them, so that there are at most so many. */
export const labelEvery = (points: number, most: number) => Math.max(1, Math.ceil(points / most))

/** The points with a name below them: about every so many, and the first where neighbours share a name. */
export const labelledPoints = (ticks: readonly string[], most: number): readonly number[] => {
  const firsts = ticks.flatMap((tick, index) => (index > 0 && tick !== ticks[index - 1] ? [index] : []))
  const isShared = firsts.length < ticks.length - 1
  const indexes = isShared ? firsts : ticks.map((_, index) => index)
  const every = labelEvery(indexes.length, most)
  const offset = (indexes.length - 1) % every
  return indexes.filter((_, index) => index % every === offset)
}

/** The colours of series: money in and out, one that is neither, and a second beside it. */
export type SeriesTone = 'deposit' | 'withdraw' | 'main' | 'second'

export const seriesFills: Record<SeriesTone, string> = {
  deposit: 'bg-deposit',
  withdraw: 'bg-withdraw',
  main: 'bg-brand-text',
  second: 'bg-pending',
}

type Read = { readonly tone: SeriesTone; readonly label: string; readonly text: string | undefined }

/** The numbers of the chosen point, always in the same place, so that nothing covers the chart. */
export const Reading = ({ label, reads }: { readonly label: string | undefined; readonly reads: readonly Read[] }) => (
  <div aria-hidden="true" className="flex flex-wrap items-end gap-x-6 gap-y-3">
    {reads.map(({ tone, label: name, text }) => (
      <span key={name} className="flex flex-col">
        <span className="flex items-center gap-2 text-sm text-ink-soft">
          <span className={cn('size-2.5 rounded-full', seriesFills[tone])} />
          {name}
        </span>
        <bdi dir="ltr" className="min-h-6 text-start font-semibold tabular-nums">
          {text}
        </bdi>
      </span>
    ))}
    <span className="ms-auto text-sm text-ink-soft">{label}</span>
  </div>
)

type NumbersTableProps = {
  readonly label: string
  /** What a row is, as the head of its column: "Month". */
  readonly rowLabel: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly label: string; readonly texts: readonly ReactNode[] }[]
  readonly className?: string | undefined
}

export const NumbersTable = ({ label, rowLabel, columns, rows, className }: NumbersTableProps) => (
  <table className={className}>
    <caption className="sr-only">{label}</caption>
    <thead>
      <tr>
        <th scope="col" className="text-start font-semibold">
          {rowLabel}
        </th>
        {columns.map((name) => (
          <th key={name} scope="col" className="ps-4 text-end font-semibold">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, label: name, texts }) => (
        <tr key={key}>
          <th scope="row" className="text-start font-normal">
            {name}
          </th>
          {columns.map((column, index) => (
            <td key={column} className="ps-4 text-end tabular-nums">
              <bdi dir="ltr">{texts[index]}</bdi>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
