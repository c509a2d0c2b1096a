import type { ReactNode } from 'react'
import { type DonutSegment, donutArcs, donutHeight } from './donut-arcs.ts'

export type DonutProps = {
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
