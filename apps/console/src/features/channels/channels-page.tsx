import { type Channel, createChannel } from '@cashbox/contract/operator'
import { Waypoints } from 'lucide-react'
import { useLocation } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { ActForm, percentField, plain, textField } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { bare, column, figure, offCard, searched, type TableColumn, valued } from '../../platform/list/columns.tsx'
import { searchSpec, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { CreateButton, ThingPage, useThings } from '../../platform/list/things.tsx'
import { call } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { cacheChannel, useChannels } from '../../platform/values/channels.ts'
import { bpOf, percentOf } from '../../platform/values/formats.ts'
import { LabelledTime } from '../../platform/values/values.tsx'
import { ChannelDetail, KindBadge, pairOf } from './channel-detail.tsx'
import { PlayerLimits } from './player-limits.tsx'

const t = textsOf('channels')

export function ChannelsPage() {
  const filters = useListFilters({ search: searchSpec() })
  return (
    <>
      <ListPage
        {...useThings('channels', useChannels(), filters, (channel) => <ChannelDetail channel={channel} />)}
        columns={columnsOf()}
        actions={<CreateButton endpoint={createChannel} label={t('create')} form={NewChannel} />}
      >
        <PendingChanges kind="channel" />
      </ListPage>
      <PlayerLimits />
    </>
  )
}

function columnsOf(): readonly TableColumn<Channel>[] {
  const fee = (name: 'deposit_fee' | 'withdraw_fee'): TableColumn<Channel> => {
    const valueOf = ({ present_fee }: Channel) => present_fee[`${name}_bp`]
    return valued(
      valueOf,
      figure(name, t(name), (channel) => `${percentOf(valueOf(channel))} %`),
    )
  }
  return [
    searched('name', t('name'), ({ name }) => name),
    offCard(searched('code', t('code'), ({ code }) => code)),
    bare(column('kind', t('kind'), ({ is_demo }) => <KindBadge state={is_demo ? 'demo' : 'real'} />)),
    offCard(searched('currency', t('currency'), ({ currency_code }) => currency_code)),
    fee('deposit_fee'),
    fee('withdraw_fee'),
    figure(
      'next',
      t('next_change'),
      ({ next_fee }) =>
        next_fee && (
          <span className="grid">
            {t('pair', pairOf(next_fee))}
            <LabelledTime className="text-ink-soft" label={t('fees.from')} seconds={next_fee.valid_from} />
          </span>
        ),
    ),
  ]
}

export const ChannelPage = () => (
  <ThingPage list="channels" query={useChannels()} icon={Waypoints}>
    {(channel) => (
      <div className="grid min-w-0 gap-8">
        <ChannelDetail channel={channel} />
        <Charts of={{ kind: 'channel', code: channel.code }} />
      </div>
    )}
  </ThingPage>
)

function NewChannel() {
  const [, navigate] = useLocation()
  return (
    <ActForm
      initial={{ name: '', code: '', currency_code: '', deposit_fee_bp: '', withdraw_fee_bp: '', reason: '' }}
      send={async ({ deposit_fee_bp, withdraw_fee_bp, currency_code, ...values }) => {
        const fees = { deposit_fee_bp: bpOf(deposit_fee_bp), withdraw_fee_bp: bpOf(withdraw_fee_bp) }
        const input = { ...values, currency_code: currency_code.trim().toUpperCase(), ...fees }
        const { channel, request } = cacheChannel(await call(createChannel, input))
        navigate(`/channels/${channel.code}`)
        notify('success', t('created_notice', { name: channel.name }))
        return { request }
      }}
      text={t('create_text')}
      submit={t('create_submit')}
    >
      {(form) => (
        <>
          {textField(form, 'name', t('name'), { maxLength: 80 })}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {textField(form, 'code', t('code'), { ...plain, help: t('code_help'), maxLength: 40 })}
            {textField(form, 'currency_code', t('currency'), { ...plain, help: t('currency_help'), maxLength: 3 })}
            {percentField(form, 'deposit_fee_bp', t('deposit_fee'))}
            {percentField(form, 'withdraw_fee_bp', t('withdraw_fee'))}
          </div>
        </>
      )}
    </ActForm>
  )
}
