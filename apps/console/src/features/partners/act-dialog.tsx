import type { Partner } from '@cashbox/contract/operator'
import { Sheet } from '@cashbox/ui/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { KeyForm } from './key-form.tsx'
import { renewPartners } from './partners.ts'
import { type ReasonedAct, ReasonForm } from './reason-form.tsx'
import { TermsForm } from './terms-form.tsx'
import { WebhookForm } from './webhook-form.tsx'

export type PartnerAct =
  | { readonly kind: 'change' }
  | { readonly kind: 'add_key' }
  | { readonly kind: 'set_webhook' }
  | ReasonedAct

/** What every form has that changes a partner. */
export interface ActProps {
  readonly partner: Partner
  readonly onDone: () => void
  /** Shows the partner as it is now, after somebody else has changed it. */
  readonly onReload: () => void
}

interface ActDialogProps {
  readonly act: PartnerAct
  readonly partner: Partner
  readonly onClose: () => void
}

export function ActDialog({ act, partner, onClose }: ActDialogProps) {
  const t = useTranslations()
  // Of the moment the dialog was opened: what is changed is what was seen.
  const [seen] = useState(partner)
  const form: ActProps = { partner: seen, onDone: onClose, onReload: () => void renewPartners().then(onClose) }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t(`partners.acts.${act.kind}.title`, { name: seen.name })}
      closeLabel={t('common.close')}
    >
      {act.kind === 'change' ? (
        <TermsForm {...form} />
      ) : act.kind === 'add_key' ? (
        <KeyForm {...form} />
      ) : act.kind === 'set_webhook' ? (
        <WebhookForm {...form} />
      ) : (
        <ReasonForm {...form} act={act} />
      )}
    </Sheet>
  )
}
