import { useForm } from '@cashbox/client/use-form'
import { changeListView, type ListView, saveListView, shareListView } from '@cashbox/contract/operator'
import { Checkbox, TextField } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useTranslations } from 'use-intl'
import { ActForm } from './act-form.tsx'
import { call } from './call.ts'
import { type OpenView, renewViews } from './list-views.ts'
import { notify } from './notices.ts'
import { useMay } from './roles.ts'

interface ViewDialogProps {
  readonly view: OpenView
  /** A new view of what is shown; otherwise another name for the open one. */
  readonly isNew: boolean
  readonly onClose: () => void
}

/** Asks for the name of a view. */
export function ViewDialog({ view: state, isNew, onClose }: ViewDialogProps) {
  const t = useTranslations('list_views')
  const common = useTranslations('common')
  const mayShare = useMay(shareListView) && isNew
  const form = useForm<{ name: string; is_shared: boolean }>({
    initial: { name: isNew ? '' : (state.view?.name ?? ''), is_shared: false },
    send: async ({ name, is_shared }) => {
      const saved = await save(state, isNew, name)
      if (is_shared) await call(shareListView, { view_id: saved.id, version: saved.version, is_shared })
      await renewViews(state.list)
      if (isNew) state.open(saved)
      notify('success', t('saved', { name: saved.name }))
      onClose()
    },
  })
  return (
    <Sheet isOpen onClose={onClose} title={t(isNew ? 'save_new' : 'rename')} closeLabel={common('close')}>
      <ActForm
        form={form}
        text={isNew ? t('save_text') : undefined}
        submit={common('save')}
        isDisabled={form.values.name.trim() === ''}
        onCancel={onClose}
      >
        <TextField form={form} name="name" label={t('name')} maxLength={60} />
        {mayShare && (
          <Checkbox
            label={t('share')}
            checked={form.values.is_shared}
            onChange={({ target }) => form.change('is_shared', target.checked)}
          />
        )}
      </ActForm>
    </Sheet>
  )
}

async function save({ list, view, params, columns }: OpenView, isNew: boolean, name: string): Promise<ListView> {
  if (isNew || !view) {
    return (await call(saveListView, { list, name, params, columns: columns && [...columns] })).view
  }
  const { id: view_id, version } = view
  return (await call(changeListView, { view_id, version, name, params: view.params, columns: view.columns })).view
}
