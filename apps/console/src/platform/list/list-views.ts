import type { InputOf, OutputOf } from '@cashbox/contract'
import { keepListSettings, type ListView, readListViews, type ViewedList } from '@cashbox/contract/operator'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { call, keyOf, queryClient, refresh, useAnswer } from '../session/call.ts'

type Settings = Omit<InputOf<typeof keepListSettings>, 'list'>

export interface OpenView {
  readonly list: ViewedList
  readonly views: readonly ListView[]
  readonly view: ListView | null
  readonly defaultId: string | null
  readonly params: Readonly<Record<string, string>>
  /** The current columns; null for all. */
  readonly columns: readonly string[] | null
  /** What is shown differs from what is saved. */
  readonly isChanged: boolean
  /** Filters and columns of the view that the list no longer has. */
  readonly gone: readonly string[]
  readonly open: (view: ListView | null) => void
  readonly showColumns: (columns: string[] | null) => void
}

interface Listed {
  readonly list: ViewedList
  readonly paramNames: readonly string[]
  readonly columnIds: readonly string[]
}

const FRESH_MS = 60_000

/** The latest unfinished change of each list. */
const sending = new Map<ViewedList, Promise<unknown>>()

/** The URL parameter of the tab, which is not part of the list. */
const PLACE = 'tab'

/** In the address instead of a view: no view, not even the default one. */
const NO_VIEW = 'all'

export const refreshViews = () => refresh(readListViews.path)

/** Shown at once, and reverted if the server refuses. Changes are sent in order. */
export async function saveSettings(list: ViewedList, settings: Settings): Promise<void> {
  // A pending answer would bring back the old settings.
  const queryKey = keyOf(readListViews, { list })
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (before: OutputOf<typeof readListViews> | undefined) =>
    before ? { ...before, ...settings } : before,
  )
  const send = () => call(keepListSettings, { list, ...settings })
  const sent = (sending.get(list) ?? Promise.resolve()).then(send, send)
  sending.set(list, sent)
  try {
    await sent
  } finally {
    // Before the last change has arrived, the server has older settings.
    if (sending.get(list) === sent) {
      sending.delete(list)
      void refreshViews()
    }
  }
}

/** The ID of the open view is in the address. An empty address opens the default view. */
export function useOpenView({ list, paramNames, columnIds }: Listed): OpenView {
  const [search, setSearch] = useSearchParams()
  const { data } = useAnswer(readListViews, { list }, { staleTime: FRESH_MS })
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
      if (!view) void saveSettings(list, { columns })
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
