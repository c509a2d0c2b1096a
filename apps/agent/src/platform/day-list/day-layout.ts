import type { Dated, Day } from './days.ts'

export interface LineSizes {
  readonly heading: number
  readonly row: number
  /** Below the last row of a day. */
  readonly gap: number
}

/** The same sizes in the style sheet's rem. */
export const lineRem: LineSizes = { heading: 2.75, row: 5.5, gap: 1 }

/** A line of the list: the heading of a day (`row` -1), or one of its rows. */
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

/** Every line has its place before it is drawn, so that nothing moves when it is. */
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

/** How high a line is, with the gap that follows it. */
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

export interface VisibleDay<Item extends Dated> {
  readonly day: PlacedDay<Item>
  /** The rows to draw, from the first to before the last. */
  readonly from: number
  readonly to: number
}

/** The days between two lines, each with the rows of it that lie there. */
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
