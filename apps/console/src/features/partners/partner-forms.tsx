import { useForm } from '@cashbox/client/use-form'
import {
  type ApprovalRequest,
  activatePartnerKey,
  changePartner,
  type Partner,
  setPartnerWebhook,
} from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { ActDialog, ActForm, type ActProps, ReasonField, ReasonForm } from '../../platform/forms/act-form.tsx'
import { useChangeToast } from '../../platform/forms/approval-requests.ts'
import { showSecretOnce } from '../../platform/forms/secret-dialog.tsx'
import { useUndo } from '../../platform/forms/use-undo.ts'
import { call } from '../../platform/session/call.ts'
import { useOperator } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { changedTerms, DurationField, termValues } from './durations.tsx'
import { DisableKeyForm, KeyForm, KeyNetworksForm } from './key-forms.tsx'
import { cachePartner, refreshPartners } from './partners.ts'

export type PartnerAct =
  | { readonly kind: 'change' }
  | { readonly kind: 'add_key' }
  | { readonly kind: 'set_webhook' }
  | { readonly kind: 'set_networks'; readonly keyId: string }
  | { readonly kind: 'disable_key'; readonly keyId: string }
  | ReasonedAct

interface PartnerDialogProps {
  readonly act: PartnerAct
  readonly partner: Partner
  readonly onClose: () => void
}

type ReasonedAct =
  | { readonly kind: 'switch_off' | 'switch_on' | 'webhook_off' | 'webhook_on' | 'rotate_webhook' }
  | { readonly kind: 'activate_key'; readonly keyId: string }

/** Acts that can be undone, and the acts that undo them. */
const opposites = { switch_off: 'switch_on', webhook_off: 'webhook_on' } as const

export function PartnerDialog({ act, partner, onClose }: PartnerDialogProps) {
  const t = useTranslations('partners.acts')
  return (
    <ActDialog
      thing={partner}
      title={({ name }) => t(`${act.kind}.title`, { name })}
      reload={refreshPartners}
      onClose={onClose}
    >
      {(seen, props) =>
        act.kind === 'change' ? (
          <TermsForm {...props} partner={seen} />
        ) : act.kind === 'add_key' ? (
          <KeyForm {...props} partner={seen} />
        ) : act.kind === 'set_networks' ? (
          <KeyNetworksForm {...props} partner={seen} keyId={act.keyId} />
        ) : act.kind === 'disable_key' ? (
          <DisableKeyForm {...props} partner={seen} keyId={act.keyId} />
        ) : act.kind === 'set_webhook' ? (
          <WebhookForm {...props} partner={seen} />
        ) : (
          <PartnerReasonForm {...props} partner={seen} act={act} />
        )
      }
    </ActDialog>
  )
}

const isUndoable = (kind: ReasonedAct['kind']): kind is keyof typeof opposites => Object.hasOwn(opposites, kind)

function PartnerReasonForm({ act, partner, ...props }: ActProps & { partner: Partner; act: ReasonedAct }) {
  const t = useTranslations('partners.acts')
  const tSecret = useTranslations('partners.secret')
  const { name } = partner
  const operatorId = useOperator().id
  const notifyChanged = useChangeToast()
  const { undo, reasonOf } = useUndo()
  return (
    <ReasonForm
      {...props}
      text={
        act.kind === 'activate_key' ? t(`${act.kind}.text`, { name, key: act.keyId }) : t(`${act.kind}.text`, { name })
      }
      submit={t(`${act.kind}.submit`)}
      variant={isUndoable(act.kind) ? 'danger' : 'primary'}
      done={
        act.kind === 'rotate_webhook' || act.kind === 'activate_key' || isUndoable(act.kind)
          ? undefined
          : t(`${act.kind}.done`, { name })
      }
      send={async (reason) => {
        const { partner: changed, secret, request } = await carryOut(act, partner, reason)
        cachePartner(changed)
        if (isUndoable(act.kind)) {
          const kind = opposites[act.kind]
          const revert = async () => cachePartner((await carryOut({ kind }, changed, reasonOf(reason))).partner)
          notify('success', t(`${act.kind}.done`, { name }), undo(revert, t(`${kind}.done`, { name })))
        }
        if (request) notifyChanged(request, '')
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
  const field = kind === 'switch_off' || kind === 'switch_on' ? 'is_enabled' : 'is_webhook_enabled'
  return call(changePartner, { ...change, [field]: kind === 'switch_on' || kind === 'webhook_on' })
}

function TermsForm({ partner, onDone, onReload }: ActProps & { partner: Partner }) {
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
      cachePartner(changed.partner)
      notify('success', t('acts.change.done', { name: changed.partner.name }))
      onDone()
    },
  })
}

/** Saving the same address again creates a new secret. */
function WebhookForm({ partner: { code, version, name, webhook }, onDone, onReload }: ActProps & { partner: Partner }) {
  const t = useTranslations('partners')
  const notifyChanged = useChangeToast()
  const operatorId = useOperator().id
  const form = useForm({
    initial: { url: webhook.url ?? '', reason: '' },
    send: async (values) => {
      const { partner, secret, request } = await call(setPartnerWebhook, { code, version, ...values })
      cachePartner(partner)
      if (secret !== null) {
        const [title, text] = [t('secret.webhook_title'), t('secret.text', { name })]
        showSecretOnce({ operatorId, title, text, keyId: null, secret })
      }
      if (request) notifyChanged(request, '')
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
