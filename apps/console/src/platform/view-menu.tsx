import {
  changeListView,
  deleteListView,
  type ListView,
  restoreListView,
  shareListView,
} from '@cashbox/contract/operator'
import { MenuButton } from '@cashbox/ui/dense/menu-button'
import { Bookmark, BookmarkPlus, List, Pencil, Save, Star, StarOff, Trash2, Users, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from './call.ts'
import { useExplanation } from './explain-failure.ts'
import { keepSettings, type OpenView, renewViews } from './list-views.ts'
import { notify } from './notices.ts'
import { useMay } from './roles.ts'
import { useOperator } from './session.ts'
import { ViewDialog } from './view-dialog.tsx'

const ALL = ''

/** The saved views of a list, and what can be done about the one that is open. */
export function ViewMenu({ view: state }: { view: OpenView }) {
  const t = useTranslations('list_views')
  const [isNaming, setNaming] = useState<'new' | 'rename' | null>(null)
  const { views, view, defaultId, open, isChanged } = state
  const own = useOperator().id
  const optionOf = ({ id, name, is_shared, owner }: ListView) => ({
    value: id,
    label: owner.id === own ? name : `${name} (${owner.name})`,
    icon: id === defaultId ? <Star aria-hidden /> : is_shared ? <Users aria-hidden /> : <Bookmark aria-hidden />,
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

/** What can be done about the open view: by its owner, and by those who may share. */
function useActs({ list, view, defaultId, isChanged, params, columns, open }: OpenView, onRename: () => void) {
  const t = useTranslations('list_views')
  const common = useTranslations('common')
  const explain = useExplanation()
  const { id: operatorId, role } = useOperator()
  const mayShare = useMay(shareListView)
  if (!view) return []
  const isOwn = view.owner.id === operatorId
  const isDefault = view.id === defaultId
  const seen = { view_id: view.id, version: view.version }
  const act = (work: () => Promise<unknown>) => () =>
    void work()
      .catch((error: unknown) => notify('error', explain(error)))
      .finally(() => void renewViews(list))
  const save = async () => {
    const { view: saved } = await call(changeListView, {
      ...seen,
      name: view.name,
      params,
      columns: columns && [...columns],
    })
    await renewViews(list)
    open(saved)
    notify('success', t('saved', { name: view.name }))
  }
  const share = async (is_shared: boolean) => {
    await call(shareListView, { ...seen, is_shared })
    notify('success', t(is_shared ? 'shared' : 'unshared', { name: view.name }))
  }
  const remove = async () => {
    const { view: deleted } = await call(deleteListView, seen)
    open(null)
    const restore = () => call(restoreListView, { view_id: deleted.id, version: deleted.version })
    notify('success', t('deleted', { name: view.name }), { label: common('undo'), onPress: act(restore) })
  }
  return [
    ...(isOwn && isChanged ? [{ label: t('save'), icon: <Save aria-hidden />, onSelect: act(save) }] : []),
    ...(isOwn ? [{ label: t('rename'), icon: <Pencil aria-hidden />, onSelect: onRename }] : []),
    {
      label: t(isDefault ? 'default_off' : 'default_on'),
      icon: isDefault ? <StarOff aria-hidden /> : <Star aria-hidden />,
      onSelect: act(() => keepSettings(list, { default_id: isDefault ? null : view.id })),
    },
    ...(mayShare && isOwn && !view.is_shared
      ? [{ label: t('share'), icon: <Users aria-hidden />, onSelect: act(() => share(true)) }]
      : []),
    ...(mayShare && view.is_shared && (isOwn || role === 'admin')
      ? [{ label: t('unshare'), icon: <UserX aria-hidden />, onSelect: act(() => share(false)) }]
      : []),
    ...(isOwn ? [{ label: t('delete'), icon: <Trash2 aria-hidden />, onSelect: act(remove) }] : []),
  ]
}
