import { changePartner, listPartnerFiles, type Partner, partnerFileUrl } from '@cashbox/contract/operator'
import type { FileForm, ReconciliationFile } from '@cashbox/contract/partner'
import { Callout } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Power, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActButtons } from '../../platform/forms/act-form.tsx'
import { SecretDialog } from '../../platform/forms/secret-dialog.tsx'
import { useRemember } from '../../platform/forms/use-undo.ts'
import { ListTable } from '../../platform/list/list-table.tsx'
import { useList } from '../../platform/list/use-list.ts'
import { API_BASE } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/roles.ts'
import { formatWhole } from '../../platform/values/formats.ts'
import { Facts, RelatedLinks, Section } from '../../platform/values/values.tsx'
import { durationOf } from './durations.tsx'
import { KeySection } from './key-section.tsx'
import { SwitchBadge } from './partner-badges.tsx'
import { type PartnerAct, PartnerDialog } from './partner-forms.tsx'
import { WebhookSection } from './webhook-section.tsx'

export function PartnerDetail({ partner }: { partner: Partner }) {
  const t = useTranslations('partners')
  const [act, setAct] = useState<PartnerAct | null>(null)
  useRemember({ href: `/partners/${partner.code}`, label: partner.name })
  const turn = partner.is_enabled ? 'switch_off' : 'switch_on'
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        {!partner.is_enabled && (
          <Callout tone="warning" icon={<Power aria-hidden />} title={t('off_title')}>
            {t('off_text')}
          </Callout>
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

function FileSection({ partner }: { partner: Partner }) {
  return useMay(listPartnerFiles) ? <Files code={partner.code} /> : null
}

function Files({ code }: { code: string }) {
  const t = useTranslations('partners.files')
  const query = useList(listPartnerFiles, { code })
  return (
    <Section title={t('title')}>
      <ListTable
        label={t('list')}
        columns={useColumns(code)}
        query={query}
        rows={query.rows}
        keyOf={({ day }) => day}
        emptyTitle={t('none')}
        emptyText={t('none_text')}
      />
    </Section>
  )
}

function useColumns(code: string): readonly TableColumn<ReconciliationFile>[] {
  const t = useTranslations('partners.files')
  return [
    { id: 'day', header: t('day'), cell: ({ day }) => <bdi dir="ltr">{day}</bdi> },
    { id: 'lines', header: t('lines'), cell: ({ lines }) => formatWhole(lines), isFigure: true },
    {
      id: 'download',
      header: t('download'),
      cell: ({ day }) => (
        <span className="inline-flex gap-4">
          <FileLink code={code} day={day} form="jsonl" label={t('signed')} />
          <FileLink code={code} day={day} form="csv" label={t('spreadsheet')} />
        </span>
      ),
      isFigure: true,
    },
  ]
}

const FileLink = ({ code, day, form, label }: { code: string; day: string; form: FileForm; label: string }) => (
  <a
    className="text-brand-text underline"
    href={API_BASE + partnerFileUrl(code, day, form)}
    download
    aria-label={`${label}, ${day}`}
  >
    {label}
  </a>
)
