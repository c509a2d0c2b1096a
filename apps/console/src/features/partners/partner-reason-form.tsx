import {
  type ApprovalRequest,
  activatePartnerKey,
  changePartner,
  type Partner,
  setPartnerWebhook,
} from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ReasonForm } from '../../platform/act-form.tsx'
import { useSayChanged } from '../../platform/approval-requests.ts'
import { call } from '../../platform/call.ts'
import { notify } from '../../platform/notices.ts'
import { useOperator } from '../../platform/session.ts'
import { showSecretOnce } from '../../platform/shown-secret.ts'
import { useUndo } from '../../platform/use-undo.ts'
import { keepPartner } from './partners.ts'

export type ReasonedAct =
  | { readonly kind: 'switch_off' | 'switch_on' | 'webhook_off' | 'webhook_on' | 'rotate_webhook' }
  | { readonly kind: 'activate_key'; readonly keyId: string }

/** What stops something and can be undone, and by which act. */
const opposites = { switch_off: 'switch_on', webhook_off: 'webhook_on' } as const
const isUndone = (kind: ReasonedAct['kind']): kind is keyof typeof opposites => Object.hasOwn(opposites, kind)

/** Everything that needs no more than a reason. */
export function PartnerReasonForm({ act, partner, ...props }: ActProps & { partner: Partner; act: ReasonedAct }) {
  const t = useTranslations('partners.acts')
  const tSecret = useTranslations('partners.secret')
  const { name } = partner
  const operatorId = useOperator().id
  const sayChanged = useSayChanged()
  const { undo, reasonOf } = useUndo()
  return (
    <ReasonForm
      {...props}
      text={
        act.kind === 'activate_key' ? t(`${act.kind}.text`, { name, key: act.keyId }) : t(`${act.kind}.text`, { name })
      }
      submit={t(`${act.kind}.submit`)}
      variant={isUndone(act.kind) ? 'danger' : 'primary'}
      done={
        act.kind === 'rotate_webhook' || act.kind === 'activate_key' || isUndone(act.kind)
          ? undefined
          : t(`${act.kind}.done`, { name })
      }
      send={async (reason) => {
        const { partner: changed, secret, request } = await carryOut(act, partner, reason)
        keepPartner(changed)
        if (isUndone(act.kind)) {
          const kind = opposites[act.kind]
          const takeBack = async () => keepPartner((await carryOut({ kind }, changed, reasonOf(reason))).partner)
          notify('success', t(`${act.kind}.done`, { name }), undo(takeBack, t(`${kind}.done`, { name })))
        }
        if (request) sayChanged(request, '')
        if (secret) {
          const [title, text] = [tSecret('webhook_title'), tSecret('text', { name })]
          showSecretOnce({ operatorId, title, text, keyId: null, secret })
        }
      }}
    />
  )
}

function carryOut(
  act: ReasonedAct,
  { code, version }: Partner,
  reason: string,
): Promise<{ partner: Partner; secret?: string | null; request?: ApprovalRequest | null }> {
  const change = { code, version, reason }
  const { kind } = act
  if (kind === 'activate_key') return call(activatePartnerKey, { code, reason, key_id: act.keyId })
  if (kind === 'rotate_webhook') return call(setPartnerWebhook, change)
  const isOf = kind === 'switch_off' || kind === 'switch_on' ? 'is_enabled' : 'is_webhook_enabled'
  return call(changePartner, { ...change, [isOf]: kind === 'switch_on' || kind === 'webhook_on' })
}
