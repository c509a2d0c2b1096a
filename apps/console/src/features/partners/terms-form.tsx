import { useForm } from '@cashbox/client/use-form'
import { changePartner, type Partner } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { notify } from '../../platform/notices.ts'
import { DurationField } from './duration-field.tsx'
import { keepPartner } from './partners.ts'
import { changedTerms, termValues } from './terms.ts'

/** Name and times of a partner, with the reason for the change. */
export function TermsForm({ partner, onDone, onReload }: ActProps & { partner: Partner }) {
  const t = useTranslations('partners')
  const form = useTermsForm(partner, onDone)
  return (
    <ActForm
      form={form}
      text={t('acts.change.text')}
      submit={t('acts.change.submit')}
      isDisabled={Object.keys(changedTerms(partner, form.values)).length === 0}
      onCancel={onDone}
      onReload={onReload}
    >
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <DurationField form={form} name="lifetime_s" label={t('terms.lifetime')} help={t('terms.lifetime_help')} />
      <DurationField
        form={form}
        name="max_lifetime_s"
        label={t('terms.max_lifetime')}
        help={t('terms.max_lifetime_help')}
      />
      <DurationField form={form} name="reversal_window_s" label={t('terms.reversal')} help={t('terms.reversal_help')} />
      <ReasonField form={form} />
    </ActForm>
  )
}

function useTermsForm(partner: Partner, onDone: () => void) {
  const t = useTranslations('partners')
  const { code, version } = partner
  return useForm({
    initial: { ...termValues(partner), reason: '' },
    send: async ({ reason, ...values }) => {
      const changed = await call(changePartner, { code, version, ...changedTerms(partner, values), reason })
      keepPartner(changed.partner)
      notify('success', t('acts.change.done', { name: changed.partner.name }))
      onDone()
    },
  })
}
