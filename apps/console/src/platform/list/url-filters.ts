import type { TableSort } from '@cashbox/ui/dense/data-table'
import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'wouter'

export type Filters<Name extends string> = ReturnType<typeof useFilters<Name>>

type Changes = Readonly<Record<string, string | null | undefined>>

/** The parameters of an address after some changes. Null or an empty text unsets one. */
export function withParams(before: URLSearchParams, changes: Changes): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value) after.set(name, value)
    else after.delete(name)
  }
  return after
}

/** Filters are in the address, so that a list can be shared as a link. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  /** An empty text unsets a filter. */
  const change = useCallback(
    (changes: Partial<Record<Name, string>>) => setParams((before) => withParams(before, changes), { replace: true }),
    [setParams],
  )
  const set = names.flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value] as const] : []
  })
  return {
    /** Only filters that are set, so that it can be passed to a call. */
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
    open: (open: string) => setParams((before) => withParams(before, { open })),
    close: () => setParams((before) => withParams(before, { open: null })),
    /** The address of this list with that row open. */
    hrefOf: (open: string) => `${path}?${withParams(params, { open }).toString()}`,
  }
}

/** `sort=name` in the address, or `sort=-name` for descending. */
export function useSort(initial: TableSort) {
  const { values, change } = useFilters(['sort'])
  const sort: TableSort = values.sort === undefined ? initial : readSort(values.sort)
  return { sort, sortBy: (next: TableSort) => change({ sort: writeSort(next) }) }
}

const readSort = (text: string): TableSort =>
  text.startsWith('-') ? { column: text.slice(1), direction: 'descending' } : { column: text, direction: 'ascending' }

const writeSort = ({ column, direction }: TableSort) => (direction === 'descending' ? `-${column}` : column)
