import { useSearchParams } from 'wouter'
import { lastSecondOf, secondsOf } from '../time/zoned-time.ts'

/** The first and the last second; null for no limit. */
export interface Bounds {
  readonly from: number | null
  readonly to: number | null
}

/** Of what was picked in two fields; an empty one is no limit. */
export const boundsOf = (from: string, to: string, timeZone: string): Bounds => ({
  from: secondsOf(from, timeZone),
  to: lastSecondOf(to, timeZone),
})

export const inQuery = ({ from, to }: Bounds) => ({
  ...(from === null ? {} : { from: String(from) }),
  ...(to === null ? {} : { to: String(to) }),
})

/** Months are in UTC; empty for no bound. */
export const dayOfBound = (seconds: number | null): string =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 10)

/** Filters are in the URL, so that going back restores them. An empty value removes one. */
export function useUrlFilters() {
  const [params, setParams] = useSearchParams()
  const choose = (changes: Readonly<Record<string, string>>) =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present)
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return { read: (name: string) => params.get(name) ?? '', choose }
}
