import { useForm } from '@cashbox/client/use-form'
import { changeOperator, type KnownOperator } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { call } from '../../platform/call.ts'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import { keepOperator } from './operators.ts'
import { useRoleOptions } from './role-options.ts'

export function OperatorForm({ operator, onDone, onReload }: ActProps & { operator: KnownOperator }) {
  const t = useTranslations()
  // Of the moment the form was opened: what is sent is a change of what was seen.
  const [{ id, version, name, role }] = useState(operator)
  const form = useForm({
    initial: { name, role },
    send: async (values) => {
      const changed = await call(changeOperator, { operator_id: id, version, ...values })
      keepOperator(changed.operator)
      notify('success', t('common.saved'))
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <TextField form={form} name="name" label={t('operators.name')} maxLength={80} />
      <SelectField form={form} name="role" label={t('operators.role')} options={useRoleOptions()} />
      <Submit form={form} label={t('common.save')} isDisabled={!form.isChanged} onReload={onReload} />
    </form>
  )
}
