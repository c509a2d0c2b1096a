import * as api from '@cashbox/contract/operator'
import type { FileForm, ReconciliationFile } from '@cashbox/contract/partner'
import { Callout } from '@cashbox/ui'
import { Check, Power, SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Acts, useActColumn } from '../../platform/forms/acts.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { SecretDialog } from '../../platform/forms/secret-dialog.tsx'
import { useRemember } from '../../platform/forms/use-undo.ts'
import { column, figure, type TableColumn } from '../../platform/list/columns.tsx'
import { DataTable, useDataTable } from '../../platform/list/data-table.tsx'
import { useList } from '../../platform/list/list.ts'
import { ListTable } from '../../platform/list/list-table.tsx'
import { API_BASE, useMay } from '../../platform/session/session.ts'
import { formatMoney, formatWhole } from '../../platform/values/formats.ts'
import { Facts, RelatedLinks, Section, stateBadge } from '../../platform/values/values.tsx'
import { KeySection, WebhookSection } from './access-sections.tsx'
import { durationOf } from './durations.tsx'
import { usePartnerActs } from './partner-forms.tsx'
import { refreshPartners } from './partners.ts'
import { PositionSection } from './position-section.tsx'
import { SettlementSection } from './settlement-section.tsx'

type Limit = api.Partner['withdrawal_limits'][number]

export function PartnerDetail({ partner }: { partner: api.Partner }) {
  const t = useTranslations('partners')
  const actOf = usePartnerActs(partner)
  useRemember({ href: `/partners/${partner.code}`, label: partner.name })
  const turn = partner.is_enabled ? 'switch_off' : 'switch_on'
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        <PendingChanges kind="partner" id={partner.code} />
        {!partner.is_enabled && (
          <Callout tone="warning" icon={<Power aria-hidden />} title={t('off_title')}>
            {t('off_text')}
          </Callout>
        )}
        <Terms partner={partner} />
        <Acts
          label={t('acts.label')}
          reload={refreshPartners}
          acts={[actOf('change', api.changePartner, SlidersHorizontal), actOf(turn, api.changePartner, Power)]}
        />
      </div>
      {useMay(api.readPartnerPosition) && <PositionSection partner={partner} />}
      <LimitSection partner={partner} />
      {useMay(api.listPartnerStatements) && <SettlementSection partner={partner} />}
      <KeySection partner={partner} />
      <WebhookSection partner={partner} />
      {useMay(api.listPartnerFiles) && <FileSection code={partner.code} />}
      <RelatedLinks
        links={[
          { href: `/partners/${partner.code}/events`, label: t('log.link') },
          { href: `/transactions?partner=${partner.code}`, label: t('transactions') },
        ]}
        audit={{ kind: 'partner', id: partner.code, label: t('audit') }}
      />
      <SecretDialog />
    </div>
  )
}

function Terms({ partner }: { partner: api.Partner }) {
  const t = useTranslations('partners')
  const { code, lifetime_s, max_lifetime_s, reversal_window_s, verification_url } = partner
  const text = (seconds: number) => {
    const { amount, unit } = durationOf(seconds)
    return t(`durations.${unit}`, { count: Number(amount) })
  }
  return (
    <Facts
      facts={{
        [t('code')]: code,
        [t('standing')]: <SwitchBadge state={partner.is_enabled ? 'on' : 'off'} />,
        [t('terms.lifetime')]: text(lifetime_s),
        [t('terms.max_lifetime')]: text(max_lifetime_s),
        [t('terms.reversal')]: reversal_window_s === 0 ? t('terms.never') : text(reversal_window_s),
        [t('terms.players')]:
          verification_url === null ? (
            t('terms.players_off')
          ) : (
            <bdi dir="ltr" className="break-all">
              {verification_url}
            </bdi>
          ),
      }}
    />
  )
}

function LimitSection({ partner }: { partner: api.Partner }) {
  const t = useTranslations('partners')
  const actOf = usePartnerActs(partner)
  const columns: readonly TableColumn<Limit>[] = [
    column('currency', t('limits.currency'), ({ currency_code }) => currency_code),
    figure('open', t('limits.max_open'), ({ max_open }) => formatMoney(max_open)),
    figure('per_day', t('limits.max_per_day'), ({ max_per_day }) => formatMoney(max_per_day)),
    ...useActColumn<Limit>(
      'change',
      t('keys.action'),
      api.setPartnerWithdrawalLimits,
      ({ currency_code: currency }) => {
        const ariaLabel = `${t('acts.set_limits.button')} ${currency}`
        return [{ ...actOf('set_limits', api.setPartnerWithdrawalLimits, null, currency), ariaLabel }]
      },
      refreshPartners,
    ),
  ]
  return (
    <Section title={t('limits.title')}>
      <p className="text-ink-soft">{t('limits.text')}</p>
      <DataTable
        label={t('limits.text')}
        columns={columns}
        rows={partner.withdrawal_limits}
        keyOf={({ currency_code }) => currency_code}
      />
    </Section>
  )
}

function FileSection({ code }: { code: string }) {
  const t = useTranslations('partners.files')
  const query = useList(api.listPartnerFiles, { code })
  const table = useDataTable({ columns: useColumns(code), rows: query.rows, keyOf: ({ day }) => day })
  return (
    <Section title={t('title')}>
      <ListTable label={t('list')} query={query} table={table} emptyTitle={t('none')} emptyText={t('none_text')} />
    </Section>
  )
}

function useColumns(code: string): readonly TableColumn<ReconciliationFile>[] {
  const t = useTranslations('partners.files')
  return [
    column('day', t('day'), ({ day }) => <bdi dir="ltr">{day}</bdi>),
    figure('lines', t('lines'), ({ lines }) => formatWhole(lines)),
    figure('download', t('download'), ({ day }) => (
      <span className="inline-flex gap-4">
        <FileLink code={code} day={day} form="jsonl" label={t('signed')} />
        <FileLink code={code} day={day} form="csv" label={t('spreadsheet')} />
      </span>
    )),
  ]
}

const FileLink = ({ code, day, form, label }: { code: string; day: string; form: FileForm; label: string }) => (
  <a
    className="text-brand-text underline"
    href={API_BASE + api.partnerFileUrl(code, day, form)}
    download
    aria-label={`${label}, ${day}`}
  >
    {label}
  </a>
)

export const SwitchBadge = stateBadge({
  on: ['partners.on', 'approved', Check],
  off: ['partners.off', 'blocked', Power],
})
