import { createPartner, type Partner } from '@cashbox/contract/operator'
import { Handshake } from 'lucide-react'
import { useLocation } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { ActForm, plain, textField } from '../../platform/forms/form.tsx'
import { SecretDialog } from '../../platform/forms/secret-dialog.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { bare, column, figure, offCard, searched, type TableColumn, valued } from '../../platform/list/columns.tsx'
import { searchSpec, useListFilters, useOpened } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { CreateButton, ThingPage, useThings } from '../../platform/list/things.tsx'
import { call } from '../../platform/session/session.ts'
import { When } from '../../platform/values/values.tsx'
import { WaitingEvents, WebhookBadge } from './access-sections.tsx'
import { PartnerDetail, SwitchBadge } from './partner-detail.tsx'
import { cachePartner, liveKeys, usePartners, webhookState } from './partners.ts'

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
        actions={<CreateButton endpoint={createPartner} label={t('create')} form={NewPartner} />}
      />
      {/* The drawer has its own dialog, which lies above it. */}
      {!query.data?.some(({ code }) => code === opened) && <SecretDialog />}
    </>
  )
}

const columnsOf = (): readonly TableColumn<Partner>[] => [
  searched('name', t('name'), ({ name }) => name),
  offCard(searched('code', t('code'), ({ code }) => code)),
  bare(column('standing', t('standing'), ({ is_enabled }) => <SwitchBadge state={is_enabled ? 'on' : 'off'} />)),
  valued(
    (partner) => liveKeys(partner).length,
    offCard(figure('keys', t('live_keys'), (partner) => t('of_two', { count: liveKeys(partner).length }))),
  ),
  column('webhook', t('webhook'), ({ webhook }) => <WebhookBadge state={webhookState(webhook)} />),
  figure(
    'failing',
    t('hook.failing_since'),
    ({ webhook }) => webhookState(webhook) === 'failing' && <When seconds={webhook.failing_since} />,
  ),
  valued(
    ({ webhook }) => webhook.pending_events,
    offCard(figure('waiting', t('hook.waiting'), ({ webhook }) => <WaitingEvents webhook={webhook} />)),
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
        const { partner } = cachePartner(await call(createPartner, values))
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
