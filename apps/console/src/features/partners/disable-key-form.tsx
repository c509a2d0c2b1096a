import { useForm } from '@cashbox/client/use-form'
import { disablePartnerKey, type Partner } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { notify } from '../../platform/notices.ts'
import { keepPartner, liveKeys } from './partners.ts'

const NOW = 'now'
const DAYS = [3, 7, 14, 30]

interface DisableKeyFormProps extends ActProps {
  readonly partner: Partner
  readonly keyId: string
}

/** Ends a key: at once, or in some days, while the partner changes to its other key. */
export function DisableKeyForm({ partner, keyId, onDone, onReload }: DisableKeyFormProps) {
  const t = useTranslations('partners')
  const { code, version, name } = partner
  const form = useForm({
    initial: { in_days: NOW, reason: '' },
    send: async ({ in_days, reason }) => {
      const later = in_days === NOW ? {} : { in_days: Number(in_days) }
      const { partner: changed } = await call(disablePartnerKey, { code, version, key_id: keyId, reason, ...later })
      keepPartner(changed)
      notify('success', t(in_days === NOW ? 'acts.disable_key.done' : 'acts.disable_key.planned'))
      onDone()
    },
  })
  const isActive = partner.keys.some(({ id, activated_at }) => id === keyId && activated_at !== null)
  return (
    <ActForm
      form={form}
      text={t('acts.disable_key.text', { name, key: keyId })}
      submit={t('acts.disable_key.submit')}
      variant="danger"
      isDisabled={form.values.reason.trim() === ''}
      onCancel={onDone}
      onReload={onReload}
    >
      {liveKeys(partner).length === 1 && (
        <Notice tone="warning" icon={<TriangleAlert aria-hidden />} title={t('acts.disable_key.last', { name })} />
      )}
      {isActive && (
        <SelectField
          form={form}
          name="in_days"
          label={t('acts.disable_key.when')}
          options={[
            { value: NOW, label: t('acts.disable_key.now') },
            ...DAYS.map((count) => ({ value: String(count), label: t('acts.disable_key.in_days', { count }) })),
          ]}
        />
      )}
      <ReasonField form={form} />
    </ActForm>
  )
}
