import { useForm } from '@cashbox/client/use-form'
import { type Channel, renameChannel } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { keepChannel } from '../../platform/channels.ts'
import { notify } from '../../platform/notices.ts'

export function RenameForm({ channel: { code, version, name }, onDone, onReload }: ActProps & { channel: Channel }) {
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
    <ActForm
      form={form}
      text={t('acts.rename.text', { code })}
      submit={t('acts.rename.button')}
      isDisabled={form.values.name.trim() === name}
      onCancel={onDone}
      onReload={onReload}
    >
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <ReasonField form={form} />
    </ActForm>
  )
}
