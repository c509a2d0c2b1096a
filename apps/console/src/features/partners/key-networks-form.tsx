import { useForm } from '@cashbox/client/use-form'
import { type Partner, setPartnerKeyNetworks } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { useSayChanged } from '../../platform/approval-requests.ts'
import { call } from '../../platform/call.ts'
import { NetworksField, networksOf } from './key-fields.tsx'
import { keepPartner } from './partners.ts'

interface KeyNetworksFormProps extends ActProps {
  readonly partner: Partner
  readonly keyId: string
}

/** Asks for other networks of a key. */
export function KeyNetworksForm({ partner: { code, version, name, keys }, keyId, ...props }: KeyNetworksFormProps) {
  const t = useTranslations('partners.acts.set_networks')
  const sayChanged = useSayChanged()
  const form = useForm({
    initial: { networks: keys.find(({ id }) => id === keyId)?.networks.join('\n') ?? '', reason: '' },
    send: async ({ networks, reason }) => {
      const wish = { code, version, key_id: keyId, networks: networksOf(networks), reason }
      const { partner, request } = await call(setPartnerKeyNetworks, wish)
      keepPartner(partner)
      sayChanged(request, '')
      props.onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('text', { name, key: keyId })}
      submit={t('submit')}
      onCancel={props.onDone}
      onReload={props.onReload}
    >
      <NetworksField form={form} />
      <ReasonField form={form} />
    </ActForm>
  )
}
