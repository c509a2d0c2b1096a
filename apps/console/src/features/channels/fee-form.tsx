import { useForm } from '@cashbox/client/use-form'
import { type Channel, setChannelFees } from '@cashbox/contract/operator'
import { Notice, TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { CalendarClock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ActForm, ReasonField } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { keepChannel } from '../../platform/channels.ts'
import { browserZone, formatDateTime } from '../../platform/formats.ts'
import { notify } from '../../platform/notices.ts'
import { bpOf, percentOf } from '../../platform/percent.ts'
import { feeInput } from './fee-input.ts'
import { momentOf, nextMidnight, pairOf, placeOf, presentFee } from './fees.ts'

const starts = ['now', 'later'] as const

/** Fees from now or from a moment on, with what that means in one sentence before they are sent. */
export function FeeForm({ channel, onDone, onReload }: ActProps & { channel: Channel }) {
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
      <Meaning channel={channel} values={form.values} />
    </ActForm>
  )
}

function useFeeForm(channel: Channel, onDone: () => void) {
  const t = useTranslations('channels.acts.set_fees')
  const { code, version, name } = channel
  const present = presentFee(channel)
  return useForm({
    initial: {
      deposit_fee_bp: present ? percentOf(present.deposit_fee_bp) : '',
      withdraw_fee_bp: present ? percentOf(present.withdraw_fee_bp) : '',
      start: 'now',
      valid_from: nextMidnight(),
      reason: '',
    },
    send: async ({ deposit_fee_bp, withdraw_fee_bp, start, valid_from, reason }) => {
      const fees = { deposit_fee_bp: bpOf(deposit_fee_bp), withdraw_fee_bp: bpOf(withdraw_fee_bp) }
      const from = start === 'later' ? { valid_from: momentOf(valid_from) } : {}
      const changed = await call(setChannelFees, { code, version, ...fees, ...from, reason })
      keepChannel(changed.channel)
      notify('success', t(start === 'later' ? 'done_later' : 'done_now', { name }))
      onDone()
    },
  })
}

interface MeaningProps {
  readonly channel: Channel
  readonly values: ReturnType<typeof useFeeForm>['values']
}

/** What will happen, once what was typed makes sense. */
function Meaning({ channel, values }: MeaningProps) {
  const t = useTranslations('channels.acts.set_fees')
  const fee = { deposit_fee_bp: bpOf(values.deposit_fee_bp), withdraw_fee_bp: bpOf(values.withdraw_fee_bp) }
  const from = values.start === 'later' ? momentOf(values.valid_from) : null
  if ([fee.deposit_fee_bp, fee.withdraw_fee_bp, from].some(Number.isNaN)) return null
  const { isTaken, until } = placeOf(channel, from)
  const title =
    from === null
      ? t('sum_now', pairOf(fee))
      : t('sum_later', { ...pairOf(fee), moment: formatDateTime(from), zone: browserZone() })
  return (
    <Notice tone="info" icon={<CalendarClock aria-hidden />} title={title}>
      {(isTaken || until !== null) && (
        <>
          {isTaken && t('sum_replaces')} {until !== null && t('sum_until', { until: formatDateTime(until) })}
        </>
      )}
    </Notice>
  )
}
