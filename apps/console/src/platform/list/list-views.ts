import type { InputOf, OutputOf } from '@cashbox/contract'
import { keepListSettings, type ListView, readListViews, type ViewedList } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { call, queryClient } from '../session/call.ts'

type Settings = Omit<InputOf<typeof keepListSettings>, 'list'>

export interface OpenView {
  readonly list: ViewedList
  readonly views: readonly ListView[]
  /** The view that is open. */
  readonly view: ListView | null
  readonly defaultId: string | null
  /** The filters and the order as they are now. */
  readonly params: Readonly<Record<string, string>>
  /** The columns as they are now; null for all. */
  readonly columns: readonly string[] | null
  /** What is shown differs from what is saved. */
  readonly isChanged: boolean
  /** Filters and columns of the view that the list does not have any more. */
  readonly gone: readonly string[]
  readonly open: (view: ListView | null) => void
  readonly showColumns: (columns: string[] | null) => void
}

interface Listed {
  readonly list: ViewedList
  /** The names of its filters and its order in the address. */
  readonly paramNames: readonly string[]
  readonly columnIds: readonly string[]
}

const FRESH_MS = 60_000

/** The last change of each list that is on its way. */
const sending = new Map<ViewedList, Promise<unknown>>()

/** In the address, and not of the list: the tab that the list is on. */
const PLACE = 'tab'

/** In the address in place of a view: no view, although the list has one that it opens with. */
const NO_VIEW = 'all'

const viewKey = (list: ViewedList) => ['list views', list] as const

const useListViews = (list: ViewedList) =>
  useQuery({
    queryKey: viewKey(list),
    queryFn: ({ signal }) => call(readListViews, { list }, { signal }),
    staleTime: FRESH_MS,
  })

export const renewViews = (list: ViewedList) => queryClient.invalidateQueries({ queryKey: viewKey(list) })

/** Shown at once, and taken back where the server does not take it. Changes arrive in the order they were made in. */
export async function keepSettings(list: ViewedList, settings: Settings): Promise<void> {
  // An answer on its way would bring back what was shown before.
  void queryClient.cancelQueries({ queryKey: viewKey(list) })
  queryClient.setQueryData(viewKey(list), (before: OutputOf<typeof readListViews> | undefined) =>
    before ? { ...before, ...settings } : before,
  )
  const send = () => call(keepListSettings, { list, ...settings })
  const sent = (sending.get(list) ?? Promise.resolve()).then(send, send)
  sending.set(list, sent)
  try {
    await sent
  } finally {
    // Until the last one has arrived, the server does not know what is shown.
    if (sending.get(list) === sent) {
      sending.delete(list)
      void renewViews(list)
    }
  }
}

/** The view of a list that is open, by its ID in the address. An empty address opens the default view. */
export function useOpenView({ list, paramNames, columnIds }: Listed): OpenView {
  const [search, setSearch] = useSearchParams()
  const { data } = useListViews(list)
  const views = data?.list ?? []
  const view = views.find(({ id }) => id === search.get('view')) ?? null
  const place = search.get(PLACE)
  const opensWith =
    search.size === (place === null ? 0 : 1) ? views.find(({ id }) => id === data?.default_id) : undefined
  const open = (next: ListView | null, isReplaced = false) =>
    setSearch(
      {
        ...(place === null ? {} : { [PLACE]: place }),
        ...(next ? { ...knownOf(next, paramNames), view: next.id } : { view: NO_VIEW }),
      },
      { replace: isReplaced },
    )
  useEffect(() => {
    if (opensWith) open(opensWith, true)
  })
  const unsaved = search.get('columns')?.split(',') ?? null
  const params = Object.fromEntries(
    paramNames.flatMap((name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const gone = view ? goneFrom(view, paramNames, columnIds) : []
  return {
    list,
    views,
    view,
    defaultId: data?.default_id ?? null,
    params,
    columns: (unsaved ?? view?.columns ?? data?.columns)?.filter((id) => columnIds.includes(id)) ?? null,
    isChanged: view !== null && (unsaved !== null || gone.length > 0 || !isSame(params, view.params)),
    gone,
    open,
    showColumns: (columns) => {
      if (!view) void keepSettings(list, { columns })
      else setSearch((before) => withColumns(before, columns ?? columnIds), { replace: true })
    },
  }
}

const knownOf = ({ params }: ListView, names: readonly string[]) =>
  Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)))

const goneFrom = ({ params, columns }: ListView, paramNames: readonly string[], columnIds: readonly string[]) => [
  ...Object.keys(params).filter((name) => !paramNames.includes(name)),
  ...(columns ?? []).filter((id) => !columnIds.includes(id)),
]

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

function withColumns(search: URLSearchParams, columns: readonly string[]): URLSearchParams {
  const after = new URLSearchParams(search)
  after.set('columns', columns.join(','))
  return after
}
