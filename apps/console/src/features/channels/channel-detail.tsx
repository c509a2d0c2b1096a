import * as api from '@cashbox/contract/operator'
import { Callout, cn } from '@cashbox/ui'
import { CalendarClock, Check, FlaskConical, History, Pencil, Percent, Store } from 'lucide-react'
import { Acts, actsWith, useActColumn } from '../../platform/forms/acts.tsx'
import { ActForm, percentField, textField } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { StartFields, type StartValues, startNow, startOf } from '../../platform/forms/start-fields.tsx'
import { usePreview } from '../../platform/forms/use-preview.ts'
import { currentLocale, textsOf } from '../../platform/language/language.ts'
import { column, figure, type TableColumn } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { call } from '../../platform/session/session.ts'
import { cacheChannel, useChannels } from '../../platform/values/channels.ts'
import { bpOf, formatDateTime, percentOf, ZONE } from '../../platform/values/formats.ts'
import { Facts, LabelledTime, RelatedLinks, Section, stateBadge } from '../../platform/values/values.tsx'

const t = textsOf('channels')

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
  const { answer, isCurrent } = usePreview(api.previewChannelFees, isTyped ? { code, version, ...fees } : null)
  if (!isTyped || !answer?.output) return null
  const { fee, replaced } = answer.output
  const moment = 'valid_from' in answer.input && fee.valid_from !== null ? formatDateTime(fee.valid_from) : null
  const until = fee.valid_until === null ? null : formatDateTime(fee.valid_until)
  return (
    <div aria-busy={!isCurrent} className={cn('transition-opacity', !isCurrent && 'opacity-60')}>
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
