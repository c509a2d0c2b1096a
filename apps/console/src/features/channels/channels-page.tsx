import * as api from '@cashbox/contract/operator'
import { type Channel, createChannel } from '@cashbox/contract/operator'
import { Callout, cn, Skeleton } from '@cashbox/ui'
import { CalendarClock, Check, FlaskConical, History, Pencil, Percent, Store, Waypoints } from 'lucide-react'
import { useLocation } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { Acts, actsWith, useActColumn } from '../../platform/forms/acts.tsx'
import { ActForm, percentField, plain, textField } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { StartFields, type StartValues, startNow, startOf } from '../../platform/forms/start-fields.tsx'
import { usePreview } from '../../platform/forms/use-preview.ts'
import { currentLocale, textsOf } from '../../platform/language/language.ts'
import { bare, column, figure, offCard, searched, type TableColumn, valued } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { searchSpec, useListFilters } from '../../platform/list/list-filters.tsx'
import { CreateButton, ListPage, ThingPage, useThings } from '../../platform/list/list-page.tsx'
import { call } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { cacheChannel, useChannels } from '../../platform/values/channels.ts'
import { bpOf, formatDateTime, percentOf, ZONE } from '../../platform/values/formats.ts'
import { Facts, LabelledTime, RelatedLinks, Section, stateBadge } from '../../platform/values/values.tsx'
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
    offCard.searched('code', t('code'), ({ code }) => code),
    valued(
      ({ is_demo }) => Number(is_demo),
      bare.column('kind', t('kind'), ({ is_demo }) => <KindBadge state={is_demo ? 'demo' : 'real'} />),
    ),
    offCard.searched('currency', t('currency'), ({ currency_code }) => currency_code),
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

interface ChannelProps {
  readonly channel: api.Channel
}

type FeeValues = StartValues & Readonly<Record<'deposit_fee_bp' | 'withdraw_fee_bp', string>>

const FeeBadge = stateBadge({
  past: ['channels.fees.states.past', 'neutral', History],
  present: ['channels.fees.states.present', 'approved', Check],
  future: ['channels.fees.states.future', 'pending', CalendarClock],
})

export const KindBadge = stateBadge({
  demo: ['channels.demo', 'demo', FlaskConical],
  real: ['channels.real', 'neutral', Store],
})

export function ChannelDetail({ channel }: ChannelProps) {
  const { refetch } = useChannels()
  const { code, name, currency_code } = channel
  const act = actsWith({ name, code })
  return (
    <div className="grid gap-6">
      <PendingChanges kind="channel" id={code} />
      <Facts
        facts={{
          [t('code')]: code,
          [t('currency')]: currencyText(currency_code),
          [t('kind')]: <KindBadge state={channel.is_demo ? 'demo' : 'real'} />,
        }}
      />
      <Acts
        isMain
        label={t('acts.label')}
        reload={refetch}
        acts={[
          act('channels.acts.set_fees', api.setChannelFees, Percent, <FeeForm channel={channel} />, {
            variant: 'primary',
          }),
          act('channels.acts.rename', api.renameChannel, Pencil, <RenameForm channel={channel} />),
        ]}
      />
      <Section title={t('fees.title')}>
        <FeeTable channel={channel} />
      </Section>
      <RelatedLinks
        links={[{ href: `/agents?channel=${code}`, label: t('agents') }]}
        audit={{ kind: 'channel', id: code, label: t('audit') }}
      />
    </div>
  )
}

const currencyText = (code: string) =>
  `${code} · ${new Intl.DisplayNames(currentLocale(), { type: 'currency' }).of(code) ?? code}`

/** Future, present and past fees, the latest first. Only fees that have not begun can be cancelled. */
function FeeTable({ channel: { code, version, name, fees } }: ChannelProps) {
  const act = actsWith()
  const cancelOf = (fee: api.ChannelFee) => {
    const valid_from = fee.valid_from ?? 0
    return act('channels.acts.cancel_fees', api.cancelChannelFees, null, {
      send: async ({ reason }) =>
        cacheChannel(await call(api.cancelChannelFees, { code, version, valid_from, reason })),
      text: t('acts.cancel_fees.text', { ...pairOf(fee), moment: formatDateTime(valid_from), zone: ZONE, name }),
      variant: 'danger',
    })
  }
  const columns: readonly TableColumn<api.ChannelFee>[] = [
    column('state', t('fees.state'), ({ state }) => <FeeBadge state={state} />),
    column('counts', t('fees.counts'), (fee) => <Span fee={fee} />),
    figure('deposit', t('fees.deposits'), ({ deposit_fee_bp }) => `${percentOf(deposit_fee_bp)} %`),
    figure('withdraw', t('fees.withdrawals'), ({ withdraw_fee_bp }) => `${percentOf(withdraw_fee_bp)} %`),
    ...useActColumn<api.ChannelFee>(
      'drop',
      t('fees.action'),
      api.cancelChannelFees,
      (fee) => [fee.state === 'future' && cancelOf(fee)],
      useChannels().refetch,
    ),
  ]
  return (
    <DataTable label={t('fees.table')} columns={columns} rows={fees} keyOf={({ valid_from }) => String(valid_from)} />
  )
}

const Span = ({ fee: { valid_from, valid_until } }: { fee: api.ChannelFee }) => (
  <span className="grid">
    {valid_from === null ? (
      t('fees.beginning')
    ) : (
      <LabelledTime className="" label={t('fees.from')} seconds={valid_from} />
    )}
    {valid_until !== null && <LabelledTime className="text-ink-soft" label={t('fees.until')} seconds={valid_until} />}
  </span>
)

function FeeForm({ channel }: ChannelProps) {
  const { code, version, name, present_fee } = channel
  return (
    <ActForm
      initial={{
        deposit_fee_bp: percentOf(present_fee.deposit_fee_bp),
        withdraw_fee_bp: percentOf(present_fee.withdraw_fee_bp),
        ...startNow(),
        reason: '',
      }}
      send={async (values) => {
        const input = { code, version, ...newFees(values), reason: values.reason }
        return { ...cacheChannel(await call(api.setChannelFees, input)), isLater: values.start === 'later' }
      }}
      done={({ isLater }) => t(isLater ? 'acts.set_fees.done_later' : 'acts.set_fees.done_now', { name })}
      renderFooter={({ values }) => <FeePreview channel={channel} values={values} />}
    >
      {(form) => (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {percentField(form, 'deposit_fee_bp', t('deposit_fee'))}
            {percentField(form, 'withdraw_fee_bp', t('withdraw_fee'))}
          </div>
          <StartFields form={form} />
        </>
      )}
    </ActForm>
  )
}

const newFees = ({ deposit_fee_bp, withdraw_fee_bp, ...start }: FeeValues) => ({
  deposit_fee_bp: bpOf(deposit_fee_bp),
  withdraw_fee_bp: bpOf(withdraw_fee_bp),
  ...startOf(start),
})

/** Shown once the fields are valid. */
function FeePreview({ channel: { code, version }, values }: ChannelProps & { values: FeeValues }) {
  const fees = newFees(values)
  const isTyped = !Object.values(fees).some(Number.isNaN)
  const { answer, query, isIdle, isCurrent } = usePreview(
    api.previewChannelFees,
    isTyped ? { code, version, ...fees } : null,
  )
  if (isIdle || answer?.refusal || query.error) return null
  if (!answer) {
    return (
      <div aria-busy>
        <Skeleton className="h-16" />
      </div>
    )
  }
  const { fee, replaced } = answer.output
  const moment = 'valid_from' in answer.input && fee.valid_from !== null ? formatDateTime(fee.valid_from) : null
  const until = fee.valid_until === null ? null : formatDateTime(fee.valid_until)
  return (
    <div aria-busy={!isCurrent} className={cn(!isCurrent && 'animate-pulse')}>
      <Callout
        tone="info"
        icon={<CalendarClock aria-hidden />}
        title={
          moment === null
            ? t('acts.set_fees.sum_now', pairOf(fee))
            : t('acts.set_fees.sum_later', { ...pairOf(fee), moment, zone: ZONE })
        }
      >
        {(replaced || until !== null) && (
          <>
            {replaced && t('acts.set_fees.sum_replaces')} {until !== null && t('acts.set_fees.sum_until', { until })}
          </>
        )}
      </Callout>
    </div>
  )
}

const RenameForm = ({ channel: { code, version, name } }: ChannelProps) => (
  <ActForm
    initial={{ name, reason: '' }}
    send={async (values) => cacheChannel(await call(api.renameChannel, { code, version, ...values }))}
    done={({ channel }) => t('acts.rename.done', { name: channel.name })}
    isReady={({ values }) => values.name.trim() !== name}
  >
    {(form) => textField(form, 'name', t('name'), { maxLength: 80 })}
  </ActForm>
)

export const pairOf = (fee: Pick<api.ChannelFee, 'deposit_fee_bp' | 'withdraw_fee_bp'>) => ({
  deposit: percentOf(fee.deposit_fee_bp),
  withdraw: percentOf(fee.withdraw_fee_bp),
})
