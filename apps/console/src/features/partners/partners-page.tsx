import * as api from '@cashbox/contract/operator'
import { useLocation } from 'wouter'
import { ActForm, plain, textField } from '../../platform/forms/form.tsx'
import { SecretDialog } from '../../platform/forms/secret-dialog.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { bare, column, figure, offCard, searched, type TableColumn, valued } from '../../platform/list/columns.tsx'
import { searchSpec, useListFilters, useOpened } from '../../platform/list/list-filters.tsx'
import { CreateButton, ListPage, useThings } from '../../platform/list/list-page.tsx'
import { call, useMay } from '../../platform/session/session.ts'
import { formatWhole } from '../../platform/values/formats.ts'
import { Facts, Section, When } from '../../platform/values/values.tsx'
import { WaitingEvents, WebhookBadge } from './access-sections.tsx'
import { PartnerDecisions, PartnerLinks, PartnerState, SwitchBadge } from './partner-page.tsx'
import { cachePartner, liveKeys, usePartners, webhookState } from './partners.ts'
import { Positions } from './position-section.tsx'

const t = textsOf('partners')

export function PartnersPage() {
  const query = usePartners()
  const filters = useListFilters({ search: searchSpec() })
  const { opened } = useOpened()
  return (
    <>
      <ListPage
        {...useThings('partners', query, filters, (partner) => <PartnerSummary partner={partner} />)}
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
  valued(
    ({ is_enabled }) => Number(is_enabled),
    bare.column('standing', t('standing'), ({ is_enabled }) => <SwitchBadge state={is_enabled ? 'on' : 'off'} />),
  ),
  valued(
    (partner) => liveKeys(partner).length,
    offCard.figure('keys', t('live_keys'), (partner) => t('of_two', { count: liveKeys(partner).length })),
  ),
  valued(
    ({ webhook }) => webhookState(webhook),
    column('webhook', t('webhook'), ({ webhook }) => <WebhookBadge state={webhookState(webhook)} />),
  ),
  valued(
    ({ webhook }) => webhook.failing_since ?? 0,
    figure(
      'failing',
      t('hook.failing_since'),
      ({ webhook }) => webhookState(webhook) === 'failing' && <When seconds={webhook.failing_since} />,
    ),
  ),
  valued(
    ({ webhook }) => (webhook.url === null ? 0 : webhook.pending_events),
    offCard.figure('waiting', t('hook.waiting'), ({ webhook }) =>
      webhook.url === null || webhook.pending_events === 0 ? '–' : formatWhole(webhook.pending_events),
    ),
  ),
]

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

/** What the drawer has room for; all else is a tab of the page. */
function PartnerSummary({ partner }: { partner: api.Partner }) {
  const { code, is_enabled, webhook } = partner
  return (
    <div className="grid gap-6">
      <PartnerState partner={partner} />
      <Facts
        facts={{
          [t('code')]: code,
          [t('standing')]: <SwitchBadge state={is_enabled ? 'on' : 'off'} />,
          [t('webhook')]: <WebhookBadge state={webhookState(webhook)} />,
          [t('hook.waiting')]: webhook.url !== null && <WaitingEvents webhook={webhook} />,
          [t('live_keys')]: t('of_two', { count: liveKeys(partner).length }),
        }}
      />
      {useMay(api.readPartnerPosition) && (
        <Section title={t('position.title')}>
          <Positions partner={partner} />
        </Section>
      )}
      <PartnerLinks partner={partner} />
      <PartnerDecisions partner={partner} />
    </div>
  )
}
