import { useForm } from '@cashbox/client/use-form'
import { createOperator, type OperatorRole } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { useTranslations } from 'use-intl'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { useSayChanged } from '../../platform/approval-requests.ts'
import { call } from '../../platform/call.ts'
import { useRoleOptions } from './role-options.ts'

export function NewOperator({ onDone }: { onDone: () => void }) {
  const t = useTranslations('operators')
  const role: OperatorRole = 'support'
  const sayChanged = useSayChanged()
  const form = useForm({
    initial: { name: '', email: '', role, reason: '' },
    send: async (values) => {
      const { request } = await call(createOperator, values)
      sayChanged(request, '')
      onDone()
    },
  })
  return (
    <ActForm form={form} text={t('create_text')} submit={t('create_submit')} onCancel={onDone}>
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <TextField form={form} name="email" label={t('email')} type="email" autoCapitalize="none" spellCheck={false} />
      <SelectField form={form} name="role" label={t('role')} options={useRoleOptions()} />
      <ReasonField form={form} />
    </ActForm>
  )
}
