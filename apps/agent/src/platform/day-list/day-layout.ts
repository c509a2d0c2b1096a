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

/** The heading of a day (`row` -1), or one of its rows. */
interface Line {
  readonly day: number
  readonly row: number
}

export interface PlacedDay<Item extends Dated = Dated> extends Day<Item> {
  readonly top: number
  readonly height: number
}

export interface DayLayout<Item extends Dated = Dated> {
  readonly days: readonly PlacedDay<Item>[]
  readonly lines: readonly Line[]
}

/** Positions are known before drawing, so that nothing moves. */
export function layOutDays<Item extends Dated>(
  days: readonly Day<Item>[],
  { heading, row, gap }: LineSizes,
): DayLayout<Item> {
  const lines: Line[] = []
  let top = 0
  const placed = days.map((day, index) => {
    for (let line = -1; line < day.items.length; line += 1) lines.push({ day: index, row: line })
    const height = heading + day.items.length * row
    const place = { ...day, top, height }
    top += height + gap
    return place
  })
  return { days: placed, lines }
}

export function lineSize({ days, lines }: DayLayout, sizes: LineSizes, index: number): number {
  const line = lines[index]
  if (!line || line.row < 0) return sizes.heading
  const isLast = line.row === (days[line.day]?.items.length ?? 0) - 1
  return sizes.row + (isLast ? sizes.gap : 0)
}

/** Where an item's row begins; null when the item is not in the list. */
export function topOfItem({ days }: DayLayout, sizes: LineSizes, id: string): number | null {
  for (const day of days) {
    const row = day.items.findIndex((item) => item.id === id)
    if (row >= 0) return day.top + sizes.heading + row * sizes.row
  }
  return null
}

interface VisibleDay<Item extends Dated> {
  readonly day: PlacedDay<Item>
  /** Rows to draw; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

export function daysBetween<Item extends Dated>(
  { days, lines }: DayLayout<Item>,
  firstLine: number,
  lastLine: number,
): readonly VisibleDay<Item>[] {
  const first = lines[firstLine]
  const last = lines[lastLine]
  if (!first || !last) return []
  return days.slice(first.day, last.day + 1).map((day, index) => ({
    day,
    from: index === 0 ? Math.max(0, first.row) : 0,
    to: first.day + index === last.day ? last.row + 1 : day.items.length,
  }))
}

/** Removes duplicates: new items shift the pages, so that a page may repeat the end of the one before. */
export function joinPages<Item extends { readonly id: string }>(
  top: readonly Item[],
  pages: readonly (readonly Item[])[],
): readonly Item[] {
  const byId = new Map<string, Item>()
  for (const page of [top, ...pages]) for (const item of page) if (!byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}
