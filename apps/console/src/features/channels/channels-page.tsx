import { type Channel, createChannel } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { useChannels } from '../../platform/channels.ts'
import { ListFilters, SearchFilter } from '../../platform/list-filters.tsx'
import { ListPage } from '../../platform/list-page.tsx'
import { percentOf } from '../../platform/percent.ts'
import { useOpened } from '../../platform/url-filters.ts'
import { When } from '../../platform/values.tsx'
import { isFoundIn, type SortedColumn, useWholeList } from '../../platform/whole-list.ts'
import { KindBadge } from './channel-badges.tsx'
import { ChannelDetail } from './channel-detail.tsx'
import { pairOf } from './fees.ts'
import { NewChannel } from './new-channel.tsx'

export function ChannelsPage() {
  const t = useTranslations()
  const { opened } = useOpened()
  const query = useChannels()
  const { filters, table } = useWholeList({
    all: query.data,
    columns: useColumns(),
    filterNames: ['search'],
    isWanted: ({ name, code, currency_code }, { search }) => isFoundIn(search, name, code, currency_code),
  })
  const channel = query.data?.find(({ code }) => code === opened)
  return (
    <ListPage
      {...table}
      list="channels"
      title={t('pages.channels')}
      text={t('channels.text')}
      exported={{ table: 'channels', filters: {} }}
      create={{
        endpoint: createChannel,
        label: t('channels.create'),
        form: NewChannel,
      }}
      path="/channels"
      query={query}
      keyOf={({ code }) => code}
      emptyTitle={t('channels.none')}
      emptyText={t('common.no_match_text')}
      drawer={channel && { title: channel.name, content: <ChannelDetail channel={channel} /> }}
    >
      <ListFilters filters={filters}>
        <SearchFilter filters={filters} />
      </ListFilters>
    </ListPage>
  )
}

function useColumns(): readonly SortedColumn<Channel>[] {
  const t = useTranslations('channels')
  const fee = (name: 'deposit_fee' | 'withdraw_fee'): SortedColumn<Channel> => {
    const bpOf = ({ present_fee }: Channel) => present_fee[`${name}_bp`]
    return {
      id: name,
      header: t(name),
      cell: (channel) => `${percentOf(bpOf(channel))} %`,
      isFigure: true,
      sortValue: bpOf,
    }
  }
  return [
    { id: 'name', header: t('name'), cell: ({ name }) => name, sortValue: ({ name }) => name },
    { id: 'code', header: t('code'), cell: ({ code }) => code, sortValue: ({ code }) => code },
    { id: 'kind', header: t('kind'), cell: (channel) => <KindBadge channel={channel} /> },
    {
      id: 'currency',
      header: t('currency'),
      cell: ({ currency_code }) => currency_code,
      sortValue: ({ currency_code }) => currency_code,
    },
    fee('deposit_fee'),
    fee('withdraw_fee'),
    { id: 'next', header: t('next_change'), cell: (channel) => <NextChange channel={channel} />, isFigure: true },
  ]
}

function NextChange({ channel: { next_fee: next } }: { channel: Channel }) {
  const t = useTranslations('channels')
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
