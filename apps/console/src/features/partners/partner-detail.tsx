import { changePartner, type Partner } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { Power, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActButtons } from '../../platform/act-buttons.tsx'
import { RelatedLinks } from '../../platform/related-links.tsx'
import { SecretDialog } from '../../platform/secret-dialog.tsx'
import { useRemember } from '../../platform/use-remember.ts'
import { Facts } from '../../platform/values.tsx'
import { durationOf } from './durations.ts'
import { FileSection } from './file-section.tsx'
import { KeySection } from './key-section.tsx'
import { SwitchBadge } from './partner-badges.tsx'
import { type PartnerAct, PartnerDialog } from './partner-dialog.tsx'
import { WebhookSection } from './webhook-section.tsx'

/** One partner, in the drawer and on the page of its own. */
export function PartnerDetail({ partner }: { partner: Partner }) {
  const t = useTranslations('partners')
  const [act, setAct] = useState<PartnerAct | null>(null)
  useRemember({ href: `/partners/${partner.code}`, label: partner.name })
  const turn = partner.is_enabled ? 'switch_off' : 'switch_on'
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        {!partner.is_enabled && (
          <Notice tone="warning" icon={<Power aria-hidden />} title={t('off_title')}>
            {t('off_text')}
          </Notice>
        )}
        <Terms partner={partner} />
        <ActButtons
          label={t('acts.label')}
          acts={[
            {
              endpoint: changePartner,
              label: t('acts.change.button'),
              icon: SlidersHorizontal,
              onChoose: () => setAct({ kind: 'change' }),
            },
            {
              endpoint: changePartner,
              label: t(`acts.${turn}.button`),
              icon: Power,
              onChoose: () => setAct({ kind: turn }),
            },
          ]}
        />
      </div>
      <KeySection partner={partner} onChoose={setAct} />
      <WebhookSection partner={partner} onChoose={setAct} />
      <FileSection partner={partner} />
      <RelatedLinks
        links={[
          { href: `/partners/${partner.code}/events`, label: t('log.link') },
          { href: `/transactions?partner=${partner.code}`, label: t('transactions') },
        ]}
        audit={{ kind: 'partner', id: partner.code, label: t('audit') }}
      />
      {act && <PartnerDialog act={act} partner={partner} onClose={() => setAct(null)} />}
      <SecretDialog />
    </div>
  )
}

function Terms({ partner }: { partner: Partner }) {
  const t = useTranslations('partners')
  const { code, lifetime_s, max_lifetime_s, reversal_window_s } = partner
  const text = (seconds: number) => {
    const { amount, unit } = durationOf(seconds)
    return t(`durations.${unit}`, { count: Number(amount) })
  }
  return (
    <Facts
      facts={[
        [t('code'), code],
        [t('standing'), <SwitchBadge key="standing" partner={partner} />],
        [t('terms.lifetime'), text(lifetime_s)],
        [t('terms.max_lifetime'), text(max_lifetime_s)],
        [t('terms.reversal'), reversal_window_s === 0 ? t('terms.never') : text(reversal_window_s)],
      ]}
    />
  )
}
