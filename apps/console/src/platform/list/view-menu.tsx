import { useExplanation } from '@cashbox/client/failure-texts'
import * as api from '@cashbox/contract/operator'
import { MenuButton } from '@cashbox/ui/dense/menu-button'
import { Bookmark, BookmarkPlus, List, Pencil, Save, Star, StarOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../forms/acts.tsx'
import { ActForm, isGiven, textField } from '../forms/form.tsx'
import { textAt, textsOf } from '../language/language.ts'
import { call } from '../session/session.ts'
import { notify } from '../toasts.ts'
import { type ListView, refreshViews, saveSettings } from './list-view.ts'

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
