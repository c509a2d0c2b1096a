import { addPartnerKey } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { useOperator } from '../../platform/session.ts'
import { Submit } from '../../platform/submit.tsx'
import type { ActProps } from './act-dialog.tsx'
import { NetworksField, networksOf, RightsField, rightsOf } from './key-fields.tsx'
import { keepPartner } from './partners.ts'
import { holdSecret } from './unkept-secret.ts'

export function KeyForm({ partner: { code, version, name }, onDone, onReload }: ActProps) {
  const t = useTranslations('partners')
  const operatorId = useOperator().id
  const form = useForm({
    initial: { rights: 'read create', networks: '', reason: '' },
    send: async ({ rights, networks, reason }) => {
      const wish = { rights: rightsOf(rights), networks: networksOf(networks), reason }
      const { partner, key_id, secret } = await call(addPartnerKey, { code, version, ...wish })
      keepPartner(partner)
      holdSecret({ operatorId, partnerName: name, keyId: key_id, secret })
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <p>{t('acts.add_key.text')}</p>
      <RightsField form={form} />
      <NetworksField form={form} />
      <TextAreaField form={form} name="reason" label={t('reason')} help={t('reason_help')} maxLength={500} />
      <Submit form={form} label={t('acts.add_key.submit')} onCancel={onDone} onReload={onReload} />
    </form>
  )
}
