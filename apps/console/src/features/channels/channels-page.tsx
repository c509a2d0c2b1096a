import { useForm } from '@cashbox/client/use-form'
import { type Channel, createChannel } from '@cashbox/contract/operator'
import { TextField } from '@cashbox/ui'
import { Waypoints } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { ActForm, ReasonField } from '../../platform/forms/act-form.tsx'
import { useChangeToast } from '../../platform/forms/approval-requests.ts'
import { ListFilters, SearchFilter } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useOpened } from '../../platform/list/url-filters.ts'
import { isFoundIn, type SortedColumn, useWholeList } from '../../platform/list/use-list.ts'
import { Loaded, oneOf } from '../../platform/page/loaded.tsx'
import { DetailPage } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/call.ts'
import { notify } from '../../platform/toasts.ts'
import { cacheChannel, useChannels } from '../../platform/values/channels.ts'
import { bpOf, percentOf } from '../../platform/values/formats.ts'
import { When } from '../../platform/values/values.tsx'
import { ChannelDetail, KindBadge } from './channel-detail.tsx'
import { feeInput } from './channel-forms.tsx'
import { pairOf } from './fees.ts'

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

export function ChannelPage() {
  const t = useTranslations()
  const { code } = useParams()
  const query = oneOf(useChannels(), (channel) => channel.code === code)
  return (
    <DetailPage title={query.data?.name ?? t('pages.channels')}>
      <Loaded query={query} none={{ icon: Waypoints, title: t('channels.none') }}>
        {(channel) => (
          <div className="grid min-w-0 gap-8">
            <ChannelDetail channel={channel} />
            <Charts of={{ kind: 'channel', code: channel.code }} />
          </div>
        )}
      </Loaded>
    </DetailPage>
  )
}

function NewChannel({ onDone }: { onDone: () => void }) {
  const t = useTranslations('channels')
  const notifyChanged = useChangeToast()
  const form = useForm({
    initial: { name: '', code: '', currency_code: '', deposit_fee_bp: '', withdraw_fee_bp: '', reason: '' },
    send: async ({ deposit_fee_bp, withdraw_fee_bp, currency_code, ...values }) => {
      const { channel, request } = await call(createChannel, {
        ...values,
        currency_code: currency_code.trim().toUpperCase(),
        deposit_fee_bp: bpOf(deposit_fee_bp),
        withdraw_fee_bp: bpOf(withdraw_fee_bp),
      })
      cacheChannel(channel)
      notify('success', t('created_notice', { name: channel.name }))
      if (request) notifyChanged(request, '')
      onDone()
    },
  })
  const plain = { form, autoCapitalize: 'none', spellCheck: false } as const
  return (
    <ActForm form={form} text={t('create_text')} submit={t('create_submit')} onCancel={onDone}>
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...plain} name="code" label={t('code')} help={t('code_help')} maxLength={40} />
        <TextField {...plain} name="currency_code" label={t('currency')} help={t('currency_help')} maxLength={3} />
        <TextField {...feeInput} form={form} name="deposit_fee_bp" label={t('deposit_fee')} />
        <TextField {...feeInput} form={form} name="withdraw_fee_bp" label={t('withdraw_fee')} />
      </div>
      <ReasonField form={form} />
    </ActForm>
  )
}
