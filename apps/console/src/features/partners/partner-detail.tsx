import { changePartner, listAudit, type Partner } from '@cashbox/contract/operator'
import { Button, Notice } from '@cashbox/ui'
import { Power, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useMay } from '../../platform/roles.ts'
import { Facts } from '../../platform/values.tsx'
import { ActDialog, type PartnerAct } from './act-dialog.tsx'
import { durationOf } from './durations.ts'
import { KeyPart } from './key-part.tsx'
import { SwitchBadge } from './partner-badges.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookPart } from './webhook-part.tsx'

/** One partner, in the drawer and on the page of its own. */
export function PartnerDetail({ partner }: { partner: Partner }) {
  const t = useTranslations('partners')
  const [act, setAct] = useState<PartnerAct | null>(null)
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        {!partner.is_on && (
          <Notice tone="warning" icon={<Power aria-hidden />} title={t('off_title')}>
            {t('off_text')}
          </Notice>
        )}
        <Terms partner={partner} />
        <Acts partner={partner} onChoose={setAct} />
      </div>
      <KeyPart partner={partner} onChoose={setAct} />
      <WebhookPart partner={partner} onChoose={setAct} />
      <Links code={partner.code} />
      {act && <ActDialog act={act} partner={partner} onClose={() => setAct(null)} />}
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

interface ActsProps {
  readonly partner: Partner
  readonly onChoose: (act: PartnerAct) => void
}

function Acts({ partner: { is_on }, onChoose }: ActsProps) {
  const t = useTranslations('partners.acts')
  const mayChange = useMay(changePartner)
  if (!mayChange) return null
  const kind = is_on ? 'switch_off' : 'switch_on'
  return (
    <section aria-label={t('label')} className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        icon={<SlidersHorizontal size={16} aria-hidden />}
        onClick={() => onChoose({ kind: 'change' })}
      >
        {t('change.button')}
      </Button>
      <Button variant="secondary" icon={<Power size={16} aria-hidden />} onClick={() => onChoose({ kind })}>
        {t(`${kind}.button`)}
      </Button>
    </section>
  )
}

const linkClass = 'inline-flex min-h-11 items-center text-brand-text underline'

function Links({ code }: { code: string }) {
  const t = useTranslations('partners')
  const mayAudit = useMay(listAudit)
  return (
    <p className="flex flex-wrap gap-x-6">
      <Link href={`/transactions?partner=${code}`} className={linkClass}>
        {t('transactions')}
      </Link>
      {mayAudit && (
        <Link href={`/audit?subject_kind=partner&subject_id=${code}`} className={linkClass}>
          {t('audit')}
        </Link>
      )}
    </p>
  )
}
