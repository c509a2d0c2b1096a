/** What a list of days can hold. */
export interface Dated {
  readonly id: string
  /** Seconds since the epoch. */
  readonly at: number
}

export interface Day<Item extends Dated = Dated> {
  /** YYYY-MM-DD in the chosen time zone. */
  readonly date: string
  readonly items: readonly Item[]
  /** How many items come before this day. */
  readonly before: number
}

const QUARTER_S = 15 * 60

/**
 * Finds the calendar day of a moment in a time zone. All zones are whole quarters of an hour apart,
 * so that a day is worked out once a quarter and not once for each of ten thousand rows.
 */
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

/** Newest first, as the items come. */
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
