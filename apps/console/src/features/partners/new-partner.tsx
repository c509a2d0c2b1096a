import { createPartner } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField, TextField } from '../../platform/form-fields.tsx'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
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
    <form {...form.element} className="grid gap-4">
      <p>{t('create_text')}</p>
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
      <TextAreaField form={form} name="reason" label={t('reason')} help={t('reason_help')} maxLength={500} />
      <Submit form={form} label={t('create_submit')} onCancel={onDone} />
    </form>
  )
}
