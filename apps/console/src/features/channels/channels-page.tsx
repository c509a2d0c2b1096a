import { type Channel, createChannel } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { TextFilter } from '@cashbox/ui/dense/filter-bar'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useChannels } from '../../platform/channels.ts'
import { DetailDrawer } from '../../platform/detail-drawer.tsx'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { ListFilters } from '../../platform/list-filters.tsx'
import { ListTable } from '../../platform/list-table.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { percentOf } from '../../platform/percent.ts'
import { useMay } from '../../platform/roles.ts'
import { sorted, useFilters, useOpened, useSort } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { KindBadge } from './channel-badges.tsx'
import { ChannelDetail } from './channel-detail.tsx'
import { nextFee, pairOf, presentFee } from './fees.ts'
import { NewChannel } from './new-channel.tsx'

export function ChannelsPage() {
  const t = useTranslations()
  const query = useChannels()
  const filters = useFilters(['search'])
  const { sort, sortBy } = useSort({ column: 'name', direction: 'ascending' })
  const { opened, open, close } = useOpened()
  const [isCreating, setCreating] = useState(false)
  const mayCreate = useMay(createChannel)
  const found = query.data?.filter((channel) => matches(channel, filters.values.search)) ?? null
  const shown = query.data?.find(({ code }) => code === opened)
  return (
    <>
      <PageHead
        title={t('pages.channels')}
        text={t('channels.text')}
        actions={
          <>
            <ExportMenu table="channels" filters={{}} />
            {mayCreate && (
              <Button icon={<Plus size={18} aria-hidden />} onClick={() => setCreating(true)}>
                {t('channels.create')}
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
        label={t('pages.channels')}
        columns={useColumns()}
        query={query}
        rows={found && sorted(found, sort, valueOf)}
        keyOf={({ code }) => code}
        hrefOf={({ code }) => `/channels/${code}`}
        onOpen={({ code }) => open(code)}
        openKey={opened}
        sort={sort}
        onSort={sortBy}
        emptyTitle={t('channels.none')}
        emptyText={t('common.no_match_text')}
      />
      {shown && (
        <DetailDrawer title={shown.name} href={`/channels/${shown.code}`} onClose={close}>
          <ChannelDetail key={shown.code} channel={shown} />
        </DetailDrawer>
      )}
      {isCreating && (
        <DetailDrawer title={t('channels.create')} onClose={() => setCreating(false)}>
          <NewChannel onDone={() => setCreating(false)} />
        </DetailDrawer>
      )}
    </>
  )
}

function useColumns(): readonly TableColumn<Channel>[] {
  const t = useTranslations('channels')
  return [
    { id: 'name', header: t('name'), cell: ({ name }) => name, isSortable: true },
    { id: 'code', header: t('code'), cell: ({ code }) => code, isSortable: true },
    { id: 'kind', header: t('kind'), cell: (channel) => <KindBadge channel={channel} /> },
    { id: 'currency', header: t('currency'), cell: ({ currency_code }) => currency_code, isSortable: true },
    {
      id: 'deposit_fee',
      header: t('deposit_fee'),
      cell: (channel) => percentText(presentFee(channel)?.deposit_fee_bp),
      isFigure: true,
      isSortable: true,
    },
    {
      id: 'withdraw_fee',
      header: t('withdraw_fee'),
      cell: (channel) => percentText(presentFee(channel)?.withdraw_fee_bp),
      isFigure: true,
      isSortable: true,
    },
    { id: 'next', header: t('next_change'), cell: (channel) => <NextChange channel={channel} />, isFigure: true },
  ]
}

const percentText = (bp: number | undefined) => bp !== undefined && `${percentOf(bp)} %`

function NextChange({ channel }: { channel: Channel }) {
  const t = useTranslations('channels')
  const next = nextFee(channel)
  if (!next) return null
  return (
    <span className="grid">
      {t('pair', pairOf(next))}
      <span className="text-ink-soft">
        {t('fees.from')} <When seconds={next.valid_from} />
      </span>
    </span>
  )
}

const valueOf = (channel: Channel, column: string) =>
  ({
    code: channel.code,
    currency: channel.currency_code,
    deposit_fee: presentFee(channel)?.deposit_fee_bp ?? 0,
    withdraw_fee: presentFee(channel)?.withdraw_fee_bp ?? 0,
  })[column] ?? channel.name

const matches = ({ name, code, currency_code }: Channel, search = '') =>
  `${name} ${code} ${currency_code}`.toLowerCase().includes(search.trim().toLowerCase())
