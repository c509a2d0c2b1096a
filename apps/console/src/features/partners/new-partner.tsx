import { useForm } from '@cashbox/client/use-form'
import { createPartner } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { notify } from '../../platform/notices.ts'
import { keepPartner } from './partners.ts'

export function NewPartner({ onDone }: { onDone: () => void }) {
  const t = useTranslations('partners')
  const form = useForm({
    initial: { name: '', code: '', reason: '' },
    send: async (values) => {
      const { partner } = await call(createPartner, values)
      keepPartner(partner)
      notify('success', t('created_notice', { name: partner.name }))
      onDone()
    },
  })
  return (
    <ActForm form={form} text={t('create_text')} submit={t('create_submit')} onCancel={onDone}>
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <TextField
        form={form}
        name="code"
        label={t('code')}
        help={t('code_help')}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
      <ReasonField form={form} />
    </ActForm>
  )
}
