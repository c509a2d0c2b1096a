import { createPartner, type Partner } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { ListFilters, SearchFilter } from '../../platform/list-filters.tsx'
import { ListPage } from '../../platform/list-page.tsx'
import { SecretDialog } from '../../platform/secret-dialog.tsx'
import { useOpened } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { isFoundIn, type SortedColumn, useWholeList } from '../../platform/whole-list.ts'
import { NewPartner } from './new-partner.tsx'
import { SwitchBadge, WebhookBadge } from './partner-badges.tsx'
import { PartnerDetail } from './partner-detail.tsx'
import { liveKeys, usePartners, webhookState } from './partners.ts'
import { WaitingEvents } from './waiting-events.tsx'

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
      {/* The drawer has its own, above itself. */}
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
