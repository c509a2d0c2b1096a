import { type Channel, type ChannelFee, cancelChannelFees } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import type { ActProps } from '../../platform/act-dialog.tsx'
import { ReasonForm } from '../../platform/act-form.tsx'
import { call } from '../../platform/call.ts'
import { keepChannel } from '../../platform/channels.ts'
import { browserZone, formatDateTime } from '../../platform/formats.ts'
import { pairOf } from './fees.ts'

interface CancelFeesFormProps extends ActProps {
  readonly channel: Channel
  readonly fee: ChannelFee
}

/** Cancels planned fees that have not begun. */
export function CancelFeesForm({ channel: { code, version, name }, fee, ...act }: CancelFeesFormProps) {
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
        keepChannel(channel)
      }}
    />
  )
}
