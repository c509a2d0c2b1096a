import { setPartnerWebhook } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField, TextField } from '../../platform/form-fields.tsx'
import { useOperator } from '../../platform/session.ts'
import { Submit } from '../../platform/submit.tsx'
import type { ActProps } from './act-dialog.tsx'
import { keepPartner } from './partners.ts'
import { holdSecret } from './unkept-secret.ts'

/** Where the partner is told from now on, with a new secret. */
export function WebhookForm({ partner: { code, version, name, webhook }, onDone, onReload }: ActProps) {
  const t = useTranslations('partners')
  const operatorId = useOperator().id
  const form = useForm({
    initial: { url: webhook.url ?? '', reason: '' },
    send: async (values) => {
      const { partner, secret } = await call(setPartnerWebhook, { code, version, ...values })
      keepPartner(partner)
      holdSecret({ operatorId, partnerName: name, keyId: null, secret })
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <p>{t('acts.set_webhook.text')}</p>
      <TextField form={form} name="url" label={t('hook.address')} type="url" placeholder="https://" maxLength={2000} />
      <TextAreaField form={form} name="reason" label={t('reason')} help={t('reason_help')} maxLength={500} />
      <Submit form={form} label={t('acts.set_webhook.submit')} onCancel={onDone} onReload={onReload} />
    </form>
  )
}
