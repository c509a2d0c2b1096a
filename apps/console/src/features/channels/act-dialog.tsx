import type { Channel, ChannelFee } from '@cashbox/contract/operator'
import { Sheet } from '@cashbox/ui/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useChannels } from '../../platform/channels.ts'
import { DropForm } from './drop-form.tsx'
import { FeeForm } from './fee-form.tsx'
import { RenameForm } from './rename-form.tsx'

export type ChannelAct =
  | { readonly kind: 'rename' | 'set_fees' }
  | { readonly kind: 'drop_fees'; readonly fee: ChannelFee }

/** What every form has that changes a channel. */
export interface ActProps {
  readonly channel: Channel
  readonly onDone: () => void
  /** Shows the channel as it is now, after somebody else has changed it. */
  readonly onReload: () => void
}

interface ActDialogProps {
  readonly act: ChannelAct
  readonly channel: Channel
  readonly onClose: () => void
}

export function ActDialog({ act, channel, onClose }: ActDialogProps) {
  const t = useTranslations()
  const { refetch } = useChannels()
  // Of the moment the dialog was opened: what is changed is what was seen.
  const [seen] = useState(channel)
  const form: ActProps = { channel: seen, onDone: onClose, onReload: () => void refetch().then(onClose) }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t(`channels.acts.${act.kind}.title`, { name: seen.name })}
      closeLabel={t('common.close')}
    >
      {act.kind === 'drop_fees' ? (
        <DropForm {...form} fee={act.fee} />
      ) : act.kind === 'set_fees' ? (
        <FeeForm {...form} />
      ) : (
        <RenameForm {...form} />
      )}
    </Sheet>
  )
}
