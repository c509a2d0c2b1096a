import { useExplanation } from '@cashbox/client/failure-texts'
import { type InputOf, type OutputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { MenuButton } from '@cashbox/ui/dense/menu-button'
import { Bookmark, BookmarkPlus, List, Pencil, Save, Star, StarOff, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Dialog } from '../forms/acts.tsx'
import { ActForm, isGiven, textField } from '../forms/form.tsx'
import { textAt, textsOf } from '../language/language.ts'
import { call, keyOf, queryClient, refresh, useAnswer } from '../session/session.ts'
import { notify } from '../toasts.ts'
import { shownColumns, type TableColumn, useColumnsOfDesk } from './columns.tsx'
import { withParams } from './list-filters.tsx'

const t = textsOf('list_views')

interface ViewDialogProps {
  readonly view: ListView
  /** Saves a new view; otherwise renames the open one. */
  readonly isNew: boolean
  readonly onClose: () => void
}

const ALL = ''

export function ViewMenu({ view: state }: { view: ListView }) {
  const [isNaming, setNaming] = useState<'new' | 'rename' | null>(null)
  const { views, view, defaultId, open, isChanged } = state
  const optionOf = ({ id, name }: api.ListView) => ({
    value: id,
    label: name,
    icon: id === defaultId ? <Star aria-hidden /> : <Bookmark aria-hidden />,
  })
  return (
    <>
      <MenuButton
        label={t('hint')}
        face={
          <>
            <Bookmark size={18} aria-hidden className="shrink-0" />
            <span className="max-w-48 truncate">
              {view ? (isChanged ? t('changed', { name: view.name }) : view.name) : t('button')}
            </span>
          </>
        }
        choices={[
          {
            label: t('label'),
            value: view?.id ?? ALL,
            options: [{ value: ALL, label: t('none'), icon: <List aria-hidden /> }, ...views.map(optionOf)],
            onValueChange: (id) => open(views.find((one) => one.id === id) ?? null),
          },
        ]}
        actions={[
          ...useViewActs(state, () => setNaming('rename')),
          { label: t('save_new'), icon: <BookmarkPlus aria-hidden />, onSelect: () => setNaming('new') },
        ]}
      />
      {isNaming && <ViewDialog view={state} isNew={isNaming === 'new'} onClose={() => setNaming(null)} />}
    </>
  )
}

function useViewActs({ list, view, defaultId, isChanged, params, chosen, open }: ListView, onRename: () => void) {
  const explain = useExplanation()
  if (!view) return []
  const isDefault = view.id === defaultId
  const target = { view_id: view.id, version: view.version }
  const act = (work: () => Promise<unknown>) => () =>
    void work()
      .catch((error: unknown) => notify('error', explain(error)))
      .finally(() => void refreshViews())
  const save = async () => {
    const { view: saved } = await call(api.changeListView, {
      ...target,
      name: view.name,
      params,
      columns: chosen,
    })
    await refreshViews()
    open(saved)
    notify('success', t('saved', { name: view.name }))
  }
  const remove = async () => {
    const { view: deleted } = await call(api.deleteListView, target)
    open(null)
    const restore = () => call(api.restoreListView, { view_id: deleted.id, version: deleted.version })
    notify('success', t('deleted', { name: view.name }), { label: textAt('common.undo'), onPress: act(restore) })
  }
  return [
    ...(isChanged ? [{ label: t('save'), icon: <Save aria-hidden />, onSelect: act(save) }] : []),
    { label: t('rename'), icon: <Pencil aria-hidden />, onSelect: onRename },
    {
      label: t(isDefault ? 'default_off' : 'default_on'),
      icon: isDefault ? <StarOff aria-hidden /> : <Star aria-hidden />,
      onSelect: act(() => saveSettings(list, { default_id: isDefault ? null : view.id })),
    },
    { label: t('delete'), icon: <Trash2 aria-hidden />, onSelect: act(remove) },
  ]
}

const ViewDialog = ({ view: state, isNew, onClose }: ViewDialogProps) => (
  <Dialog onClose={onClose} title={t(isNew ? 'save_new' : 'rename')}>
    <ActForm
      initial={{ name: isNew ? '' : (state.view?.name ?? '') }}
      send={async ({ name }) => {
        const saved = await saveAs(state, isNew, name)
        await refreshViews()
        if (isNew) state.open(saved)
        return saved
      }}
      done={({ name }) => t('saved', { name })}
      onDone={onClose}
      onCancel={onClose}
      text={isNew && t('save_text')}
      isReady={({ values }) => isGiven(values.name)}
    >
      {(form) => textField(form, 'name', t('name'), { maxLength: 60 })}
    </ActForm>
  </Dialog>
)

async function saveAs({ list, view, params, chosen }: ListView, isNew: boolean, name: string): Promise<api.ListView> {
  if (isNew || !view) {
    return (await call(api.saveListView, { list, name, params, columns: chosen })).view
  }
  const { id: view_id, version } = view
  return (await call(api.changeListView, { view_id, version, name, params: view.params, columns: view.columns })).view
}

type Settings = Omit<InputOf<typeof api.keepListSettings>, 'list'>

export type ListView<Row = never> = ReturnType<typeof useListView<Row>>

const FRESH_MS = 60_000

/** The latest unfinished change of each list. */
const sending = new Map<api.ViewedList, Promise<unknown>>()

/** The URL parameter of the tab, which is not part of the list. */
const PLACE = 'tab'

/** In the address instead of a view: no view, not even the default one. */
const NO_VIEW = 'all'

const refreshViews = () => refresh(api.readListViews.path)

/** Shown at once, and reverted if the server refuses. Changes are sent in order. */
async function saveSettings(list: api.ViewedList, settings: Settings): Promise<void> {
  // A pending answer would bring back the old settings.
  const queryKey = keyOf(api.readListViews, { list })
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (before: OutputOf<typeof api.readListViews> | undefined) =>
    before ? { ...before, ...settings } : before,
  )
  const send = () => call(api.keepListSettings, { list, ...settings })
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

/**
 * The columns of a list as the operator has chosen them, and the saved view that is open. Its ID is in the address; an
 * empty address opens the default view. A view saves the URL parameters in `paramNames`.
 */
export function useListView<Row>(
  list: api.ViewedList,
  paramNames: readonly string[],
  all: readonly TableColumn<Row>[],
) {
  const columns = useColumnsOfDesk(all)
  const [search, setSearch] = useSearchParams()
  const { data } = useAnswer(api.readListViews, { list }, { staleTime: FRESH_MS })
  const views = data?.list ?? []
  const view = views.find(({ id }) => id === search.get('view')) ?? null
  const place = search.get(PLACE)
  const opensWith =
    search.size === (place === null ? 0 : 1) ? views.find(({ id }) => id === data?.default_id) : undefined
  const open = (next: api.ListView | null, isReplaced = false) =>
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
  const ids = columns.map(({ id }) => id)
  const gone = view ? goneFrom(view, paramNames, ids) : []
  const saved = (unsaved ?? view?.columns ?? data?.columns)?.filter((id) => ids.includes(id)) ?? null
  const shown = shownColumns(columns, saved).map(({ id }) => id)
  return {
    list,
    views,
    view,
    defaultId: data?.default_id ?? null,
    params,
    columns: saved ? columns.map(onEveryCard) : columns,
    /** IDs of the shown columns in their order. */
    shown,
    /** The same if the operator has chosen them, otherwise null. */
    chosen: saved && shown,
    tableState: {
      columnOrder: shown,
      columnVisibility: Object.fromEntries(ids.map((id) => [id, shown.includes(id)])),
    },
    /** What is shown differs from what is saved. */
    isChanged: view !== null && (unsaved !== null || gone.length > 0 || !isSame(params, view.params)),
    /** Filters and columns of the view that the list no longer has. */
    gone,
    open: (next: api.ListView | null) => open(next),
    showColumns: (next: string[] | null) => {
      if (!view) void saveSettings(list, { columns: next })
      else
        setSearch(
          (before) =>
            withParams(before, { columns: (next ?? shownColumns(columns, null).map(({ id }) => id)).join(',') }),
          { replace: true },
        )
    },
  }
}

const knownOf = ({ params }: api.ListView, names: readonly string[]) =>
  Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)))

const goneFrom = ({ params, columns }: api.ListView, paramNames: readonly string[], columnIds: readonly string[]) => [
  ...Object.keys(params).filter((name) => !paramNames.includes(name)),
  ...(columns ?? []).filter((id) => !columnIds.includes(id)),
]

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

/** An operator who has chosen columns sees all of them on a phone. */
const onEveryCard = <Row,>(column: TableColumn<Row>): TableColumn<Row> =>
  column.meta?.onCard === 'hidden' ? { ...column, meta: { ...column.meta, onCard: undefined } } : column
