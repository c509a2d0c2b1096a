import { useState } from 'react'
import { type ChartScale, chartScale, GridLines, heightOf, Reading, seriesFills, Ticks } from './chart.tsx'
import { cn } from './cn.ts'
import { type ChartTone } from './donut.tsx'

export type BarGroup = {
  readonly key: string
  readonly label: string
  readonly values: readonly { readonly tone: ChartTone; readonly value: number; readonly text: string }[]
}

type BarSeries = { readonly tone: ChartTone; readonly label: string }

export type BarsProps = {
  readonly label: string
  readonly groups: readonly BarGroup[]
  readonly series: readonly BarSeries[]
  /** The label of a round number at a grid line, best short: "1.5M". Without it the lines have no numbers. */
  readonly formatTick?: ((value: number) => string) | undefined
}

export const Bars = ({ label, groups, series, formatTick }: BarsProps) => {
  const [shownKey, setShownKey] = useState<string | null>(null)
  const scale = chartScale(groups.flatMap((group) => group.values.map(({ value }) => value)))
  const shown = groups.find((group) => group.key === shownKey) ?? groups.at(-1)
  return (
    <figure aria-label={label} className="flex flex-col gap-5">
      <Reading
        label={shown?.label}
        reads={series.map(({ tone, label: name }) => ({ tone, label: name, text: textOf(shown, tone) }))}
      />
      <div className="flex gap-2">
        {formatTick ? <Ticks scale={scale} format={formatTick} className="h-48" /> : null}
        <div className="relative flex min-w-0 flex-1">
          <span className="absolute inset-x-0 top-0 h-48">
            <GridLines scale={scale} />
          </span>
          {groups.map((group) => (
            <Group
              key={group.key}
              group={group}
              scale={scale}
              isShown={group === shown}
              onShow={() => setShownKey(group.key)}
            />
          ))}
        </div>
      </div>
    </figure>
  )
}

const textOf = (group: BarGroup | undefined, tone: ChartTone) =>
  group?.values.find((value) => value.tone === tone)?.text

type GroupProps = {
  readonly group: BarGroup
  readonly scale: ChartScale
  readonly isShown: boolean
  readonly onShow: () => void
}

const Group = ({ group, scale, isShown, onShow }: GroupProps) => (
  <button
    type="button"
    aria-pressed={isShown}
    aria-label={`${group.label}: ${group.values.map(({ text }) => text).join(', ')}`}
    className="relative flex min-h-11 min-w-0 flex-1 flex-col rounded-lg"
    onClick={onShow}
    onFocus={onShow}
    onPointerEnter={(event) => event.pointerType === 'mouse' && onShow()}
  >
    <span
      className={cn(
        'flex h-48 items-end justify-center gap-0.5 rounded-t-lg px-0.5 transition-colors duration-150 sm:gap-1',
        isShown && 'bg-ink/5',
      )}
    >
      {group.values.map(({ tone, value }) => (
        <span
          key={tone}
          className={cn('w-full max-w-4 rounded-t-[3px]', seriesFills[tone])}
          style={{ height: heightOf(value, scale) }}
        />
      ))}
    </span>
    <span className={cn('truncate py-2 text-center text-sm', isShown ? 'font-semibold text-ink' : 'text-ink-soft')}>
      {group.label}
    </span>
  </button>
)
