import type { Partner } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { ActDialog } from '../../platform/act-dialog.tsx'
import { DisableKeyForm } from './disable-key-form.tsx'
import { KeyForm } from './key-form.tsx'
import { KeyNetworksForm } from './key-networks-form.tsx'
import { PartnerReasonForm, type ReasonedAct } from './partner-reason-form.tsx'
import { renewPartners } from './partners.ts'
import { TermsForm } from './terms-form.tsx'
import { WebhookForm } from './webhook-form.tsx'

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

export function PartnerDialog({ act, partner, onClose }: PartnerDialogProps) {
  const t = useTranslations('partners.acts')
  return (
    <ActDialog
      thing={partner}
      title={({ name }) => t(`${act.kind}.title`, { name })}
      reload={renewPartners}
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
