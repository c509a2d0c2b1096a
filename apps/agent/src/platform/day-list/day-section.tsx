import { type ComponentType, memo, useId } from 'react'
import { useTranslations } from 'use-intl'
import { formatDay } from '../formats.ts'
import { useWords } from '../language.ts'
import { lineRem, type PlacedDay } from './day-layout.ts'
import { type Dated, nameOfDay } from './days.ts'

export interface RowProps<Item> {
  readonly item: Item
  /** Within its day, from 0. */
  readonly position: number
  /** Null while the day may still grow. */
  readonly total: number | null
}

interface DaySectionProps<Item extends Dated> {
  readonly day: PlacedDay<Item>
  readonly from: number
  readonly to: number
  readonly today: string
  readonly isComplete: boolean
  readonly row: ComponentType<RowProps<Item>>
}

/** A day at its place in the list. Its heading stays in sight while its rows pass. */
function Section<Item extends Dated>(props: DaySectionProps<Item>) {
  const { day, from, to, today, isComplete, row: DayRow } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className="absolute inset-x-0" style={{ top: day.top, height: day.height }}>
      <h2
        id={id}
        className="sticky top-0 z-10 flex items-center bg-paper text-sm font-semibold text-ink-soft"
        style={{ height: `${lineRem.heading}rem` }}
      >
        <DayName date={day.date} today={today} />
      </h2>
      <ul
        className="absolute inset-x-0 bottom-0 rounded-2xl border border-line bg-card"
        style={{ top: `${lineRem.heading}rem` }}
      >
        {day.items.slice(from, to).map((item, index) => (
          <DayRow key={item.id} item={item} position={from + index} total={isComplete ? day.items.length : null} />
        ))}
      </ul>
    </section>
  )
}

export const DaySection = memo(Section) as typeof Section

function DayName({ date, today }: { date: string; today: string }) {
  const t = useTranslations('time')
  const { language } = useWords()
  const name = nameOfDay(date, today)
  // The date is one already; at noon of it no zone can make it another.
  return name ? t(name) : <bdi>{formatDay(Date.parse(`${date}T12:00Z`) / 1000, 'UTC', language)}</bdi>
}
