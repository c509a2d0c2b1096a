import * as api from '@cashbox/contract/operator'
import { type ReconciliationFile } from '@cashbox/contract/partner'
import { Callout } from '@cashbox/ui'
import { Check, Handshake, Power } from 'lucide-react'
import { useLocation } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { Acts, useActColumn } from '../../platform/forms/acts.tsx'
import { ActForm, plain, textField } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { SecretDialog } from '../../platform/forms/secret-dialog.tsx'
import { Remembered } from '../../platform/forms/use-undo.ts'
import { textsOf } from '../../platform/language/language.ts'
import { bare, column, figure, offCard, searched, type TableColumn, valued } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { searchSpec, useListFilters, useOpened } from '../../platform/list/list-filters.tsx'
import { CreateButton, ListPage, ThingPage, useThings } from '../../platform/list/list-page.tsx'
import { PagedTable } from '../../platform/list/list-table.tsx'
import { call, useMay } from '../../platform/session/session.ts'
import { formatMoney, formatWhole } from '../../platform/values/formats.ts'
import { DownloadLink, Facts, RelatedLinks, Section, stateBadge, When } from '../../platform/values/values.tsx'
import { KeySection, WaitingEvents, WebhookBadge, WebhookSection } from './access-sections.tsx'
import { durationOf } from './durations.tsx'
import { partnerActs } from './partner-forms.tsx'
import { cachePartner, liveKeys, refreshPartners, usePartners, webhookState } from './partners.ts'
import { PositionSection } from './position-section.tsx'
import { SettlementSection } from './settlement-section.tsx'

const t = textsOf('partners')

export function PartnersPage() {
  const query = usePartners()
  const filters = useListFilters({ search: searchSpec() })
  const { opened } = useOpened()
  return (
    <>
      <ListPage
        {...useThings('partners', query, filters, (partner) => <PartnerDetail partner={partner} />)}
        columns={columnsOf()}
        actions={<CreateButton endpoint={api.createPartner} label={t('create')} form={NewPartner} />}
      />
      {/* The drawer has its own dialog, which lies above it. */}
      {!query.data?.some(({ code }) => code === opened) && <SecretDialog />}
    </>
  )
}

const columnsOf = (): readonly TableColumn<api.Partner>[] => [
  searched('name', t('name'), ({ name }) => name),
  offCard.searched('code', t('code'), ({ code }) => code),
  bare.column('standing', t('standing'), ({ is_enabled }) => <SwitchBadge state={is_enabled ? 'on' : 'off'} />),
  valued(
    (partner) => liveKeys(partner).length,
    offCard.figure('keys', t('live_keys'), (partner) => t('of_two', { count: liveKeys(partner).length })),
  ),
  column('webhook', t('webhook'), ({ webhook }) => <WebhookBadge state={webhookState(webhook)} />),
  figure(
    'failing',
    t('hook.failing_since'),
    ({ webhook }) => webhookState(webhook) === 'failing' && <When seconds={webhook.failing_since} />,
  ),
  valued(
    ({ webhook }) => webhook.pending_events,
    offCard.figure('waiting', t('hook.waiting'), ({ webhook }) => <WaitingEvents webhook={webhook} />),
  ),
]

export const PartnerPage = () => (
  <ThingPage list="partners" query={usePartners()} icon={Handshake}>
    {(partner) => (
      <div className="grid min-w-0 gap-8">
        <PartnerDetail partner={partner} />
        <Charts of={{ kind: 'partner', code: partner.code }} />
      </div>
    )}
  </ThingPage>
)

function NewPartner() {
  const [, navigate] = useLocation()
  return (
    <ActForm
      initial={{ name: '', code: '', reason: '' }}
      send={async (values) => {
        const { partner } = cachePartner(await call(api.createPartner, values))
        navigate(`/partners/${partner.code}`)
        return partner
      }}
      done={({ name }) => t('created_notice', { name })}
      text={t('create_text')}
      submit={t('create_submit')}
    >
      {(form) => (
        <>
          {textField(form, 'name', t('name'), { maxLength: 80 })}
          {textField(form, 'code', t('code'), { ...plain, help: t('code_help'), maxLength: 40 })}
        </>
      )}
    </ActForm>
  )
}

type Limit = api.Partner['withdrawal_limits'][number]

export function PartnerDetail({ partner }: { partner: api.Partner }) {
  const actOf = partnerActs(partner)
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        <Remembered href={`/partners/${partner.code}`} label={partner.name} />
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
          acts={[
            actOf('partners.acts.change'),
            actOf(partner.is_enabled ? 'partners.acts.switch_off' : 'partners.acts.switch_on'),
          ]}
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

function FileSection({ code }: { code: string }) {
  const columns: readonly TableColumn<ReconciliationFile>[] = [
    column('day', t('files.day'), ({ day }) => <bdi dir="ltr">{day}</bdi>),
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
