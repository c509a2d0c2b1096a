export interface Dated {
  readonly id: string
  /** Seconds since the epoch. */
  readonly at: number
}

export interface Day<Item extends Dated = Dated> {
  /** YYYY-MM-DD in the chosen time zone. */
  readonly date: string
  readonly items: readonly Item[]
  readonly before: number
}

const QUARTER_S = 15 * 60

/** Cached by quarter of an hour, as zones differ by whole quarters: formatting 10,000 rows is slow. */
export function dateTeller(timeZone: string): (seconds: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const known = new Map<number, string>()
  return (seconds) => {
    const quarter = Math.floor(seconds / QUARTER_S)
    const date = known.get(quarter) ?? format.format(seconds * 1000)
    known.set(quarter, date)
    return date
  }
}

export function groupByDay<Item extends Dated>(
  items: readonly Item[],
  dateOf: (seconds: number) => string,
): readonly Day<Item>[] {
  const days: { date: string; items: Item[]; before: number }[] = []
  for (const [index, item] of items.entries()) {
    const date = dateOf(item.at)
    const last = days.at(-1)
    if (last?.date === date) last.items.push(item)
    else days.push({ date, items: [item], before: index })
  }
  return days
}

export function nameOfDay(date: string, today: string): 'today' | 'yesterday' | null {
  if (date === today) return 'today'
  return date === dayBefore(today) ? 'yesterday' : null
}

function dayBefore(date: string): string {
  const day = new Date(date)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}

export interface LineSizes {
  readonly heading: number
  readonly row: number
  /** Below the last row of a day. */
  readonly gap: number
}

export const lineRem: LineSizes = { heading: 2.75, row: 5.5, gap: 1 }

export interface PlacedDay<Item extends Dated = Dated> extends Day<Item> {
  readonly top: number
  readonly height: number
}

export interface DayLayout<Item extends Dated = Dated> {
  readonly days: readonly PlacedDay<Item>[]
  /** Of each item: its row, with the heading above the first of a day and the gap below the last. */
  readonly heights: readonly number[]
}

/** Positions are known before drawing, so that nothing moves. */
export function layOutDays<Item extends Dated>(days: readonly Day<Item>[], sizes: LineSizes): DayLayout<Item> {
  const { heading, row, gap } = sizes
  let top = 0
  const placed = days.map((day) => {
    const place = { ...day, top, height: heading + day.items.length * row }
    top += place.height + gap
    return place
  })
  const heights = days.flatMap(({ items }) =>
    items.map((_, at) => (at === 0 ? heading : 0) + row + (at === items.length - 1 ? gap : 0)),
  )
  return { days: placed, heights }
}

/** Where an item's row begins; null when the item is not in the list. */
export function topOfItem({ days }: DayLayout, sizes: LineSizes, id: string): number | null {
  for (const day of days) {
    const row = day.items.findIndex((item) => item.id === id)
    if (row >= 0) return day.top + sizes.heading + row * sizes.row
  }
  return null
}

/** The days of the items from one index to another, with the rows to draw; `to` is exclusive. */
export const daysBetween = <Item extends Dated>({ days }: DayLayout<Item>, first: number, last: number) =>
  days
    .map((day) => ({
      day,
      from: Math.max(0, first - day.before),
      to: Math.min(day.items.length, last + 1 - day.before),
    }))
    .filter(({ from, to }) => from < to)

/** Removes duplicates: new items shift the pages, so that a page may repeat the end of the one before. */
export function joinPages<Item extends { readonly id: string }>(
  top: readonly Item[],
  pages: readonly (readonly Item[])[],
): readonly Item[] {
  const byId = new Map<string, Item>()
  for (const page of [top, ...pages]) for (const item of page) if (!byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}
