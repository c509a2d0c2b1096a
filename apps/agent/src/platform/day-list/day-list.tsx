import { cn } from '@cashbox/ui'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ComponentType,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../language/language.ts'
import { onWake } from '../screen.tsx'
import { formatDay } from '../time/formats.ts'
import { useTimezone } from '../time/timezone.ts'
import {
  type Dated,
  type DayLayout,
  dateTeller,
  daysBetween,
  groupByDay,
  type LineSizes,
  layOutDays,
  lineRem,
  nameOfDay,
  type PlacedDay,
  topOfItem,
} from './day-layout.ts'

const OVERSCAN_ROWS = 8

interface DayListProps<Item extends Dated> {
  readonly items: readonly Item[]
  readonly hasMore: boolean
  readonly row: ComponentType<{ readonly item: Item }>
}

export function DayList<Item extends Dated>({ items, hasMore, row }: DayListProps<Item>) {
  const timeZone = useTimezone()
  const list = useRef<HTMLDivElement>(null)
  const sizes = useLineSizes()
  const dateOf = useMemo(() => dateTeller(timeZone), [timeZone])
  const layout = useMemo(() => layOutDays(groupByDay(items, dateOf), sizes), [items, dateOf, sizes])
  // oxlint-disable-next-line react/incompatible-library -- what it returns stays in this component
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => layout.heights[index] ?? 0,
    // A new function makes the virtualizer measure again.
    // oxlint-disable-next-line react/exhaustive-deps -- for each layout
    getItemKey: useCallback((index: number) => index, [layout]),
    overscan: OVERSCAN_ROWS,
    scrollMargin: useTopOf(list),
    useFlushSync: false,
  })
  useSteadyScroll(layout, sizes, list)
  const visible = virtualizer.getVirtualItems()
  const today = useToday(dateOf)
  return (
    <div ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {daysBetween(layout, visible[0]?.index ?? 0, visible.at(-1)?.index ?? -1).map(({ day, from, to }) => (
        <DaySection
          key={day.date}
          day={day}
          from={from}
          to={to}
          today={today}
          isComplete={!hasMore || day !== layout.days.at(-1)}
          row={row}
        />
      ))}
    </div>
  )
}

/** In pixels, by the browser's font size. */
function useLineSizes(): LineSizes {
  return useMemo(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    return { heading: lineRem.heading * rem, row: lineRem.row * rem, gap: lineRem.gap * rem }
  }, [])
}

/** Distance from the top of the page; follows layout changes above. */
function useTopOf(element: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}

/** Today's date, also after a night with the page open. */
const useToday = (dateOf: (seconds: number) => string): string =>
  useSyncExternalStore(onWake, () => dateOf(Date.now() / 1000))

export const RowLine = ({ start, isSmall, children }: { start: ReactNode; isSmall?: boolean; children: ReactNode }) => (
  <div className={cn('flex items-baseline justify-between gap-3', isSmall && 'text-sm text-ink-soft')}>
    <span className="min-w-0 truncate">{start}</span>
    <span className="shrink-0">{children}</span>
  </div>
)

interface DaySectionProps<Item extends Dated> {
  readonly day: PlacedDay<Item>
  readonly from: number
  readonly to: number
  readonly today: string
  readonly isComplete: boolean
  readonly row: ComponentType<{ readonly item: Item }>
}

function Section<Item extends Dated>(props: DaySectionProps<Item>) {
  const { day, from, to, today, isComplete, row: DayRow } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className="absolute inset-x-0" style={{ top: day.top, height: day.height }}>
      <h2
        id={id}
        className="sticky top-13 z-10 flex items-center bg-paper text-sm font-semibold text-ink-soft lg:top-0"
        style={{ height: `${lineRem.heading}rem` }}
      >
        <DayName date={day.date} today={today} />
      </h2>
      <ul
        className="absolute inset-x-0 bottom-0 rounded-2xl border border-line bg-card"
        style={{ top: `${lineRem.heading}rem` }}
      >
        {day.items.slice(from, to).map((item, index) => (
          <li
            key={item.id}
            aria-posinset={from + index + 1}
            // Unknown while the day may still grow.
            aria-setsize={isComplete ? day.items.length : -1}
            className={cn('absolute inset-x-0', from + index > 0 && 'border-t border-line')}
            style={{ top: `${(from + index) * lineRem.row}rem`, height: `${lineRem.row}rem` }}
          >
            <DayRow item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const DaySection = memo(Section) as typeof Section

function DayName({ date, today }: { date: string; today: string }) {
  const t = useTranslations('time')
  const { language } = useLanguage()
  const name = nameOfDay(date, today)
  // Noon, so that no time zone changes the date.
  return name ? t(name) : <bdi>{formatDay(Date.parse(`${date}T12:00Z`) / 1000, 'UTC', language)}</bdi>
}

/** Keeps the visible rows in place when new rows arrive on top. */
function useSteadyScroll(layout: DayLayout, sizes: LineSizes, list: RefObject<HTMLElement | null>): void {
  const last = useRef<{ id: string; top: number } | null>(null)
  useLayoutEffect(() => {
    const first = layout.days[0]?.items[0]
    if (!first) return
    const before = last.current
    last.current = { id: first.id, top: sizes.heading }
    if (!before || before.id === first.id) return
    const top = topOfItem(layout, sizes, before.id)
    const isScrolled = (list.current?.getBoundingClientRect().top ?? 0) < 0
    if (top !== null && isScrolled) window.scrollBy({ top: top - before.top, behavior: 'instant' })
  }, [layout, sizes, list])
}
