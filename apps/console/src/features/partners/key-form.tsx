import { useForm } from '@cashbox/client/use-form'
import { addPartnerKey, type Partner } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { useSayChanged } from '../../platform/approval-requests.ts'
import { call } from '../../platform/call.ts'
import { useOperator } from '../../platform/session.ts'
import { showSecretOnce } from '../../platform/shown-secret.ts'
import { NetworksField, networksOf, PermissionsField, permissionsOf } from './key-fields.tsx'
import { keepPartner } from './partners.ts'

export function KeyForm({ partner: { code, version, name }, onDone, onReload }: ActProps & { partner: Partner }) {
  const t = useTranslations('partners')
  const sayChanged = useSayChanged()
  const operatorId = useOperator().id
  const form = useForm({
    initial: { permissions: 'read create', networks: '', reason: '' },
    send: async ({ permissions, networks, reason }) => {
      const wish = { permissions: permissionsOf(permissions), networks: networksOf(networks), reason }
      const { partner, key_id, secret, request } = await call(addPartnerKey, { code, version, ...wish })
      keepPartner(partner)
      showSecretOnce({
        operatorId,
        title: t('secret.key_title'),
        text: t('secret.text', { name }),
        keyId: key_id,
        secret,
      })
      sayChanged(request, '')
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('acts.add_key.text')}
      submit={t('acts.add_key.submit')}
      onCancel={onDone}
      onReload={onReload}
    >
      <PermissionsField form={form} />
      <NetworksField form={form} />
      <ReasonField form={form} />
    </ActForm>
  )
}
