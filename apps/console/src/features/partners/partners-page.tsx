import { createPartner, type Partner } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { TextFilter } from '@cashbox/ui/dense/filter-bar'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DetailDrawer } from '../../platform/detail-drawer.tsx'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { ListFilters } from '../../platform/list-filters.tsx'
import { ListTable } from '../../platform/list-table.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { useMay } from '../../platform/roles.ts'
import { sorted, useFilters, useOpened, useSort } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { NewPartner } from './new-partner.tsx'
import { StandingBadge, WebhookBadge } from './partner-badges.tsx'
import { PartnerDetail } from './partner-detail.tsx'
import { liveKeys, usePartners, webhookState } from './partners.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { Waiting } from './waiting.tsx'

export function PartnersPage() {
  const t = useTranslations()
  const query = usePartners()
  const filters = useFilters(['search'])
  const { sort, sortBy } = useSort({ column: 'name', direction: 'ascending' })
  const { opened, open, close } = useOpened()
  const [isCreating, setCreating] = useState(false)
  const mayCreate = useMay(createPartner)
  const found = query.data?.filter((partner) => matches(partner, filters.values.search)) ?? null
  const shown = query.data?.find(({ code }) => code === opened)
  return (
    <>
      <PageHead
        title={t('pages.partners')}
        text={t('partners.text')}
        actions={
          <>
            <ExportMenu table="partners" filters={{}} />
            {mayCreate && (
              <Button icon={<Plus size={18} aria-hidden />} onClick={() => setCreating(true)}>
                {t('partners.create')}
              </Button>
            )}
          </>
        }
      />
      <ListFilters isAny={filters.isAny} onClear={filters.clear}>
        <TextFilter
          label={t('common.search')}
          type="search"
          value={filters.values.search ?? ''}
          onValueChange={(search) => filters.change({ search })}
        />
      </ListFilters>
      <ListTable
        label={t('pages.partners')}
        columns={useColumns()}
        query={query}
        rows={found && sorted(found, sort, valueOf)}
        keyOf={({ code }) => code}
        hrefOf={({ code }) => `/partners/${code}`}
        onOpen={({ code }) => open(code)}
        openKey={opened}
        sort={sort}
        onSort={sortBy}
        emptyTitle={t('partners.none')}
        emptyText={t('common.no_match_text')}
      />
      {shown ? (
        <DetailDrawer title={shown.name} href={`/partners/${shown.code}`} onClose={close}>
          <PartnerDetail key={shown.code} partner={shown} />
        </DetailDrawer>
      ) : (
        <SecretDialog />
      )}
      {isCreating && (
        <DetailDrawer title={t('partners.create')} onClose={() => setCreating(false)}>
          <NewPartner onDone={() => setCreating(false)} />
        </DetailDrawer>
      )}
    </>
  )
}

function useColumns(): readonly TableColumn<Partner>[] {
  const t = useTranslations('partners')
  return [
    { id: 'name', header: t('name'), cell: ({ name }) => name, isSortable: true },
    { id: 'code', header: t('code'), cell: ({ code }) => code, isSortable: true },
    { id: 'standing', header: t('standing'), cell: (partner) => <StandingBadge partner={partner} /> },
    {
      id: 'keys',
      header: t('live_keys'),
      cell: (partner) => t('of_two', { count: liveKeys(partner).length }),
      isFigure: true,
      isSortable: true,
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
      cell: ({ webhook }) => <Waiting webhook={webhook} />,
      isFigure: true,
      isSortable: true,
    },
  ]
}

const valueOf = (partner: Partner, column: string) =>
  ({ code: partner.code, keys: liveKeys(partner).length, waiting: partner.webhook.waiting })[column] ?? partner.name

const matches = ({ name, code }: Partner, search = '') =>
  `${name} ${code}`.toLowerCase().includes(search.trim().toLowerCase())
