import { Sheet, type SheetProps } from '@cashbox/ui/dialog'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

/** What every form has that changes a thing. */
export interface ActProps {
  readonly onDone: () => void
  /** Shows the thing as it is now, after another operator has changed it. */
  readonly onReload: () => void
}

interface ActDialogProps<Thing> extends Pick<SheetProps, 'size' | 'onClose'> {
  readonly thing: Thing
  readonly title: (seen: Thing) => string
  /** Fetches the thing again. */
  readonly reload: () => Promise<unknown>
  readonly children: (seen: Thing, act: ActProps) => ReactNode
}

/** Changes a thing as it was when the dialog was opened: nothing changes under the operator's hand. */
export function ActDialog<Thing>({ thing, title, size, reload, onClose, children }: ActDialogProps<Thing>) {
  const t = useTranslations('common')
  const [seen] = useState(thing)
  return (
    <Sheet isOpen onClose={onClose} size={size} title={title(seen)} closeLabel={t('close')}>
      {children(seen, { onDone: onClose, onReload: () => void reload().then(onClose) })}
    </Sheet>
  )
}
