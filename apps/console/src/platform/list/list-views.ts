import type { InputOf, OutputOf } from '@cashbox/contract'
import { keepListSettings, type ListView, readListViews, type ViewedList } from '@cashbox/contract/operator'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { call, keyOf, queryClient, refresh, useAnswer } from '../session/session.ts'
import { withParams } from './url-filters.ts'

type Settings = Omit<InputOf<typeof keepListSettings>, 'list'>

export type OpenView = ReturnType<typeof useOpenView>

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
export function useOpenView({ list, paramNames, columnIds }: Listed) {
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
    /** The current columns; null for all. */
    columns: (unsaved ?? view?.columns ?? data?.columns)?.filter((id) => columnIds.includes(id)) ?? null,
    /** What is shown differs from what is saved. */
    isChanged: view !== null && (unsaved !== null || gone.length > 0 || !isSame(params, view.params)),
    /** Filters and columns of the view that the list no longer has. */
    gone,
    open: (next: ListView | null) => open(next),
    showColumns: (columns: string[] | null) => {
      if (!view) void saveSettings(list, { columns })
      else setSearch((before) => withParams(before, { columns: (columns ?? columnIds).join(',') }), { replace: true })
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
