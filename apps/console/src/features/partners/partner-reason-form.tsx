import { changePartner, disablePartnerKey, type Partner, setPartnerWebhook } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ReasonForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { useOperator } from '../../platform/session.ts'
import { keepPartner, liveKeys } from './partners.ts'
import { showSecretOnce } from './shown-secret.ts'

export type ReasonedAct =
  | { readonly kind: 'switch_off' | 'switch_on' | 'webhook_off' | 'webhook_on' | 'rotate_webhook' }
  | { readonly kind: 'disable_key'; readonly keyId: string }

const dangerous: ReadonlySet<ReasonedAct['kind']> = new Set(['switch_off', 'webhook_off', 'disable_key'])

/** Everything that needs no more than a reason. */
export function PartnerReasonForm({ act, partner, ...props }: ActProps & { partner: Partner; act: ReasonedAct }) {
  const t = useTranslations('partners.acts')
  const { name } = partner
  const operatorId = useOperator().id
  const isKey = act.kind === 'disable_key'
  return (
    <ReasonForm
      {...props}
      text={isKey ? t('disable_key.text', { name, key: act.keyId }) : t(`${act.kind}.text`, { name })}
      submit={t(`${act.kind}.submit`)}
      variant={dangerous.has(act.kind) ? 'danger' : 'primary'}
      done={act.kind === 'rotate_webhook' ? undefined : t(`${act.kind}.done`, { name })}
      send={async (reason) => {
        const { partner: changed, secret } = await carryOut(act, partner, reason)
        keepPartner(changed)
        if (secret !== undefined) showSecretOnce({ operatorId, partnerName: name, keyId: null, secret })
      }}
    >
      {isKey && liveKeys(partner).length === 1 && (
        <Notice tone="warning" icon={<TriangleAlert aria-hidden />} title={t('disable_key.last', { name })} />
      )}
    </ReasonForm>
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
  const isOf = kind === 'switch_off' || kind === 'switch_on' ? 'is_enabled' : 'is_webhook_enabled'
  return call(changePartner, { ...change, [isOf]: kind === 'switch_on' || kind === 'webhook_on' })
}
