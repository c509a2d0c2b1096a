const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
/** Less than a week knows nothing of weekdays, and a few payments nothing of a pace. */
const LEAST_HISTORY_S = 7 * DAY_S
const LEAST_PAYMENTS = 20
/** What is further away is too uncertain to be said. */
const HORIZON_S = 48 * HOUR_S
const ROUNDED_TO_S = 600
/** How far today's pace may differ from that of other days, in thousandths. */
const SLOWEST = 500n
const FASTEST = 2000n

/** What left the float within one hour; `at` is its start in seconds. */
export interface Hour {
  readonly at: number
  readonly outflow: bigint
  readonly payments: number
}

interface Question {
  /** Whole hours that are over, the oldest first; one without payments may be missing. */
  readonly hours: readonly Hour[]
  readonly available: bigint
  /** In seconds. */
  readonly now: number
  readonly timeZone: string
}

/** When the float runs out, in seconds, if each hour takes what it took before at today's pace. Null if unknown or not soon. */
export function forecast(question: Question): number | null {
  let left = question.available
  for (const { from, until, outflow } of hoursToCome(question) ?? []) {
    if (outflow > 0n && outflow >= left) {
      const at = from + Number((left * BigInt(until - from)) / outflow)
      return at - (at % ROUNDED_TO_S)
    }
    left -= outflow
  }
  return null
}

/** What is left at the end of each hour until the forecast ends, never below nothing; null when that can't be known. */
export function expectedRest(question: Question): { readonly at: number; readonly available: bigint }[] | null {
  let left = question.available
  const hours = hoursToCome(question)
  if (!hours) return null
  return hours.map(({ until, outflow }) => {
    left = left > outflow ? left - outflow : 0n
    return { at: until, available: left }
  })
}

/** What the hours to come are expected to take; the first is what is left of the present one. */
function hoursToCome({ hours, available, now, timeZone }: Question) {
  const [first] = hours
  const thisHour = now - (now % HOUR_S)
  const payments = hours.reduce((sum, hour) => sum + hour.payments, 0)
  if (!first || available <= 0n || thisHour - first.at < LEAST_HISTORY_S || payments < LEAST_PAYMENTS) return null
  const slotOf = localSlots(timeZone)
  const expected = averages(hours, first.at, thisHour, slotOf)
  const pace = paceOfToday({ hours, thisHour, slotOf, expected })
  const today = slotOf(now).day
  const toCome: { readonly from: number; readonly until: number; readonly outflow: bigint }[] = []
  for (let from = now; from < now + HORIZON_S; ) {
    const until = from - (from % HOUR_S) + HOUR_S
    const slot = slotOf(from)
    const full = (expected(slot) * (slot.day === today ? pace : 1000n)) / 1000n
    toCome.push({ from, until, outflow: (full * BigInt(until - from)) / BigInt(HOUR_S) })
    from = until
  }
  return toCome
}

interface Slot {
  /** Of the week, in the agent's time zone. */
  readonly weekday: number
  readonly hour: number
  /** Days since the epoch there. */
  readonly day: number
}

type SlotOf = (at: number) => Slot
type Expected = (slot: Slot) => bigint

/** What an hour takes on average: of its weekday, once that has come twice, and before that of all days as well. */
function averages(hours: readonly Hour[], first: number, end: number, slotOf: SlotOf): Expected {
  const outflows = new Map(hours.map(({ at, outflow }) => [at, outflow]))
  const ofWeek = createMeans()
  const ofDay = createMeans()
  for (let at = first; at < end; at += HOUR_S) {
    const { weekday, hour } = slotOf(at)
    const outflow = outflows.get(at) ?? 0n
    ofWeek.add(weekday * 24 + hour, outflow)
    ofDay.add(hour, outflow)
  }
  return ({ weekday, hour }) => {
    const own = ofWeek.mean(weekday * 24 + hour)
    return ofWeek.count(weekday * 24 + hour) >= 2n ? own : (own + ofDay.mean(hour)) / 2n
  }
}

function createMeans() {
  const sums = new Map<number, { readonly sum: bigint; readonly count: bigint }>()
  const of = (key: number) => sums.get(key) ?? { sum: 0n, count: 0n }
  return {
    add: (key: number, value: bigint) => sums.set(key, { sum: of(key).sum + value, count: of(key).count + 1n }),
    count: (key: number) => of(key).count,
    mean: (key: number) => (of(key).count === 0n ? 0n : of(key).sum / of(key).count),
  }
}

interface TodaysQuestion {
  readonly hours: readonly Hour[]
  readonly thisHour: number
  readonly slotOf: SlotOf
  readonly expected: Expected
}

/** Today compared with other days, in thousandths. A quiet hour in the morning says little, so an average part of a day is added to both. */
function paceOfToday({ hours, thisHour, slotOf, expected }: TodaysQuestion): bigint {
  const { day } = slotOf(thisHour)
  let usual = 0n
  let wholeDay = 0n
  for (let at = thisHour - DAY_S; at < thisHour; at += HOUR_S) {
    const slot = slotOf(at)
    wholeDay += expected(slot)
    if (slot.day === day) usual += expected(slot)
  }
  const soFar = hours.filter(({ at }) => slotOf(at).day === day).reduce((sum, { outflow }) => sum + outflow, 0n)
  const weight = wholeDay / 4n
  if (usual + weight <= 0n) return 1000n
  const pace = ((soFar + weight) * 1000n) / (usual + weight)
  return pace < SLOWEST ? SLOWEST : pace > FASTEST ? FASTEST : pace
}

/** Hours and weekdays in a time zone. Its offset is asked for four times a day at most, as Intl is slow. */
function localSlots(timeZone: string): SlotOf {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const offsets = new Map<number, number>()
  const offsetOf = (at: number) => {
    // Where clocks change within the quarter, a few hours of a year are counted to their neighbours.
    const quarter = Math.floor(at / (6 * HOUR_S))
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    const part = Object.fromEntries(format.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]))
    const local =
      Date.UTC(part['year'] ?? 0, (part['month'] ?? 1) - 1, part['day'], part['hour'], part['minute']) / 1000
    const offset = local - (at - (at % 60))
    offsets.set(quarter, offset)
    return offset
  }
  return (at) => {
    const local = at + offsetOf(at)
    const day = Math.floor(local / DAY_S)
    return { day, weekday: ((day % 7) + 7) % 7, hour: Math.floor((local - day * DAY_S) / HOUR_S) }
  }
}
