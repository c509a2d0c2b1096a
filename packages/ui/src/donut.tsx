import { arc, pie } from 'd3-shape'
import type { ReactNode } from 'react'

export type ChartTone = 'deposit' | 'withdraw'

export type DonutSegment = {
  readonly key: string
  readonly value: number
  readonly tone: ChartTone
}

/** SPEC: the ring is 280 high, and its hole takes 80 % of it. */
const donutHeight = 280

const outerRadius = donutHeight / 2

const innerRadius = outerRadius * 0.8

const gapAngle = 0.02

/** The path of each segment around the middle; with nothing to show all segments count as 1. */
export const donutArcs = (segments: readonly DonutSegment[]) => {
  const values = segments.map(({ value }) => (Number.isFinite(value) && value > 0 ? value : 0))
  const isEmpty = values.every((value) => value === 0)
  const isWhole = values.filter((value) => value > 0).length === 1
  const slices = pie<number>()
    .sortValues(null)
    .padAngle(isWhole ? 0 : gapAngle)(isEmpty ? values.map(() => 1) : values)
  const ring = arc<(typeof slices)[number]>()
    .innerRadius(innerRadius)
    .outerRadius(outerRadius)
    .cornerRadius(isWhole ? 0 : 3)
  return segments.flatMap((segment, index) => {
    const slice = slices[index]
    if (!slice || slice.startAngle === slice.endAngle) return []
    return [{ ...segment, isEmpty, startAngle: slice.startAngle, endAngle: slice.endAngle, path: ring(slice) ?? '' }]
  })
}

type DonutProps = {
  readonly segments: readonly DonutSegment[]
  readonly label: string
  readonly children?: ReactNode
}

const fills = { deposit: 'fill-deposit', withdraw: 'fill-withdraw' }

// With nothing earned the ring is there, but does not claim anything.
const pale = { deposit: 'fill-deposit-soft', withdraw: 'fill-withdraw-soft' }

export const Donut = ({ segments, label, children }: DonutProps) => {
  const half = donutHeight / 2
  return (
    <div
      className="relative mx-auto flex w-full max-w-[280px] items-center justify-center"
      style={{ height: donutHeight }}
    >
      <svg
        role="img"
        aria-label={label}
        viewBox={`${-half} ${-half} ${donutHeight} ${donutHeight}`}
        className="absolute inset-0 size-full"
      >
        {donutArcs(segments).map(({ key, path, tone, isEmpty }) => (
          <path key={key} d={path} className={isEmpty ? pale[tone] : fills[tone]} />
        ))}
      </svg>
      <div className="relative flex w-[66%] flex-col items-center text-center">{children}</div>
    </div>
  )
}
