import type { Channel, ChannelFee } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { ActDialog } from '../../platform/act-dialog.tsx'
import { useChannels } from '../../platform/channels.ts'
import { CancelFeesForm } from './cancel-fees-form.tsx'
import { FeeForm } from './fee-form.tsx'
import { RenameForm } from './rename-form.tsx'

export type ChannelAct =
  | { readonly kind: 'rename' | 'set_fees' }
  | { readonly kind: 'cancel_fees'; readonly fee: ChannelFee }

interface ChannelDialogProps {
  readonly act: ChannelAct
  readonly channel: Channel
  readonly onClose: () => void
}

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
