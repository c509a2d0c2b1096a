import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'wouter'

export interface Filters<Name extends string> {
  /** Only filters that are set, so that it can be passed to a call. */
  readonly values: Partial<Record<Name, string>>
  readonly isAny: boolean
  /** An empty text unsets a filter. */
  readonly change: (changes: Partial<Record<Name, string>>) => void
  readonly clear: () => void
}

export interface Sort {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

/** Filters are in the address, so that a list can be shared as a link. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (changes: Partial<Record<Name, string>>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries<string | undefined>(changes)) {
            if (value) after.set(name, value)
            else after.delete(name)
          }
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  const set = names.flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value] as const] : []
  })
  return {
    values: Object.fromEntries(set) as Partial<Record<Name, string>>,
    isAny: set.length > 0,
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, ''])) as Partial<Record<Name, string>>),
  }
}

/** The ID of the row in the drawer is in the address. */
export function useOpened() {
  const [params, setParams] = useSearchParams()
  const [path] = useLocation()
  return {
    opened: params.get('open'),
    open: (id: string) => setParams((before) => withOpen(before, id)),
    close: () => setParams((before) => withOpen(before, null)),
    /** The address of this list with that row open. */
    hrefOf: (id: string) => `${path}?${withOpen(params, id).toString()}`,
  }
}

function withOpen(params: URLSearchParams, id: string | null): URLSearchParams {
  const after = new URLSearchParams(params)
  if (id === null) after.delete('open')
  else after.set('open', id)
  return after
}

/** `sort=name` in the address, or `sort=-name` for descending. */
export function useSort(initial: Sort) {
  const { values, change } = useFilters(['sort'])
  const sort: Sort = values.sort === undefined ? initial : readSort(values.sort)
  return { sort, sortBy: (next: Sort) => change({ sort: writeSort(next) }) }
}

const readSort = (text: string): Sort =>
  text.startsWith('-') ? { column: text.slice(1), direction: 'descending' } : { column: text, direction: 'ascending' }

const writeSort = ({ column, direction }: Sort) => (direction === 'descending' ? `-${column}` : column)
