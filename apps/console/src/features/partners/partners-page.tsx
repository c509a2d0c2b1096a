import { useForm } from '@cashbox/client/use-form'
import { createPartner, type Partner } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { Handshake } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { ActForm, ReasonField } from '../../platform/forms/act-form.tsx'
import { SecretDialog } from '../../platform/forms/secret-dialog.tsx'
import { ListFilters, SearchFilter } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useOpened } from '../../platform/list/url-filters.ts'
import { isFoundIn, type SortedColumn, useWholeList } from '../../platform/list/use-list.ts'
import { Loaded, oneOf } from '../../platform/page/loaded.tsx'
import { DetailPage } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/call.ts'
import { notify } from '../../platform/toasts.ts'
import { When } from '../../platform/values/values.tsx'
import { SwitchBadge, WebhookBadge } from './partner-badges.tsx'
import { PartnerDetail } from './partner-detail.tsx'
import { cachePartner, liveKeys, usePartners, webhookState } from './partners.ts'
import { WaitingEvents } from './webhook-section.tsx'

export function PartnersPage() {
  const t = useTranslations()
  const query = usePartners()
  const { filters, table } = useWholeList({
    all: query.data,
    columns: useColumns(),
    filterNames: ['search'],
    isWanted: ({ name, code }, { search }) => isFoundIn(search, name, code),
  })
  const { opened } = useOpened()
  const partner = query.data?.find(({ code }) => code === opened)
  return (
    <>
      <ListPage
        {...table}
        list="partners"
        title={t('pages.partners')}
        text={t('partners.text')}
        exported={{ table: 'partners', filters: {} }}
        create={{
          endpoint: createPartner,
          label: t('partners.create'),
          form: NewPartner,
        }}
        path="/partners"
        query={query}
        keyOf={({ code }) => code}
        emptyTitle={t('partners.none')}
        emptyText={t('common.no_match_text')}
        drawer={partner && { title: partner.name, content: <PartnerDetail partner={partner} /> }}
      >
        <ListFilters filters={filters}>
          <SearchFilter filters={filters} />
        </ListFilters>
      </ListPage>
      {/* The drawer has its own dialog, which lies above it. */}
      {!partner && <SecretDialog />}
    </>
  )
}

function useColumns(): readonly SortedColumn<Partner>[] {
  const t = useTranslations('partners')
  return [
    { id: 'name', header: t('name'), cell: ({ name }) => name, sortValue: ({ name }) => name },
    { id: 'code', header: t('code'), cell: ({ code }) => code, sortValue: ({ code }) => code },
    { id: 'standing', header: t('standing'), cell: (partner) => <SwitchBadge partner={partner} /> },
    {
      id: 'keys',
      header: t('live_keys'),
      cell: (partner) => t('of_two', { count: liveKeys(partner).length }),
      isFigure: true,
      sortValue: (partner) => liveKeys(partner).length,
    },
    { id: 'webhook', header: t('webhook'), cell: (partner) => <WebhookBadge partner={partner} /> },
    {
      id: 'failing',
      header: t('hook.failing_since'),
      cell: ({ webhook }) => webhookState(webhook) === 'failing' && <When seconds={webhook.failing_since} />,
      isFigure: true,
    },
    {
      id: 'waiting',
      header: t('hook.waiting'),
      cell: ({ webhook }) => <WaitingEvents webhook={webhook} />,
      isFigure: true,
      sortValue: ({ webhook }) => webhook.pending_events,
    },
  ]
}

export function PartnerPage() {
  const t = useTranslations()
  const { code } = useParams()
  const query = oneOf(usePartners(), (partner) => partner.code === code)
  return (
    <DetailPage title={query.data?.name ?? t('pages.partners')}>
      <Loaded query={query} none={{ icon: Handshake, title: t('partners.none') }}>
        {(partner) => (
          <div className="grid min-w-0 gap-8">
            <PartnerDetail partner={partner} />
            <Charts of={{ kind: 'partner', code: partner.code }} />
          </div>
        )}
      </Loaded>
    </DetailPage>
  )
}

function NewPartner({ onDone }: { onDone: () => void }) {
  const t = useTranslations('partners')
  const form = useForm({
    initial: { name: '', code: '', reason: '' },
    send: async (values) => {
      const { partner } = await call(createPartner, values)
      cachePartner(partner)
      notify('success', t('created_notice', { name: partner.name }))
      onDone()
    },
  })
  return (
    <ActForm form={form} text={t('create_text')} submit={t('create_submit')} onCancel={onDone}>
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <TextField
        form={form}
        name="code"
        label={t('code')}
        help={t('code_help')}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
      <ReasonField form={form} />
    </ActForm>
  )
}
