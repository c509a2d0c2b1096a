import { useForm } from '@cashbox/client/use-form'
import { changeOperator, type KnownOperator, operatorRoles } from '@cashbox/contract/operator'
import { Callout, TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ActProps, ReasonField } from '../../platform/forms/act-form.tsx'
import { useChangeToast } from '../../platform/forms/approval-requests.ts'
import { Submit } from '../../platform/forms/submit.tsx'
import { call } from '../../platform/session/call.ts'
import { cacheOperator } from './operators.ts'

export function OperatorForm({ operator, onDone, onReload }: ActProps & { operator: KnownOperator }) {
  const t = useTranslations()
  // As it was when the form was opened: the change applies to that version.
  const [{ id, version, name, role }] = useState(operator)
  const notifyChanged = useChangeToast()
  const form = useForm({
    initial: { name, role, reason: '' },
    send: async (values) => {
      const { reason, ...change } = values
      const optionalReason = reason.trim() === '' ? {} : { reason }
      const changed = await call(changeOperator, { operator_id: id, version, ...change, ...optionalReason })
      cacheOperator(changed.operator)
      notifyChanged(changed.request, t('common.saved'))
      onDone()
    },
  })
  const isRoleChanged = form.values.role !== role
  return (
    <form {...form.element} className="grid gap-4">
      <TextField form={form} name="name" label={t('operators.name')} maxLength={80} />
      <SelectField form={form} name="role" label={t('operators.role')} options={useRoleOptions()} />
      {isRoleChanged && (
        <>
          <Callout tone="info" icon={<Users aria-hidden />} title={t('operators.role_text')} />
          <ReasonField form={form} />
        </>
      )}
      <Submit
        form={form}
        label={t('common.save')}
        isDisabled={!form.isChanged || (isRoleChanged && form.values.reason.trim() === '')}
        onReload={onReload}
      />
    </form>
  )
}

export function useRoleOptions() {
  const t = useTranslations()
  return operatorRoles.map((role) => ({ value: role, label: `${t(`roles.${role}`)}: ${t(`role_duties.${role}`)}` }))
}
