import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useBackCloses } from './back-closes.ts'
import { iconButtonClass } from './button.tsx'
import { cn } from './cn.ts'
import { DialogBody } from './dialog-body.tsx'

export { DialogFooter } from './dialog-body.tsx'

export type SheetProps = {
  readonly id?: string | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** False while something must not be left by a stray tap: only the parts inside can close it. */
  readonly isDismissable?: boolean | undefined
  readonly size?: 'md' | 'lg' | undefined
  /** What gets the focus; on a touch screen the sheet itself does, so that the keyboard does not jump up. */
  readonly focusFirst?: RefObject<HTMLElement | null> | undefined
  readonly hasPadding?: boolean | undefined
  /** Keeps one height while what is inside grows and shrinks, so that nothing moves under a thumb. */
  readonly isTall?: boolean | undefined
  readonly children: ReactNode
}

const isTouchScreen = () => window.matchMedia('(pointer: coarse)').matches

/** Pixels at the bottom that an on-screen keyboard covers where the page does not shrink for it. */
const useKeyboardInset = (isOpen: boolean) => {
  const [inset, setInset] = useState(0)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!isOpen || !viewport) return undefined
    const measure = () => setInset(Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop)))
    measure()
    const end = new AbortController()
    for (const event of ['resize', 'scroll']) viewport.addEventListener(event, measure, { signal: end.signal })
    return () => end.abort()
  }, [isOpen])
  return inset
}

export const Sheet = (props: SheetProps) => {
  const { id, isOpen, onClose, title, isDismissable = true, size = 'md', focusFirst, children } = props
  const t = useTranslations('common')
  const keyboardInset = useKeyboardInset(isOpen)
  useBackCloses(isOpen, isDismissable, onClose)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && isDismissable) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim/50 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport
          className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6"
          style={{ paddingBottom: keyboardInset || undefined, '--keyboard': `${keyboardInset}px` } as CSSProperties}
        >
          <Dialog.Popup
            id={id}
            ref={popup}
            initialFocus={() => (isTouchScreen() ? null : focusFirst?.current) ?? popup.current}
            className={cn(
              'flex max-h-[calc(100dvh-max(4.5rem,var(--toasts-reach,0px)+0.5rem)-var(--keyboard))] w-full flex-col rounded-t-3xl bg-card text-ink outline-none',
              'transition-[translate,opacity,scale] duration-200 ease-out data-ending-style:translate-y-full data-starting-style:translate-y-full',
              'sm:max-h-[min(46rem,calc(100dvh-2*max(1.5rem,var(--toasts-reach,0px)+0.5rem)))] sm:rounded-3xl sm:border sm:border-line sm:data-ending-style:translate-y-2 sm:data-ending-style:opacity-0 sm:data-starting-style:translate-y-2 sm:data-starting-style:opacity-0',
              props.isTall && 'h-[44rem]',
              size === 'lg' ? 'sm:max-w-2xl' : 'sm:max-w-md',
            )}
          >
            <div className="flex items-center gap-3 ps-5 pe-3 pt-3 pb-1">
              <Dialog.Title className="min-w-0 flex-1 py-2 text-lg font-semibold">{title}</Dialog.Title>
              {isDismissable ? (
                <Dialog.Close className={iconButtonClass()} aria-label={t('close')}>
                  <X size={22} aria-hidden="true" />
                </Dialog.Close>
              ) : null}
            </div>
            {props.hasPadding === false ? (
              children
            ) : (
              <DialogBody className="pt-2 pb-[max(1.25rem,env(safe-area-inset-bottom))]">{children}</DialogBody>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
