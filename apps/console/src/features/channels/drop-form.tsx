import { type ChannelFee, dropChannelFees } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { keepChannel } from '../../platform/channels.ts'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { browserZone, formatDateTime } from '../../platform/formats.ts'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
import type { ActProps } from './act-dialog.tsx'
import { pairOf } from './fees.ts'

/** Takes a change back that has not begun. */
export function DropForm({ fee, channel, onDone, onReload }: ActProps & { fee: ChannelFee }) {
  const t = useTranslations('channels')
  const { code, version, name } = channel
  const moment = fee.valid_from ?? 0
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      const dropped = await call(dropChannelFees, { code, version, valid_from: moment, reason })
      keepChannel(dropped.channel)
      notify('success', t('acts.drop_fees.done'))
      onDone()
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <p>{t('acts.drop_fees.text', { ...pairOf(fee), moment: formatDateTime(moment), zone: browserZone(), name })}</p>
      <TextAreaField form={form} name="reason" label={t('reason')} help={t('reason_help')} maxLength={500} />
      <Submit form={form} label={t('acts.drop_fees.submit')} variant="danger" onCancel={onDone} onReload={onReload} />
    </form>
  )
}
