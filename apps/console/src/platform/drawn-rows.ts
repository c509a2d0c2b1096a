import { useState } from 'react'

/** What a cheap machine draws at once. */
const ROWS_AT_ONCE = 60

/** The beginning of a list that is there as a whole; the rest is drawn when asked for, as if it were fetched. */
export function useDrawnRows<Row>(all: readonly Row[] | null) {
  const [count, setCount] = useState(ROWS_AT_ONCE)
  return {
    rows: all && all.slice(0, count),
    more: { hasNextPage: all !== null && all.length > count, fetchNextPage: () => setCount(count + ROWS_AT_ONCE) },
  }
}
