import { useForm } from '@cashbox/client/use-form'
import { type Partner, setPartnerWebhook } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { useSayChanged } from '../../platform/approval-requests.ts'
import { call } from '../../platform/call.ts'
import { useOperator } from '../../platform/session.ts'
import { showSecretOnce } from '../../platform/shown-secret.ts'
import { keepPartner } from './partners.ts'

/** Asks for another address for webhooks; the same one gets a new secret. */
export function WebhookForm({
  partner: { code, version, name, webhook },
  onDone,
  onReload,
}: ActProps & { partner: Partner }) {
  const t = useTranslations('partners')
  const sayChanged = useSayChanged()
  const operatorId = useOperator().id
  const form = useForm({
    initial: { url: webhook.url ?? '', reason: '' },
    send: async (values) => {
      const { partner, secret, request } = await call(setPartnerWebhook, { code, version, ...values })
      keepPartner(partner)
      if (secret !== null) {
        const [title, text] = [t('secret.webhook_title'), t('secret.text', { name })]
        showSecretOnce({ operatorId, title, text, keyId: null, secret })
      }
      if (request) sayChanged(request, '')
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('acts.set_webhook.text')}
      submit={t('acts.set_webhook.submit')}
      onCancel={onDone}
      onReload={onReload}
    >
      <TextField form={form} name="url" label={t('hook.address')} type="url" placeholder="https://" maxLength={2000} />
      <ReasonField form={form} />
    </ActForm>
  )
}
