import * as api from '@cashbox/contract/operator'
import { type ReconciliationFile } from '@cashbox/contract/partner'
import { Callout, Card } from '@cashbox/ui'
import { Check, Handshake, Power } from 'lucide-react'
import { type ReactNode } from 'react'
import { useParams } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { Acts, useActColumn } from '../../platform/forms/acts.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { SecretDialog } from '../../platform/forms/secret-dialog.tsx'
import { Remembered } from '../../platform/forms/use-undo.ts'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { column, figure, type TableColumn } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { useFilters } from '../../platform/list/list-filters.tsx'
import { PagedTable } from '../../platform/list/list-table.tsx'
import { Loaded, oneOf, PageHead } from '../../platform/page/page.tsx'
import { PageTabs } from '../../platform/page/page-tabs.tsx'
import { useMay, useOperator } from '../../platform/session/session.ts'
import { formatDate } from '../../platform/values/dates.ts'
import { formatMoney, formatWhole } from '../../platform/values/formats.ts'
import { DownloadLink, Facts, RelatedLinks, Section, stateBadge } from '../../platform/values/values.tsx'
import { KeySection, WebhookSection } from './access-sections.tsx'
import { durationOf } from './durations.tsx'
import { partnerActs } from './partner-forms.tsx'
import { refreshPartners, usePartners } from './partners.ts'
import { PositionSection } from './position-section.tsx'
import { SettlementSection } from './settlement-section.tsx'
import { TariffSection } from './tariffs.tsx'

const t = textsOf('partners')

interface PartnerProps {
  readonly partner: api.Partner
}

interface Tab {
  readonly label: string
  /** For operators who may make this call. */
  readonly endpoint: api.OperatorEndpoint
  readonly content: (props: PartnerProps) => ReactNode
}

/** In their order. */
const tabs = () =>
  ({
    position: { label: t('tabs.position'), endpoint: api.readPartnerPosition, content: PositionSection },
    settlement: { label: t('tabs.settlement'), endpoint: api.listPartnerStatements, content: SettlementSection },
    terms: { label: t('tabs.terms'), endpoint: api.listPartners, content: TermsTab },
    access: { label: t('tabs.access'), endpoint: api.listPartners, content: AccessTab },
    files: { label: t('tabs.files'), endpoint: api.listPartnerFiles, content: FileSection },
    charts: { label: t('tabs.charts'), endpoint: api.listPartners, content: ChartsTab },
  }) satisfies Record<string, Tab>

export function PartnerPage() {
  const { code = '' } = useParams()
  const query = oneOf(usePartners(), (partner) => partner.code === code)
  const { data } = query
  return (
    <>
      <PageHead
        title={data?.name ?? textAt('pages.partners')}
        text={data && <PartnerLinks partner={data} />}
        actions={data && <PartnerDecisions partner={data} />}
      />
      <Loaded query={query} none={{ icon: Handshake, title: t('none') }}>
        {(partner) => <PartnerView partner={partner} />}
      </Loaded>
    </>
  )
}

/** The open tab is in the address. */
function PartnerView({ partner }: PartnerProps) {
  const { values } = useFilters(['tab'])
  const { role } = useOperator()
  const shown = Object.entries<Tab>(tabs()).filter(([, { endpoint }]) => api.rolesOf(endpoint).includes(role))
  const [tab, { content: Content }] = shown.find(([name]) => name === values.tab) ?? shown[0] ?? ['terms', tabs().terms]
  return (
    <>
      <PartnerState partner={partner} />
      <PageTabs
        label={t('tabs.label')}
        path={`/partners/${partner.code}`}
        tabs={shown.map(([name, { label }]) => ({ tab: name, label }))}
        current={tab}
      />
      <div className="grid min-w-0 gap-6">
        <Content partner={partner} />
      </div>
      <SecretDialog />
    </>
  )
}

/** What must be known of a partner whatever is looked at. */
export const PartnerState = ({ partner }: PartnerProps) => (
  <div className="grid gap-3 empty:hidden">
    <Remembered href={`/partners/${partner.code}`} label={partner.name} />
    <PendingChanges kind="partner" id={partner.code} />
    {!partner.is_enabled && (
      <Callout tone="warning" icon={<Power aria-hidden />} title={t('off_title')}>
        {t('off_text')}
      </Callout>
    )}
  </div>
)

export function PartnerDecisions({ partner }: PartnerProps) {
  const actOf = partnerActs(partner)
  return (
    <Acts
      isMain
      label={t('acts.label')}
      reload={refreshPartners}
      acts={[
        actOf('partners.acts.change'),
        actOf(partner.is_enabled ? 'partners.acts.switch_off' : 'partners.acts.switch_on'),
      ]}
    />
  )
}

export const PartnerLinks = ({ partner: { code } }: PartnerProps) => (
  <RelatedLinks
    links={[
      { href: `/partners/${code}/events`, label: t('log.link') },
      { href: `/transactions?partner=${code}`, label: t('transactions') },
    ]}
    audit={{ kind: 'partner', id: code, label: t('audit') }}
  />
)

const ChartsTab = ({ partner }: PartnerProps) => <Charts of={{ kind: 'partner', code: partner.code }} />

const AccessTab = ({ partner }: PartnerProps) => (
  <>
    <WebhookSection partner={partner} />
    <KeySection partner={partner} />
  </>
)

const TermsTab = ({ partner }: PartnerProps) => (
  <>
    <Card>
      <Terms partner={partner} />
    </Card>
    <div className="grid items-start gap-6 *:min-w-0 xl:grid-cols-2">
      {useMay(api.readPartnerPosition) && <TariffSection partner={partner} />}
      <LimitSection partner={partner} />
    </div>
  </>
)

type Limit = api.Partner['withdrawal_limits'][number]

function Terms({ partner }: { partner: api.Partner }) {
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
  const actOf = partnerActs(partner)
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
        return [actOf('partners.acts.set_limits', currency, { ariaLabel })]
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

function FileSection({ partner: { code } }: PartnerProps) {
  const columns: readonly TableColumn<ReconciliationFile>[] = [
    column('day', t('files.day'), ({ day }) => formatDate(day)),
    figure('lines', t('files.lines'), ({ lines }) => formatWhole(lines)),
    figure('download', t('files.download'), ({ day }) => (
      <span className="inline-flex gap-4">
        <DownloadLink href={api.partnerFileUrl(code, day, 'jsonl')} text={t('files.signed')} of={day} />
        <DownloadLink href={api.partnerFileUrl(code, day, 'csv')} text={t('files.spreadsheet')} of={day} />
      </span>
    )),
  ]
  return (
    <Section title={t('files.title')}>
      <PagedTable
        endpoint={api.listPartnerFiles}
        input={{ code }}
        columns={columns}
        keyOf={({ day }) => day}
        label={t('files.list')}
        emptyTitle={t('files.none')}
        emptyText={t('files.none_text')}
      />
    </Section>
  )
}

export const SwitchBadge = stateBadge({
  on: ['partners.on', 'approved', Check],
  off: ['partners.off', 'blocked', Power],
})
