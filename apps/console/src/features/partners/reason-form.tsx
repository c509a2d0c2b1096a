import { changePartner, disablePartnerKey, type Partner, setPartnerWebhook } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { notify } from '../../platform/notices.ts'
import { useOperator } from '../../platform/session.ts'
import { Submit } from '../../platform/submit.tsx'
import type { ActProps } from './act-dialog.tsx'
import { keepPartner, liveKeys } from './partners.ts'
import { holdSecret } from './unkept-secret.ts'

export type ReasonedAct =
  | { readonly kind: 'switch_off' | 'switch_on' | 'webhook_off' | 'webhook_on' | 'rotate_webhook' }
  | { readonly kind: 'disable_key'; readonly keyId: string }

const dangerous: ReadonlySet<ReasonedAct['kind']> = new Set(['switch_off', 'webhook_off', 'disable_key'])

/** Whatever needs no more than a reason. */
export function ReasonForm({ act, partner, onDone, onReload }: ActProps & { act: ReasonedAct }) {
  const t = useTranslations('partners')
  const { name } = partner
  const operatorId = useOperator().id
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const { partner: changed, secret } = await carryOut(act, partner, reason)
      keepPartner(changed)
      if (secret !== undefined) holdSecret({ operatorId, partnerName: name, keyId: null, secret })
      if (act.kind !== 'rotate_webhook') notify('success', t(`acts.${act.kind}.done`, { name }))
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <p className="wrap-anywhere">
        {act.kind === 'disable_key'
          ? t('acts.disable_key.text', { name, key: act.keyId })
          : t(`acts.${act.kind}.text`, { name })}
      </p>
      {act.kind === 'disable_key' && liveKeys(partner).length === 1 && (
        <Notice tone="warning" icon={<TriangleAlert aria-hidden />} title={t('acts.disable_key.last', { name })} />
      )}
      <TextAreaField form={form} name="reason" label={t('reason')} help={t('reason_help')} maxLength={500} />
      <Submit
        form={form}
        label={t(`acts.${act.kind}.submit`)}
        variant={dangerous.has(act.kind) ? 'danger' : 'primary'}
        onCancel={onDone}
        onReload={onReload}
      />
    </form>
  )
}

function carryOut(
  act: ReasonedAct,
  { code, version }: Partner,
  reason: string,
): Promise<{ partner: Partner; secret?: string }> {
  const change = { code, version, reason }
  const { kind } = act
  if (kind === 'disable_key') return call(disablePartnerKey, { ...change, key_id: act.keyId })
  if (kind === 'rotate_webhook') return call(setPartnerWebhook, change)
  const isOf = kind === 'switch_off' || kind === 'switch_on' ? 'is_on' : 'is_webhook_on'
  return call(changePartner, { ...change, [isOf]: kind === 'switch_on' || kind === 'webhook_on' })
}
