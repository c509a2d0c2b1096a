import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ComponentType,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTimezone } from '../timezone.ts'
import { daysBetween, type LineSizes, layOutDays, lineRem, lineSize } from './day-layout.ts'
import { DaySection, type RowProps } from './day-section.tsx'
import { type Dated, dateTeller, groupByDay } from './days.ts'
import { useSteadyScroll } from './use-steady-scroll.ts'

const OVERSCAN_LINES = 8

interface DayListProps<Item extends Dated> {
  /** Newest first. */
  readonly items: readonly Item[]
  /** Whether the last day may still grow. */
  readonly hasMore: boolean
  readonly row: ComponentType<RowProps<Item>>
}

/** Rows under their days. Draws only those near the screen, however long the list is. */
export function DayList<Item extends Dated>({ items, hasMore, row }: DayListProps<Item>) {
  const timeZone = useTimezone()
  const list = useRef<HTMLDivElement>(null)
  const sizes = useLineSizes()
  const dateOf = useMemo(() => dateTeller(timeZone), [timeZone])
  const layout = useMemo(() => layOutDays(groupByDay(items, dateOf), sizes), [items, dateOf, sizes])
  // oxlint-disable-next-line react/incompatible-library -- what it returns stays in this component
  const virtualizer = useWindowVirtualizer({
    count: layout.lines.length,
    estimateSize: (index) => lineSize(layout, sizes, index),
    // A new function is what makes it work out all places anew.
    getItemKey: useCallback((index: number) => `${layout.lines[index]?.day} ${layout.lines[index]?.row}`, [layout]),
    overscan: OVERSCAN_LINES,
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

/** In pixels, which follow the letter size chosen in the browser. */
function useLineSizes(): LineSizes {
  return useMemo(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    return { heading: lineRem.heading * rem, row: lineRem.row * rem, gap: lineRem.gap * rem }
  }, [])
}

/** How far below the top of the page an element begins. What changes above it does not matter. */
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

/** The present date, also after a night with the page open. */
const useToday = (dateOf: (seconds: number) => string): string =>
  useSyncExternalStore(onWake, () => dateOf(Date.now() / 1000))

function onWake(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
