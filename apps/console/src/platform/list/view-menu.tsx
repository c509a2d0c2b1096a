import { useExplanation } from '@cashbox/client/failure-texts'
import type { InputOf, OutputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { MenuButton } from '@cashbox/ui/dense/menu-button'
import { Bookmark, BookmarkPlus, List, Pencil, Save, Star, StarOff, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSearchParams } from 'wouter'
import { Dialog } from '../forms/acts.tsx'
import { ActForm, isGiven, textField } from '../forms/form.tsx'
import { call, keyOf, queryClient, refresh, useAnswer } from '../session/session.ts'
import { notify } from '../toasts.ts'
import { withParams } from './list-filters.tsx'

interface ViewDialogProps {
  readonly view: OpenView
  /** Saves a new view; otherwise renames the open one. */
  readonly isNew: boolean
  readonly onClose: () => void
}

const ALL = ''

export function ViewMenu({ view: state }: { view: OpenView }) {
  const t = useTranslations('list_views')
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
          ...useActs(state, () => setNaming('rename')),
          { label: t('save_new'), icon: <BookmarkPlus aria-hidden />, onSelect: () => setNaming('new') },
        ]}
      />
      {isNaming && <ViewDialog view={state} isNew={isNaming === 'new'} onClose={() => setNaming(null)} />}
    </>
  )
}

function useActs({ list, view, defaultId, isChanged, params, columns, open }: OpenView, onRename: () => void) {
  const t = useTranslations('list_views')
  const common = useTranslations('common')
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
      columns: columns && [...columns],
    })
    await refreshViews()
    open(saved)
    notify('success', t('saved', { name: view.name }))
  }
  const remove = async () => {
    const { view: deleted } = await call(api.deleteListView, target)
    open(null)
    const restore = () => call(api.restoreListView, { view_id: deleted.id, version: deleted.version })
    notify('success', t('deleted', { name: view.name }), { label: common('undo'), onPress: act(restore) })
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

function ViewDialog({ view: state, isNew, onClose }: ViewDialogProps) {
  const t = useTranslations('list_views')
  return (
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
}

async function saveAs({ list, view, params, columns }: OpenView, isNew: boolean, name: string): Promise<api.ListView> {
  if (isNew || !view) {
    return (await call(api.saveListView, { list, name, params, columns: columns && [...columns] })).view
  }
  const { id: view_id, version } = view
  return (await call(api.changeListView, { view_id, version, name, params: view.params, columns: view.columns })).view
}

type Settings = Omit<InputOf<typeof api.keepListSettings>, 'list'>

export type OpenView = ReturnType<typeof useOpenView>

interface Listed {
  readonly list: api.ViewedList
  readonly paramNames: readonly string[]
  readonly columnIds: readonly string[]
}

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

/** The ID of the open view is in the address. An empty address opens the default view. */
export function useOpenView({ list, paramNames, columnIds }: Listed) {
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
    open: (next: api.ListView | null) => open(next),
    showColumns: (columns: string[] | null) => {
      if (!view) void saveSettings(list, { columns })
      else setSearch((before) => withParams(before, { columns: (columns ?? columnIds).join(',') }), { replace: true })
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
