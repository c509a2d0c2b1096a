import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { iconButtonClass } from '../button.tsx'
import { cn } from '../cn.ts'
import { DialogBody } from '../dialog-body.tsx'

export type DrawerProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly side?: 'start' | 'end' | undefined
  /** Beside the title: a way to the page that shows the same. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

const sides = {
  start: 'start-0 max-w-72 border-e data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  end: 'end-0 max-w-2xl border-s data-ending-style:translate-x-full data-starting-style:translate-x-full',
}

/** A panel over one side of the page, as high as the page. */
export const Drawer = ({ isOpen, onClose, title, side = 'end', action, children }: DrawerProps) => {
  const t = useTranslations('common')
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim/40 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          className={cn(
            'fixed inset-y-0 z-50 flex w-full flex-col border-line bg-card text-ink outline-none transition-[translate] duration-200 ease-out',
            sides[side],
          )}
        >
          <div className="flex items-center gap-2 border-b border-line ps-5 pe-3 py-2">
            <Dialog.Title className="min-w-0 flex-1 py-1.5 text-lg font-semibold wrap-anywhere">{title}</Dialog.Title>
            {action}
            <Dialog.Close className={iconButtonClass()} aria-label={t('close')}>
              <X size={20} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <DialogBody className="pt-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">{children}</DialogBody>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
