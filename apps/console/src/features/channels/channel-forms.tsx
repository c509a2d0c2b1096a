import { useForm } from '@cashbox/client/use-form'
import {
  type Channel,
  type ChannelFee,
  cancelChannelFees,
  previewChannelFees,
  renameChannel,
  setChannelFees,
} from '@cashbox/contract/operator'
import { Callout, cn, TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { CalendarClock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ActDialog, ActForm, type ActProps, ReasonField, ReasonForm } from '../../platform/forms/act-form.tsx'
import { useChangeToast } from '../../platform/forms/approval-requests.ts'
import { usePreview } from '../../platform/forms/use-preview.ts'
import { call } from '../../platform/session/call.ts'
import { notify } from '../../platform/toasts.ts'
import { cacheChannel, useChannels } from '../../platform/values/channels.ts'
import { bpOf, browserZone, formatDateTime, percentOf } from '../../platform/values/formats.ts'
import { momentOf, nextMidnight, pairOf } from './fees.ts'

export type ChannelAct =
  | { readonly kind: 'rename' | 'set_fees' }
  | { readonly kind: 'cancel_fees'; readonly fee: ChannelFee }

interface ChannelDialogProps {
  readonly act: ChannelAct
  readonly channel: Channel
  readonly onClose: () => void
}

type FeeValues = ReturnType<typeof useFeeForm>['values']

interface CancelFeesFormProps extends ActProps {
  readonly channel: Channel
  readonly fee: ChannelFee
}

const starts = ['now', 'later'] as const

export const feeInput = { suffix: '%', inputMode: 'decimal' } as const

export function ChannelDialog({ act, channel, onClose }: ChannelDialogProps) {
  const t = useTranslations('channels.acts')
  const { refetch } = useChannels()
  return (
    <ActDialog
      thing={channel}
      title={({ name }) => t(`${act.kind}.title`, { name })}
      reload={refetch}
      onClose={onClose}
    >
      {(seen, props) =>
        act.kind === 'cancel_fees' ? (
          <CancelFeesForm {...props} channel={seen} fee={act.fee} />
        ) : act.kind === 'set_fees' ? (
          <FeeForm {...props} channel={seen} />
        ) : (
          <RenameForm {...props} channel={seen} />
        )
      }
    </ActDialog>
  )
}

function FeeForm({ channel, onDone, onReload }: ActProps & { channel: Channel }) {
  const t = useTranslations('channels')
  const form = useFeeForm(channel, onDone)
  const isLater = form.values.start === 'later'
  return (
    <ActForm
      form={form}
      text={t('acts.set_fees.text')}
      submit={t('acts.set_fees.submit')}
      onCancel={onDone}
      onReload={onReload}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...feeInput} form={form} name="deposit_fee_bp" label={t('deposit_fee')} />
        <TextField {...feeInput} form={form} name="withdraw_fee_bp" label={t('withdraw_fee')} />
      </div>
      <SelectField
        form={form}
        name="start"
        label={t('acts.set_fees.start')}
        options={starts.map((value) => ({ value, label: t(`acts.set_fees.${value}`) }))}
      />
      {isLater && (
        <TextField
          form={form}
          name="valid_from"
          type="datetime-local"
          label={t('acts.set_fees.moment', { zone: browserZone() })}
        />
      )}
      <ReasonField form={form} />
      <FeePreview channel={channel} values={form.values} />
    </ActForm>
  )
}

function useFeeForm({ code, version, name, present_fee }: Channel, onDone: () => void) {
  const t = useTranslations('channels.acts.set_fees')
  const notifyChanged = useChangeToast()
  return useForm({
    initial: {
      deposit_fee_bp: percentOf(present_fee.deposit_fee_bp),
      withdraw_fee_bp: percentOf(present_fee.withdraw_fee_bp),
      start: 'now',
      valid_from: nextMidnight(),
      reason: '',
    },
    send: async (values) => {
      const { reason, start } = values
      const changed = await call(setChannelFees, { code, version, ...newFees(values), reason })
      cacheChannel(changed.channel)
      notifyChanged(changed.request, t(start === 'later' ? 'done_later' : 'done_now', { name }))
      onDone()
    },
  })
}

const newFees = ({ deposit_fee_bp, withdraw_fee_bp, start, valid_from }: FeeValues) => ({
  deposit_fee_bp: bpOf(deposit_fee_bp),
  withdraw_fee_bp: bpOf(withdraw_fee_bp),
  ...(start === 'later' ? { valid_from: momentOf(valid_from) } : {}),
})

/** Shown once the fields are valid. */
function FeePreview({ channel: { code, version }, values }: { channel: Channel; values: FeeValues }) {
  const t = useTranslations('channels.acts.set_fees')
  const fees = newFees(values)
  const isTyped = !Object.values(fees).some(Number.isNaN)
  const { answer, isCurrent } = usePreview(previewChannelFees, isTyped ? { code, version, ...fees } : null)
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
          moment === null ? t('sum_now', pairOf(fee)) : t('sum_later', { ...pairOf(fee), moment, zone: browserZone() })
        }
      >
        {(replaced || until !== null) && (
          <>
            {replaced && t('sum_replaces')} {until !== null && t('sum_until', { until })}
          </>
        )}
      </Callout>
    </div>
  )
}

function RenameForm({ channel: { code, version, name }, onDone, onReload }: ActProps & { channel: Channel }) {
  const t = useTranslations('channels')
  const form = useForm({
    initial: { name, reason: '' },
    send: async (values) => {
      const { channel } = await call(renameChannel, { code, version, ...values })
      cacheChannel(channel)
      notify('success', t('acts.rename.done', { name: channel.name }))
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('acts.rename.text', { code })}
      submit={t('acts.rename.button')}
      isDisabled={form.values.name.trim() === name}
      onCancel={onDone}
      onReload={onReload}
    >
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <ReasonField form={form} />
    </ActForm>
  )
}

/** Only fees that have not begun can be cancelled. */
function CancelFeesForm({ channel: { code, version, name }, fee, ...act }: CancelFeesFormProps) {
  const t = useTranslations('channels.acts.cancel_fees')
  const moment = fee.valid_from ?? 0
  return (
    <ReasonForm
      {...act}
      text={t('text', { ...pairOf(fee), moment: formatDateTime(moment), zone: browserZone(), name })}
      submit={t('submit')}
      variant="danger"
      done={t('done')}
      send={async (reason) => {
        const { channel } = await call(cancelChannelFees, { code, version, valid_from: moment, reason })
        cacheChannel(channel)
      }}
    />
  )
}
