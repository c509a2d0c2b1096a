import { renameChannel } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { keepChannel } from '../../platform/channels.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField, TextField } from '../../platform/form-fields.tsx'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import type { ActProps } from './act-dialog.tsx'

export function RenameForm({ channel: { code, version, name }, onDone, onReload }: ActProps) {
  const t = useTranslations('channels')
  const form = useForm({
    initial: { name, reason: '' },
    send: async (values) => {
      const { channel } = await call(renameChannel, { code, version, ...values })
      keepChannel(channel)
      notify('success', t('acts.rename.done', { name: channel.name }))
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <p>{t('acts.rename.text', { code })}</p>
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <TextAreaField form={form} name="reason" label={t('reason')} help={t('reason_help')} maxLength={500} />
      <Submit
        form={form}
        label={t('acts.rename.button')}
        isDisabled={form.values.name.trim() === name}
        onCancel={onDone}
        onReload={onReload}
      />
    </form>
  )
}
